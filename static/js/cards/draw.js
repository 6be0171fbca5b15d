/**
 * Playing cards as SVG, 5:7: a face with its index, suit, mark, figure and line of text, the same
 * face small, a back, and cards in a row.
 */
import { drawing, html } from "../html.js";
import { GlyphText } from "./glyphs.js";

/** @import { VNode } from "preact" */

/**
 * @typedef {object} FaceProps
 * @property {string | VNode} index up to three letters, or a drawing 24 units wide
 * @property {string} [tone] the colour
 * @property {VNode | null} [suit] a drawing under the first index, too small to be a pip
 * @property {VNode | null} [mark] a drawing on a disc under the first index instead
 * @property {string | null} [note] one line of what the card does
 * @property {import("preact").ComponentChildren} [children]
 */

/**
 * The parts of a drawing: a shape in the card's colour, and a line.
 * @param {string} d
 */
export const shape = (d) => drawing`<path class="em" d=${d} />`;
/** @param {string} d */
export const line = (d) => drawing`<path class="em-line" d=${d} />`;

/** @type {Record<number, number[]>} */
const ROWS = { 2: [52, 88], 3: [47, 70, 93], 4: [46, 62, 78, 94] };
const MIDDLE = 50;
const APART = 19;

/**
 * The places of n pips (1 to 10) as [x, y]; two columns stand `apart` from the `middle`.
 * @param {number} n
 * @param {number} [apart]
 * @param {number} [middle]
 * @returns {number[][]}
 */
export function pipPlaces(n, apart = APART, middle = MIDDLE) {
  /** @param {number} rows */
  const columns = (rows) =>
    ROWS[rows].flatMap((y) => [
      [middle - apart, y],
      [middle + apart, y],
    ]);
  switch (n) {
    case 1:
      return [[middle, 70]];
    case 2:
      return ROWS[2].map((y) => [middle, y]);
    case 3:
      return ROWS[3].map((y) => [middle, y]);
    case 4:
      return columns(2);
    case 5:
      return [...columns(2), [middle, 70]];
    case 6:
      return columns(3);
    case 7:
      return [...columns(3), [middle, 58.5]];
    case 8:
      return [...columns(3), [middle, 58.5], [middle, 81.5]];
    case 9:
      return [...columns(4), [middle, 70]];
    case 10:
      return [...columns(4), [middle, 54], [middle, 86]];
    default:
      throw new Error(`no card has ${n} pips`);
  }
}

/**
 * n pips of one drawing; `pip` is drawn round the origin, 24 units wide.
 * @param {{n: number, pip: VNode, scale?: number, apart?: number, middle?: number}} props
 */
export function Pips({ n, pip, scale = 0.72, apart = APART, middle = MIDDLE }) {
  return html`${pipPlaces(n, apart, middle).map(
    ([x, y]) =>
      html`<g key=${`${x}:${y}`} transform="translate(${x} ${y}) scale(${scale})">${pip}</g>`,
  )}`;
}

/**
 * One card face. Index, suit and mark stay visible in a fan; children are pips or a figure.
 * @param {FaceProps} props
 */
export function CardFace({ index, tone = "ink", suit = null, mark = null, note = null, children }) {
  return html`<svg class="card-svg" viewBox="0 0 100 140" aria-hidden="true" focusable="false"
    data-tone=${tone} data-suited=${suit ? "" : null}>
    <rect class="card-svg__sheet" x="0.75" y="0.75" width="98.5" height="138.5" rx="8" />
    ${children}
    ${
      note && suit
        ? html`<${GlyphText} class="card-svg__line" x="44" y="99" text=${note} />`
        : note
          ? html`<${Ribbon} text=${note} />`
          : null
    }
    <${Corner} index=${index} suit=${suit} mark=${mark} />
    <g transform="rotate(180 50 70)"><${Corner} index=${index} suit=${null} mark=${null} /></g>
  </svg>`;
}

