/**
 * The French pack: 52 cards by code ("KS", "10D"; "KSb" in a second pack), their names, their order
 * in a hand and their drawings.
 */
import { drawing, html } from "../html.js";
import { BUSTS, Court } from "./court.js";
import { CardBack, CardFace, Pips, SmallCard } from "./draw.js";

/** @import { VNode } from "preact" */

/** Best first, as in most games. */
export const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
/** As hands are sorted: black and red in turn. */
export const SUITS = ["S", "H", "C", "D"];

/** @type {Record<string, string>} */
export const RANK_NAMES = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  10: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
/** @type {Record<string, string>} */
export const SUIT_NAMES = { S: "spades", H: "hearts", C: "clubs", D: "diamonds" };
/** @type {Record<string, string>} */
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/**
 * The suits round the origin, 24 units wide, told apart by shape alone.
 * @type {Record<string, VNode>}
 */
export const SUIT_PIPS = {
  S: drawing`<path class="em"
    d="M0 -12 C3 -7 11.5 -2.4 11.5 3.6 C11.5 9.4 4.6 10.4 1.4 6 C1.8 9.2 2.8 11 5.4 12 H-5.4
      C-2.8 11 -1.8 9.2 -1.4 6 C-4.6 10.4 -11.5 9.4 -11.5 3.6 C-11.5 -2.4 -3 -7 0 -12 Z" />`,
  H: drawing`<path class="em"
    d="M0 12 C-3.4 7 -11.8 1.6 -11.8 -4.8 C-11.8 -12 -2.8 -13 0 -6 C2.8 -13 11.8 -12 11.8 -4.8
      C11.8 1.6 3.4 7 0 12 Z" />`,
  C: drawing`<path class="em"
    d="M0 -12 A5.7 5.7 0 0 1 4.4 -2.7 A5.6 5.6 0 1 1 1.3 5.8 C1.6 9 2.8 11.1 5.2 12 H-5.2
      C-2.8 11.1 -1.6 9 -1.3 5.8 A5.6 5.6 0 1 1 -4.4 -2.7 A5.7 5.7 0 0 1 0 -12 Z" />`,
  D: drawing`<path class="em"
    d="M0 -12.6 C2.6 -7.4 5.6 -3.6 9.6 0 C5.6 3.6 2.6 7.4 0 12.6 C-2.6 7.4 -5.6 3.6 -9.6 0
      C-5.6 -3.6 -2.6 -7.4 0 -12.6 Z" />`,
};

/**
 * The code without the mark of the second pack.
 * @param {string} code
 */
const plain = (code) => code.replace(/b$/, "");
/** @param {string} code */
export const rankOf = (code) => plain(code).slice(0, -1);
/** @param {string} code */
export const suitOf = (code) => plain(code).slice(-1);

/**
 * 0 for the ace down to 12 for the two. Throws Error for an unknown card.
 * @param {string} code
 */
export function strength(code) {
  const at = RANKS.indexOf(rankOf(code));
  if (at < 0 || !(suitOf(code) in SIGNS)) throw new Error(`no such card: ${code}`);
  return at;
}

/**
 * The spoken name: "king of hearts".
 * @param {string} code
 */
export const cardName = (code) => `${RANK_NAMES[rankOf(code)]} of ${SUIT_NAMES[suitOf(code)]}`;

/**
 * The printed name in running text: "K♥".
 * @param {string} code
 */
export const cardSign = (code) => `${rankOf(code)}${SIGNS[suitOf(code)]}`;

/**
 * The place of a card in a hand sorted by suit, and in one sorted by rank.
 * @param {string} code
 */
export const bySuit = (code) => SUITS.indexOf(suitOf(code)) * RANKS.length + strength(code);
/** @param {string} code */
export const byRank = (code) => strength(code) * SUITS.length + SUITS.indexOf(suitOf(code));

/**
 * One card.
 * @param {{code: string, small?: boolean, emblem?: VNode | null, note?: string | null}} props
 *   `emblem`: a drawing round the origin, 60 units wide, in the place of the pips; `note`: one line
 *   of text
 */
export function Face({ code, small = false, emblem = null, note = null }) {
  const [rank, suit] = [rankOf(code), suitOf(code)];
  strength(code);
  const pip = SUIT_PIPS[suit];
  if (small)
    return html`<${SmallCard} index=${rank} tone=${suit} suit=${pip}>
      ${smallFigure(rank, pip, emblem)}
    </${SmallCard}>`;
  return html`<${CardFace} index=${rank} tone=${suit} suit=${pip} note=${note}>
    ${figure(rank, pip, emblem, note)}
  </${CardFace}>`;
}

export const Back = () =>
  html`<${CardBack}
    crest=${html`<g>
      ${Object.values(SUIT_PIPS).map(
        (pip, i) => html`<g key=${i} transform="rotate(${i * 90}) translate(0 -8.5) scale(0.52)">
          ${pip}
        </g>`,
      )}
    </g>`} />`;

/**
 * @param {string} rank
 * @param {VNode} pip
 * @param {VNode | null} emblem
 * @param {string | null} note
 */
function figure(rank, pip, emblem, note) {
  if (emblem) return html`<g transform="translate(57 ${note ? 64 : 70}) scale(0.8)">${emblem}</g>`;
  if (rank in BUSTS) return html`<${Court} rank=${rank} pip=${pip} />`;
  if (rank === "A") return html`<g transform="translate(50 70) scale(1.9)">${pip}</g>`;
  const n = Number(rank);
  return html`<${Pips} n=${n} pip=${pip} scale=${n < 4 ? 0.95 : n > 6 ? 0.6 : 0.74}
    apart=${n > 6 ? 16.5 : 14.5} middle=${57} />`;
}

/**
 * @param {string} rank
 * @param {VNode} pip
 * @param {VNode | null} emblem
 */
function smallFigure(rank, pip, emblem) {
  if (emblem) return html`<g transform="translate(4 6) scale(0.82)">${emblem}</g>`;
  if (rank in BUSTS) return html`<g transform="translate(4 0) scale(1.12)">${BUSTS[rank]}</g>`;
  return html`<g transform="translate(4 2) scale(2)">${pip}</g>`;
}
