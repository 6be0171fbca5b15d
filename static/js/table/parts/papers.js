/** Papers on the felt: a title with what belongs to it, and the ranks after a deal. */
import { html } from "../../html.js";
import { Name, who } from "../core/name.js";
import { placeOf } from "../core/seat_states.js";

/** @import { Child } from "../core/game_types.js" */

/**
 * `over`: a line above the title; `note`: a soft one at the end; `kind`: more classes.
 * @param {{title: Child, over?: Child, note?: Child, kind?: string, children?: Child}} props
 */
export const Paper = ({ title, over, note, kind, children }) =>
  html`<div class=${kind ? `paper ${kind}` : "paper"}>
    ${over ? html`<p class="over">${over}</p>` : null}
    <h2 class="paper__title">${title}</h2>
    ${children}
    ${note ? html`<p class="paper__soft">${note}</p>` : null}
  </div>`;

/**
 * @typedef {object} Rank
 * @property {number} seat
 * @property {string | number} title
 * @property {number | undefined} climbed the places gained, negative after a fall; undefined: none
 *   are told
 * @property {string} earned
 * @property {number} total
 */
/** @param {{frame: {seat: number | null, names: string[]}, ranks: Rank[]}} props best first */
export const Ranks = ({ frame, ranks }) =>
  html`<ol class="ranks">
    ${ranks.map(
      ({ seat, title, climbed, earned, total }, at) => html`<li key=${seat}
        data-mine=${seat === frame.seat ? "" : null} data-place=${placeOf(at, ranks.length)}>
        <span class="ranks__title">${title}</span>
        <span class="ranks__name"><${Name} name=${who(frame, seat)} /></span>
        <${Climb} places=${climbed} />
        <span class="ranks__points figures">${earned}</span>
        <span class="ranks__total figures">${total}</span>
      </li>`,
    )}
  </ol>`;

/** @param {{places: number | undefined}} props */
function Climb({ places }) {
  if (places === undefined) return html`<span></span>`;
  const [way, arrow] = places > 0 ? ["up", "▲"] : places < 0 ? ["down", "▼"] : ["same", "–"];
  return html`<span class="ranks__climb figures" data-way=${way}>
    <span aria-hidden="true">${arrow}${places ? Math.abs(places) : ""}</span>
    <span class="unseen">${places ? `${way} ${Math.abs(places)}` : "no change"}</span>
  </span>`;
}
