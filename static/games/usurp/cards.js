/**
 * The French pack in this game: the Crown on every ace, the Plow on every two, names, and the worth
 * of cards.
 */

import { line } from "../../js/cards/draw.js";
import * as french from "../../js/cards/french.js";
import { rankOf, suitOf } from "../../js/cards/french.js";
import { drawing, html } from "../../js/html.js";
import { pure } from "../../js/pure.js";

/** @import { VNode } from "preact" */

/** A crown 60 units wide, and a plow with its furrow. */
const CROWN = drawing`<g>
  <path class="court-gold" d="M-25 12 L-30 -14 L-14 -2 L0 -22 L14 -2 L30 -14 L25 12 Z" />
  <path class="em" d="M-25 15 H25 V20 H-25 Z" />
  <circle class="court-gold" r="3.4" cx="-30" cy="-16" />
  <circle class="court-gold" r="3.8" cy="-25" />
  <circle class="court-gold" r="3.4" cx="30" cy="-16" />
</g>`;
const PLOW = drawing`<g>
  <path class="em" d="M3 1 C2 12 -6 19 -25 21 C-14 14 -12 8 -11 0 Z" />
  ${line("M-30 -5 C-18 -9 -6 -6 6 2 M2 2 C14 -1 20 -10 25 -22 M8 0 C18 2 25 -4 30 -14")}
  <circle class="em-line" cx="-22" cy="9" r="6" />
  <path class="em-thin" d="M-22 3 v12 M-28 9 h12" />
  ${line("M-31 24 H29")}
</g>`;

/**
 * The suit is on the crown's band, or over the plow.
 * @type {Record<string, (pip: VNode) => VNode>}
 */
const EMBLEMS = {
  A: (pip) => html`<g>${CROWN}<g transform="translate(0 3) scale(0.72)">${pip}</g></g>`,
  2: (pip) => html`<g>${PLOW}<g transform="translate(-3 -17) scale(0.62)">${pip}</g></g>`,
};
/** @type {Record<string, string>} */
const NOTES = { A: "the Crown", 2: "the Plow" };

/** @param {string} code */
export const isBeater = (code) => rankOf(code) in EMBLEMS;

export const Face = pure(Drawn);

/** @param {{code: string, small?: boolean}} props */
function Drawn({ code, small = false }) {
  const rank = rankOf(code);
  return html`<${french.Face} code=${code} small=${small}
    emblem=${EMBLEMS[rank]?.(french.SUIT_PIPS[suitOf(code)])} note=${NOTES[rank]} />`;
}

/**
 * The spoken name: "ace of spades, the Crown".
 * @param {string} code
 */
export const cardName = (code) =>
  `${french.cardName(code)}${NOTES[rankOf(code)] ? `, ${NOTES[rankOf(code)]}` : ""}`;

/** The worth of a beaten beater, by the table of points. */
export const BEATER = { olde: 20, alternative: 25 };

/** Drawings for the sign of the Order. */
export const SIGNS = { regal: CROWN, common: PLOW };
