/**
 * The trick on the felt: the set to beat in the middle, earlier sets beside it, each with its
 * player's name.
 */
import { html } from "../../html.js";

/** @import { Component } from "../core/game_types.js" */

/**
 * @typedef {object} TrickSet
 * @property {string | number} id
 * @property {number} seat
 * @property {string} name
 * @property {boolean} you
 * @property {string} words
 * @property {string[]} cards codes
 * @property {string} from
 */
/**
 * The trick: oldest set first; `taker` is where a finished trick goes.
 * @param {{sets: TrickSet[], taker: string | null, Face: Component, label: string}} props
 */
export function Trick({ sets, taker, Face, label }) {
  if (!sets.length) return null;
  const best = sets[sets.length - 1];
  return html`<div class="trick" role="group" aria-label=${label} data-done=${taker ? "" : null}>
    ${
      sets.length > 1
        ? html`<ol class="trick__before" aria-label="played before, oldest first">
          ${sets.slice(0, -1).map(
            (set) => html`<li key=${set.id} class="trick__set trick__set--old">
              <${Cards} set=${set} Face=${Face} small gather=${taker} />
              <span class="trick__who">${set.name}<span class="unseen">: ${set.words}</span></span>
            </li>`,
          )}
        </ol>`
        : null
    }
    <div class="trick__set trick__set--best" key=${best.id}>
      <${Cards} set=${best} Face=${Face} gather=${taker} />
      <p class="trick__who">
        <b>${best.name}</b> ${verb(best.you, taker, sets.length)} ${best.words}
      </p>
    </div>
  </div>`;
}

/** @param {{set: TrickSet, Face: Component, small?: boolean, gather: string | null}} props */
function Cards({ set, Face, small = false, gather }) {
  return html`<span class="spread" aria-hidden="true" data-cards=${set.cards.length}>
    ${set.cards.map(
      (code, i) => html`<span key=${i} class="spread__card" data-code=${code}
        data-flip=${`trick:${set.id}:${i}`} data-motion="play" data-from=${set.from === "hand" ? `hand:${code}#` : set.from}
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
