/** King, queen and jack, each drawn upright and turned over, parted by a sash. */
import { drawing, html } from "../html.js";

/** @import { VNode } from "preact" */

const face = drawing`<g>
  <path class="court-skin"
    d="M-10 -6 C-10 -14 10 -14 10 -6 V2 C10 9 5 13 0 13 C-5 13 -10 9 -10 2 Z" />
  <path class="em-thin" d="M-5.6 -2.6 h3.6 M2 -2.6 h3.6 M0 -2.4 l-1.3 4.8 h2.2 M-3 7 q3 1.8 6 0" />
</g>`;

/**
 * Shoulders with a collar; the sash cuts the lower edge.
 * @param {VNode} trim
 */
const robe = (trim) => drawing`<g>
  <path class="em" d="M-33 38 C-31 25 -17 17 -8 15 L0 23 L8 15 C17 17 29 25 31 38 Z" />
  <path class="court-trim" d="M-8 15 L0 23 L8 15 L12 17.5 L0 29 L-12 17.5 Z" />
  ${trim}
</g>`;

const king = drawing`<g>
  <path class="court-hair"
    d="M-12.5 -7 C-15 3 -14 9 -11 13 L-8 8 V-7 Z M12.5 -7 C15 3 14 9 11 13 L8 8 V-7 Z" />
  ${robe(drawing`<path class="court-line" d="M-24 36 V26 M24 36 V26 M0 29 V38" />`)}
  ${face}
  <path class="court-hair"
    d="M-9 5 C-8 18 -3 21 0 21 C3 21 8 18 9 5 C5 8.5 3 5.5 0 5.5 C-3 5.5 -5 8.5 -9 5 Z" />
  <path class="em-thin court-mouth" d="M-2.6 9.6 h5.2" />
  <path class="court-gold"
    d="M-12.5 -9 L-16 -25 L-8 -17 L0 -29 L8 -17 L16 -25 L12.5 -9 C5 -12 -5 -12 -12.5 -9 Z" />
  <circle class="em" r="1.9" cx="0" cy="-14.4" />
  <circle class="em" r="1.5" cx="-7" cy="-13" />
  <circle class="em" r="1.5" cx="7" cy="-13" />
</g>`;

const queen = drawing`<g>
  <path class="court-hair"
    d="M-12 -9 C-18 4 -17 17 -14 23 C-9 22 -8 17 -8 9 V-9 Z M12 -9 C18 4 17 17 14 23
      C9 22 8 17 8 9 V-9 Z" />
  ${robe(
    drawing`<path class="court-line" d="M-22 35 q4 -5 8 0 M22 35 q-4 -5 -8 0" />
      <circle class="court-gold" r="2.6" cx="0" cy="31" />`,
  )}
  ${face}
  <path class="court-hair"
    d="M-11 -4 C-11 -17 11 -17 11 -4 C7 -9 3 -10 0 -10 C-3 -10 -7 -9 -11 -4 Z" />
  <path class="court-gold"
    d="M-11 -11 C-9 -18 -7 -19 -5 -15 C-3.4 -23 3.4 -23 5 -15 C7 -19 9 -18 11 -11
      C4 -14.4 -4 -14.4 -11 -11 Z" />
  <circle class="em" r="1.8" cx="0" cy="-17" />
</g>`;

const jack = drawing`<g>
  <path class="court-hair"
    d="M-11.5 -8 C-14.5 0 -13 7 -10.6 9.5 L-8 4 V-8 Z M11.5 -8 C14.5 0 13 7 10.6 9.5 L8 4 V-8 Z" />
  ${robe(drawing`<path class="court-line" d="M-20 36 L-14 22 M20 36 L14 22 M0 29 V38" />`)}
  ${face}
  <path class="em" d="M-14.5 -8.5 C-15 -21 12 -25 15 -9.5 C5 -12.5 -5 -12 -14.5 -8.5 Z" />
  <path class="court-gold"
    d="M-14.5 -8.5 C-5 -12 5 -12.5 15 -9.5 L14.4 -6.6 C5 -9.4 -5 -9 -13.8 -5.6 Z" />
  <path class="court-feather" d="M9 -17 C16 -20 19 -27 17 -33 C10 -31 6 -25 9 -17 Z" />
</g>`;

/**
 * The busts by rank, round the middle of the face, about 64 units wide.
 * @type {Record<string, VNode>}
 */
export const BUSTS = { K: king, Q: queen, J: jack };

const TILT = 11.2;

/**
 * The large figure of a court card, twice.
 * @param {{rank: string, pip: VNode}} props
 */
export function Court({ rank, pip }) {
  const half = html`<g>
    <g transform="rotate(${-TILT} 50 70)">
      <svg x="-30" y="-30" width="160" height="100" viewBox="-30 -30 160 100">
        <g transform="rotate(${TILT} 50 70) translate(58 45) scale(0.82)">${BUSTS[rank]}</g>
      </svg>
    </g>
    <g transform="translate(86 21) scale(0.6)">${pip}</g>
  </g>`;
  return html`<g>
    ${half}
    <g transform="rotate(180 50 70)">${half}</g>
    <g transform="rotate(${-TILT} 50 70)">
      <path class="court-sash" d="M8 70 H92" />
      <path class="court-sash court-sash--fine" d="M8 70 H92" />
    </g>
  </g>`;
}
