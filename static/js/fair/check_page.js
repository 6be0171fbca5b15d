/**
 * The shuffle check on the page of a finished match: makes every shuffle again and shows each
 * result.
 */
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { receiptLie } from "./lie_log.js";
import { exportHeard, recallMatch } from "./memory.js";
import { checkMatch, summarize } from "./review.js";
import { matchVerdict } from "./verdict_text.js";

/** @import { ShuffleCheck, Summary } from "./types.js" */

const place = document.getElementById("fair-check");

/**
 * @typedef {object} CheckState
 * @property {"idle" | "checking" | "done" | "failed"} phase
 * @property {number} done shuffles
 * @property {number} [total]
 * @property {ShuffleCheck[]} [results]
 * @property {Summary} [sum]
 * @property {string} [says]
 */

/** @param {{match: string, receipt: string}} props */
function Check({ match, receipt }) {
  const [state, setState] = useState(/** @type {CheckState} */ ({ phase: "idle", done: 0 }));
  const press = async () => {
    setState({ phase: "checking", done: 0 });
    try {
      setState({
        phase: "done",
        done: 0,
        ...(await check(match, receipt, (done, total) =>
          setState({ phase: "checking", done, total }),
        )),
      });
    } catch (error) {
      setState({ phase: "failed", done: 0, says: /** @type {Error} */ (error).message });
    }
  };
  const busy = state.phase === "checking";
  return html`<div class="fair-check stack">
    <p class="row">
      <button type="button" class="button quiet" aria-busy=${busy ? "true" : null}
        onClick=${() => busy || press()}>
        Check the shuffles
      </button>
      ${
        busy
          ? html`<progress aria-label="Shuffles made again" max=${state.total ?? 1}
            value=${state.done}></progress>`
          : null
      }
    </p>
    <${Heard} match=${match} />
    <div role="status">
      ${
        state.phase === "failed"
          ? html`<p class="notice bad">${state.says}</p>`
          : state.phase === "done"
            ? html`<p class="fair-check__result">${matchVerdict(state.sum ?? null)}</p>`
            : null
      }
    </div>
    ${state.phase === "done" ? html`<${Results} ...${state} match=${match} />` : null}
  </div>`;
}

/**
 * The download of what this browser was told, for a program that checks a record elsewhere.
 * @param {{match: string}} props
 */
function Heard({ match }) {
  const heard = exportHeard(match);
  if (!heard) return null;
  return html`<p class="field-help">
    <a href=${`data:application/jsonl,${encodeURIComponent(heard)}`}
      download=${`heard-${match}.jsonl`}>
      Save what this browser was told
    </a>, to check it with a program of your own.
  </p>`;
}

/** @param {{results: ShuffleCheck[], sum: Summary, match: string}} props */
function Results({ results, sum, match }) {
  return html`${
    sum.lies.length
      ? html`<div class="notice bad" role="alert">
        <ul>
          ${sum.lies.map((lie) => html`<li key=${`${lie.number} ${lie.says}`}>${lie.says}</li>`)}
        </ul>
      </div>`
      : null
  }
    <details class="more" open=${sum.lies.length > 0}>
      <summary>Each shuffle</summary>
      <table class="table narrow">
        <caption class="unseen">The result of each shuffle</caption>
        <thead>
          <tr>
            <th scope="col" class="num">Shuffle</th>
            <th scope="col" class="num">Cards</th>
            <th scope="col">Parts</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          ${results.map(
            (found) =>
              html`<tr key=${found.number}>
                <td class="num">${found.number + 1}</td>
                <td class="num">${found.n}</td>
                <td>${found.parts}</td>
                <td>${verdict(found)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
    ${
      sum.lies.length
        ? html`<details class="more">
          <summary>The evidence</summary>
          <pre tabindex="0" role="region" aria-label="The evidence">
            ${JSON.stringify({ match, lies: sum.lies }, null, 1)}
          </pre>
        </details>`
        : null
    }`;
}

/** @param {ShuffleCheck} found */
function verdict({ lies, sealed, watched, cards }) {
  if (lies.length) return "does not fit";
  if (sealed) return cards ? "the cards you saw fit" : "stays sealed";
  return watched ? "fits the promise" : "consistent, not watched";
}

/**
 * Fetches the opened shuffles and makes each one again. The page can redraw in between.
 * @param {string} match
 * @param {string} receipt
 * @param {(done: number, total: number) => void} progress
 */
async function check(match, receipt, progress) {
  const answer = await fetch(`/api/matches/${match}/shuffles`);
  if (!answer.ok)
    throw new Error(
      (await answer.json().catch(() => null))?.error ??
        "The server does not reveal the shuffles of this match.",
    );
  const revealed = await answer.json();
  const kept = recallMatch(match);
  const results = [];
  for (const found of checkMatch(revealed, kept)) {
    results.push(found);
    progress(results.length, revealed.shuffles.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  const sum = summarize(results, kept);
  const known = kept.receipt ?? null;
  if (known !== null && known !== receipt) sum.lies.push(receiptLie(known, receipt));
  return { results, sum };
}

if (place)
  render(
    html`<${Check} match=${place.dataset.match}
      receipt=${(place.dataset.receipt ?? "").replaceAll(" ", "")} />`,
    place,
  );
