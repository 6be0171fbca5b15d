/**
 * The trick on the felt: the set to beat in the middle, earlier sets beside it, each with its
 * player's name.
 */
import { html } from "../../html.js";
import { who } from "../core/name.js";
import { useLinger } from "./result_delay.js";

/** @import { Frame } from "../../messages.js" */
/** @import { Component } from "../core/game_types.js" */

/**
 * @typedef {object} TrickSet
 * @property {string | number} id
 * @property {number} seat
 * @property {string} words
 * @property {string[]} cards codes
 */
/**
 * The trick: oldest set first; the seat `winner` takes a finished one. `title`: of one from before.
 * @param {{frame: Frame, sets: TrickSet[], winner: number | null, Face: Component,
 *   title?: string | null}} props
 */
export function Trick({ frame, sets, winner, Face, title = null }) {
  const best = sets[sets.length - 1];
  const taker = winner === null ? null : `seat:${winner}`;
  const label = title ?? "The trick";
  const you = best.seat === frame.seat;
  /** @param {TrickSet} set */
  const from = (set) => (set.seat === frame.seat ? "hand" : `spot:seat:${set.seat}`);
  return html`${title ? html`<p class="felt__title">${title}</p>` : null}
  <div class="trick" role="group" aria-label=${label} data-done=${taker ? "" : null}>
    ${
      sets.length > 1
        ? html`<ol class="trick__before" aria-label="played before, oldest first">
          ${sets.slice(0, -1).map(
            (set) => html`<li key=${set.id} class="trick__set trick__set--old">
              <${Cards} set=${set} from=${from(set)} Face=${Face} small gather=${taker} />
              <span class="trick__who">${who(frame, set.seat)}<span class="unseen">: ${set.words}</span></span>
            </li>`,
          )}
        </ol>`
        : null
    }
    <div class="trick__set trick__set--best" key=${best.id}>
      <${Cards} set=${best} from=${from(best)} Face=${Face} gather=${taker} />
      <p class="trick__who">
        <b>${who(frame, best.seat)}</b> ${verb(you, taker, sets.length)} ${best.words}
      </p>
    </div>
  </div>`;
}

const MAY_LINGER = ["play", "interval", "over"];

/**
 * True while the last trick stays in sight: for a moment, or until the next lead.
 * @param {string | null} last its name in this match; null: there is none
 * @param {string} phase
 * @param {boolean} led true: the next trick has begun
 * @param {boolean} live
 */
export const useLastTrick = (last, phase, led, live) =>
  useLinger(last, live && last !== null && !led && MAY_LINGER.includes(phase));

/**
 * @param {{set: TrickSet, from: string, Face: Component, small?: boolean, gather: string | null
 * }} props
 */
function Cards({ set, from, Face, small = false, gather }) {
  return html`<span class="spread" aria-hidden="true" data-cards=${set.cards.length}>
    ${set.cards.map(
      (code, i) => html`<span key=${i} class="spread__card" data-code=${code}
        data-flip=${`trick:${set.id}:${i}`} data-motion="play" data-from=${from === "hand" ? `hand:${code}#` : from}
        data-gather=${gather}>
        <${Face} code=${code} small=${small} />
      </span>`,
    )}
  </span>`;
}

/**
 * @param {boolean} you
 * @param {string | null} taken
 * @param {number} number
 */
function verb(you, taken, number) {
  if (taken) return you ? "take it with" : "takes it with";
  if (number > 1) return you ? "play" : "plays";
  return you ? "lead" : "leads";
}
