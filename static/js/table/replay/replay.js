/** The page of a replay: the table at the shown step, the controls, all hands, and the log. */

import { useEffect } from "preact/hooks";
import { html } from "../../html.js";
import { game, requireGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { GameWait } from "../ui/game_wait.js";
import { play as sound } from "../ui/sound.js";
import { Controls } from "./controls.js";
import {
  actions,
  allHandsShown,
  chapterOf,
  current,
  failure,
  goTo,
  outdated,
  requireCurrent,
  running,
  speed,
  steps,
  viewer,
} from "./moment.js";

/** @import { Frame, ReplayStep } from "../../messages.js" */

export function Replay() {
  useRunning();
  const now = current.value;
  if (failure.value && !now) return html`<p class="notice bad" role="alert">${failure.value}</p>`;
  if (!now || !game.value) return html`<${GameWait} words="Loading the replay" />`;
  const Table = requireGame().default;
  const table = { frame: frameOf(now.step), room: null, live: false, refusal: null };
  return html`<div class="replay">
    ${
      outdated.value
        ? html`<p class="notice" role="status">
          The server has another version than this page. Some things may look wrong.
        </p>`
        : null
    }
    ${failure.value ? html`<p class="notice bad" role="alert">${failure.value}</p>` : null}
    <p class="replay__told">
      ${
        now.step.events.length
          ? now.step.events.map((line) => line.text).join(" ")
          : chapterOf(now.step).words
      }
    </p>
    <${Table} table=${table} />
    <${Controls} index=${now.index} total=${steps.total} words=${chapterOf(now.step).words}
      running=${running.value} speed=${speed.value} viewer=${viewer.value} names=${page.names}
      seats=${page.seats} all=${allHandsShown} acts=${actions} />
    ${viewer.value === "all" ? html`<${AllHands} step=${now.step} />` : null}
    <${EventLines} index=${now.index} />
  </div>`;
}

/**
 * @param {ReplayStep} step
 * @returns {Frame}
 */
function frameOf(step) {
  const seat = typeof viewer.value === "number" ? viewer.value : null;
  const own = seat === null ? null : (step.private[seat] ?? null);
  return {
    match: page.match,
    n: step.ply + 1,
    seat: own ? seat : null,
    names: page.names,
    view: { seat, public: step.public, private: own },
    prompt: null,
    prompt_text: "",
    moves: [],
    moves_complete: true,
    premove: null,
    events: step.events,
    awaited: [],
    clocks: [],
    now: step.at,
    paused: false,
    outcome: null,
  };
}

/** @param {{step: ReplayStep}} props */
function AllHands({ step }) {
  const { Cards, handOf, besidesOf = () => [] } = requireGame();
  return html`<section class="hands" aria-label="All hands">
    ${Object.entries(step.private).map(
      ([seat, own]) => html`<div key=${seat} class="hands__one">
        <h3>${page.names[Number(seat)]}</h3>
        ${
          handOf(own).length
            ? html`<${Cards} codes=${handOf(own)} />`
            : html`<p class="soft">no cards</p>`
        }
        ${besidesOf(own).map(
          ({ label, codes }) =>
            html`<p key=${label} class="hands__besides">
              <span class="soft">${label}</span> <${Cards} codes=${codes} />
            </p>`,
        )}
      </div>`,
    )}
  </section>`;
}

/** @param {{index: number}} props */
function EventLines({ index }) {
  const lines = steps.eventLines(index, 40);
  return html`<details class="more replay__log">
    <summary>Log up to this step</summary>
    <ol class="log__lines">
      ${lines.map(
        (line, i) =>
          html`<li key=${i}>
            <button type="button" class="replay__line" onClick=${() => goTo(line.index)}>
              ${line.text}
            </button>
          </li>`,
      )}
    </ol>
  </details>`;
}

function useRunning() {
  const now = current.value;
  useEffect(() => {
    if (!running.value || !now) return undefined;
    if (now.index >= (steps.total ?? 0) - 1) {
      running.value = false;
      return undefined;
    }
    const timer = setTimeout(async () => {
      await goTo(now.index + 1);
      const events = requireCurrent().step.events;
      const name = events.length
        ? requireGame().soundOf(events[events.length - 1].event, page.seat)
        : null;
      if (name && prefs.value.sound) sound(name);
    }, 1000 / speed.value);
    return () => clearTimeout(timer);
  }, [now, running.value, speed.value]);
}
