/** "Look back" on the page of a match: the decisions that cost or won most, judged when asked. */
import { render } from "preact";
import { useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { momentText, progressText, summary } from "./look_back_text.js";

/** @import { LookBackFound, LookBackLine, LookBackProgress, MomentShown } from "../../records.js" */

/**
 * @typedef {{line?: LookBackProgress, seat?: string, found?: LookBackFound, error?: string}} State
 */

const place = /** @type {HTMLElement} */ (document.getElementById("look-back-panel"));
const GONE = "The answer broke off. Ask again in a minute.";

/** @param {{match: string, seats: {seat: number, name: string}[]}} props */
function LookBack({ match, seats }) {
  const [state, setState] = useState(/** @type {State} */ ({}));
  const choice = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const { line, found, error } = state;
  const press = async () => {
    const seat = choice.current?.value ?? `${seats[0].seat}`;
    setState({ line: { type: "progress", stage: "", done: 0, of: 0 } });
    try {
      setState(await ask(match, seat, (next) => setState({ line: next })));
    } catch (broken) {
      setState({
        error: broken instanceof TypeError ? GONE : /** @type {Error} */ (broken).message,
      });
    }
  };
  return html`<div class="stack">
    <p class="row look-back__ask">
      ${
        seats.length > 1 &&
        html`<label class="controls__wish">
          Whose answers
          <select class="input" ref=${choice} disabled=${!!line}>
            ${seats.map(({ seat, name }) => html`<option key=${seat} value=${seat}>${name}</option>`)}
          </select>
        </label>`
      }
      <button type="button" class="button" aria-busy=${line ? "true" : null}
        onClick=${() => line || press()}>
        Look back
      </button>
      ${
        line &&
        html`<progress aria-label="Looking back" max=${line.of || null}
          value=${line.of ? line.done : null}></progress>`
      }
    </p>
    ${line && html`<p class="soft">${progressText(line)}</p>`}
    <div role="status">
      ${line && html`<p class="unseen">Looking back. It takes half a minute at most.</p>`}
      ${error && html`<p class="notice bad">${error}</p>`}
      ${found && summary(found).map((text) => html`<p key=${text}>${text}</p>`)}
    </div>
    ${
      found &&
      found.moments.length > 0 &&
      html`<ol class="look-back">
          ${found.moments.map((one) => html`<${Moment} key=${one.step} one=${one} seat=${state.seat} />`)}
        </ol>
        <p class="field-help">
          100 is the best that a hand can bring, 0 the worst. Only what this seat could see then
          counts; the imagined deals are played on as a steady bot plays. Nothing of this is kept.
        </p>`
    }
  </div>`;
}

/** @param {{one: MomentShown, seat: string}} props */
function Moment({ one, seat }) {
  const { title, place: where, rows, sure } = momentText(one);
  return html`<li class="look-back__moment">
    <h3>${title}</h3>
    <p class="soft">${where}</p>
    <dl class="look-back__moves">
      ${rows.map(
        ({ label, text }) => html`<div key=${label}><dt>${label}</dt><dd>${text}</dd></div>`,
      )}
    </dl>
    <p>${sure}</p>
    <p><a class="button quiet" href=${`#step=${one.step}&seat=${seat}`} onClick=${goToReplay}>
      Show it in the replay
    </a></p>
  </li>`;
}

/** The replay follows the address; focus goes with it. */
function goToReplay() {
  const head = document.getElementById("replay-head");
  head?.setAttribute("tabindex", "-1");
  head?.focus({ preventScroll: true });
  head?.scrollIntoView();
}

/**
 * Asks the server, and hears how far it is. Throws Error with the server's sentence.
 * @param {string} match
 * @param {string} seat
 * @param {(line: LookBackProgress) => void} heard
 * @returns {Promise<State>}
 */
async function ask(match, seat, heard) {
  const answer = await fetch(`/api/matches/${match}/look-back?seat=${seat}`, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
  });
  if (!answer.ok || !answer.body) throw new Error((await answer.json()).error);
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + decoder.decode(part.value, { stream: true })).split("\n");
    text = /** @type {string} */ (lines.pop());
    for (const one of lines) {
      const line = /** @type {LookBackLine} */ (JSON.parse(one));
      if (line.type === "found") return { found: line, seat };
      if (line.type === "failed") return { error: line.error };
      heard(line);
    }
  }
  return { error: GONE };
}

place.replaceChildren();
render(
  html`<${LookBack} match=${place.dataset.match} seats=${JSON.parse(place.dataset.seats ?? "[]")} />`,
  place,
);
