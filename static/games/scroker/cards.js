/**
 * Letter cards drawn from data: suits by shape and colour, chilis counted out, animals as drawings.
 */
import { CardBack, CardFace, SmallCard } from "../../js/cards/draw.js";
import { GlyphText } from "../../js/cards/glyphs.js";
import { drawing, html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { BEASTS } from "./animals.js";
import { ANIMALS, cardName, isWild, letterOf, peppersOf, suitOf } from "./deck.js";

export { cardName };

/** @type {Record<string, string>} */
const TONES = { an: "ink", ch: "H", le: "brass", li: "green", sc: "wild" };

/**
 * The suits, 24 units wide round the origin, each with its own outline: a paw, a chili, a lemon, a
 * slice of lime, a star.
 * @type {Record<string, import("preact").VNode>}
 */
export const SUIT_MARKS = {
  an: drawing`<g class="em">
    <ellipse cx="-8.300" cy="-1.500" rx="2.700" ry="3.700" transform="rotate(-24 -8.300 -1.500)" />
    <ellipse cx="-3.300" cy="-7.600" rx="2.800" ry="4.100" transform="rotate(-8 -3.300 -7.600)" />
    <ellipse cx="3.300" cy="-7.600" rx="2.800" ry="4.100" transform="rotate(8 3.300 -7.600)" />
    <ellipse cx="8.300" cy="-1.500" rx="2.700" ry="3.700" transform="rotate(24 8.300 -1.500)" />
    <path
      d="M0 -1.500 C5 -1.500 8 4 7.500 7.500 C7 11 3 10 0 9.500 C-3 10 -7 11 -7.500 7.500
        C-8 4 -5 -1.500 0 -1.500 Z" />
  </g>`,
  ch: drawing`<g>
    <path class="em"
      d="M6 -7 C10 -4 10 4 4 8 C-1 11.500 -7 11.500 -11 8.500 C-6 8.500 -3 6 -1.500 2.500
        C0 -1.500 1 -6 6 -7 Z" />
    <path class="fruit-green"
      d="M5 -6.500 C3 -9 5 -10.500 7.500 -10 C8 -12 9 -12.500 11 -12.500 L11.500 -10.500
        C10.500 -10.500 10 -10 9.800 -9 C11.500 -7.500 11.500 -5.500 9.500 -4.500
        C8.500 -6 7 -6.800 5 -6.500 Z" />
  </g>`,
  le: drawing`<g transform="rotate(-28)">
    <path class="fruit-lemon"
      d="M-12 0 C-10 -1 -9.500 -2.500 -8.500 -4 C-4 -9 4 -9 8.500 -4 C9.500 -2.500 10 -1 12 0
        C10 1 9.500 2.500 8.500 4 C4 9 -4 9 -8.500 4 C-9.500 2.500 -10 1 -12 0 Z" />
  </g>`,
  li: drawing`<g>
    <circle class="fruit-lime" r="9.600" />
    <circle class="fruit-pith" r="7.200" />
    <path class="em"
      d="M0 -1 L-2.600 -6 A6.500 6.500 0 0 1 2.600 -6 Z M.9 -.5 L3.900 -5.300
        A6.500 6.500 0 0 1 6.500 -.8 Z M.9 .5 L6.500 .8 A6.500 6.500 0 0 1 3.900 5.300 Z M0 1
        L2.600 6 A6.500 6.500 0 0 1 -2.600 6 Z M-.9 .5 L-3.900 5.300
        A6.500 6.500 0 0 1 -6.500 .8 Z M-.9 -.5 L-6.500 -.8 A6.500 6.500 0 0 1 -3.900 -5.300 Z" />
  </g>`,
  sc: drawing`<path class="em"
    d="M0 -11.500 L3.200 -3.800 L11.500 -3.200 L5.200 2.200 L7.200 10.300 L0 5.900
      L-7.200 10.300 L-5.200 2.200 L-11.500 -3.200 L-3.200 -3.800 Z" />`,
};

/**
 * The places of one to five chilis round the origin of a figure.
 * @type {Record<number, number[][]>}
 */
const BUNCH = {
  1: [[0, 0]],
  2: [
    [0, -14],
    [0, 14],
  ],
  3: [
    [0, -22],
    [0, 0],
    [0, 22],
  ],
  4: [
    [-12, -13],
    [12, -13],
    [-12, 13],
    [12, 13],
  ],
  5: [
    [-13, -18],
    [13, -18],
    [0, 0],
    [-13, 18],
    [13, 18],
  ],
};

/** @param {{n: number, scale: number}} props */
function Chilis({ n, scale }) {
  return BUNCH[n].map(
    ([x, y], i) =>
      html`<g key=${i} transform="translate(${x} ${y}) scale(${scale})">${SUIT_MARKS.ch}</g>`,
  );
}

/** @param {string} code */
function figureOf(code) {
  switch (suitOf(code)) {
    case "an":
      return BEASTS[letterOf(code)];
    case "ch":
      return html`<${Chilis} n=${peppersOf(code)}
        scale=${peppersOf(code) > 3 ? 0.95 : peppersOf(code) > 1 ? 1.05 : 1.9} />`;
    case "le":
    case "li":
    case "sc":
      return html`<g transform="scale(2.300)">${SUIT_MARKS[suitOf(code)]}</g>`;
    default:
      throw new Error(`a card of an unknown kind: ${code}`);
  }
}

/**
 * One card. `as`: the letter that a wild card stands for; `named`: the dealer has named it wild.
 */
export const Face = pure(Drawn);

/** @param {{code: string, small?: boolean, as?: string | null, named?: boolean}} props */
function Drawn({ code, small = false, as = null, named = false }) {
  const suit = suitOf(code);
  const wild = isWild(code);
  const index = as ?? (wild ? SUIT_MARKS.sc : letterOf(code));
  const mark = as !== null ? SUIT_MARKS.sc : wild ? null : SUIT_MARKS[suit];
  if (small)
    return html`<span class="letter-card">
      <${SmallCard} index=${index} tone=${as === null ? TONES[suit] : "wild"} suit=${mark}>
        <g transform="scale(${suit === "ch" ? 0.92 : 0.86})">${figureOf(code)}</g>
        ${
          named
            ? html`<g class="letter-card__wild" transform="translate(20 -76) scale(1.1)">
              ${SUIT_MARKS.sc}
            </g>`
            : null
        }
      </${SmallCard}>
    </span>`;
  return html`<span class="letter-card">
    <${CardFace} index=${index} tone=${as === null ? TONES[suit] : "wild"}>
      ${mark ? html`<g transform="translate(18.500 53) scale(0.8)">${mark}</g>` : null}
      <g transform="translate(58 70) scale(${suit === "an" ? 1.05 : 1.12})">${figureOf(code)}</g>
      ${
        named
          ? html`<g class="letter-card__wild" transform="translate(82 20)">${SUIT_MARKS.sc}</g>`
          : null
      }
      ${
        suit === "an"
          ? html`<${GlyphText} class="letter-card__caption" x="9" y="130"
            text=${ANIMALS[letterOf(code)]} />`
          : null
      }
    </${CardFace}>
  </span>`;
}

export const Back = () =>
  html`<${CardBack} crest=${html`<g class="back-crest">${SUIT_MARKS.an}</g>`} />`;

/**
 * Cards in a row that only show; null is one face down. `wild`: {code: letter}.
 * @param {{codes: (string | null)[], label?: string, wild?: Record<string, string>, small?:
 *   boolean}} props
 */
export function Cards({ codes, label, wild = {}, small = true }) {
  return html`<span class="shown" role="img"
    aria-label=${label ?? codes.map((code) => spoken(code, wild)).join("; ")}>
    ${codes.map(
      (code, i) =>
        html`<span key=${`${code}:${i}`} class="shown__card" data-code=${code}>
          ${
            code === null
              ? html`<${Back} />`
              : html`<${Face} code=${code} small=${small} as=${wild[code] ?? null} />`
          }
        </span>`,
    )}
  </span>`;
}

/**
 * @param {string | null} code
 * @param {Record<string, string>} [wild]
 */
export const spoken = (code, wild = {}) =>
  code === null
    ? "a card face down"
    : wild[code]
      ? `${wild[code]} by ${isWild(code) ? "a wild card" : `the wild ${cardName(code)}`}`
      : cardName(code);