/** @param {Required<Pick<FaceProps, "index" | "suit" | "mark">>} props */
function Corner({ index, suit, mark }) {
  const letters = typeof index === "string" ? index : null;
  return html`<g class="card-svg__corner">
    ${
      letters === null
        ? html`<g transform="translate(21 23) scale(1.1)">${index}</g>`
        : html`<${GlyphText} class="card-svg__index" data-letters=${letters.length} x="8" y="36"
          text=${letters} />`
    }
    ${suit ? html`<g transform="translate(16 46.5) scale(0.52)">${suit}</g>` : null}
    ${
      mark
        ? html`<g class="card-svg__mark" transform="translate(20 54)">
          <circle r="12" />
          <g transform="scale(0.62)">${mark}</g>
        </g>`
        : null
    }
  </g>`;
}

/** @param {{text: string}} props */
function Ribbon({ text }) {
  return html`<g class="card-svg__ribbon">
    <path d="M0.75 84 h98.5 v15 h-98.5 z" />
    <${GlyphText} class="card-svg__note" x="50" y="94.8" text=${text} />
  </g>`;
}

/**
 * The same card small, for hands on a phone and for old tricks: a big index, the suit or a mark,
 * and one figure.
 * @param {FaceProps} props
 */
export function SmallCard({ index, tone = "ink", suit = null, mark = null, children }) {
  const letters = typeof index === "string" ? index : null;
  return html`<svg class="card-svg" viewBox="0 0 100 140" aria-hidden="true" focusable="false"
    data-tone=${tone} data-small data-suited=${suit ? "" : null}>
    <rect class="card-svg__sheet" x="1" y="1" width="98" height="138" rx="9" />
    ${
      letters === null
        ? html`<g transform="translate(28 32) scale(1.7)">${index}</g>`
        : html`<${GlyphText} class="card-svg__index" data-letters=${letters.length}
          data-marked=${mark ? "" : null} x="9" y=${suit ? 43 : 50} text=${letters} />`
    }
    ${suit ? html`<g transform="translate(24 62) scale(1.05)">${suit}</g>` : null}
    ${
      mark
        ? html`<g class="card-svg__mark"
          transform=${`translate(${(letters?.length ?? 0) > 1 ? 61 : 56} 30)`}>
          <circle r="13.5" />
          <g transform="scale(0.72)">${mark}</g>
        </g>`
        : null
    }
    <g transform="translate(62 98)">${children}</g>
  </svg>`;
}

/**
 * A card face down: a pattern round a crest 24 units wide.
 * @param {{crest: VNode | null}} props
 */
export function CardBack({ crest }) {
  const lines = [];
  for (let at = -140; at <= 240; at += 12) lines.push(`M${at} 0 l140 140 M${at} 140 l140 -140`);
  return html`<svg class="card-svg" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect class="card-svg__sheet" x="0.75" y="0.75" width="98.5" height="138.5" rx="8" />
    <svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126">
      <rect class="card-svg__back" x="7" y="7" width="86" height="126" />
      <path class="card-svg__lattice" d=${lines.join("")} />
    </svg>
    <ellipse class="card-svg__medal" cx="50" cy="70" rx="23" ry="27" />
    <g class="card-svg__crest" transform="translate(50 70) scale(1.4)">${crest}</g>
  </svg>`;
}

/**
 * The row of one game's cards, as a component: {codes, label}.
 * @param {import("preact").ComponentType<any>} Face
 * @param {(code: string) => string} nameOf
 */
export const cardRow =
  (Face, nameOf) =>
  /** @param {{codes: string[], label?: string}} props */
  (props) =>
    html`<${CardRow} ...${props} Face=${Face} nameOf=${nameOf} />`;

/**
 * Cards in a row that only show.
 * @param {{codes: string[], Face: import("preact").ComponentType<any>,
 *   nameOf: (code: string) => string, label?: string}} props
 */
export function CardRow({ codes, Face, nameOf, label }) {
  return html`<span class="shown" role="img" aria-label=${label ?? codes.map(nameOf).join(", ")}>
    ${codes.map(
      (code, i) =>
        html`<span key=${`${code}${i}`} class="shown__card" data-code=${code}>
          <${Face} code=${code} small />
        </span>`,
    )}
  </span>`;
}
