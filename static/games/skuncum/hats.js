/**
 * The hats of the seven ranks round the origin, about 70 units wide, each with its own outline. The
 * band on each has the pattern of its colour.
 */
import { shape } from "../../js/cards/draw.js";
import { drawing, html } from "../../js/html.js";

/** @import { VNode } from "preact" */

/** @param {string} d */
export const cut = (d) => drawing`<path class="hat-cut" d=${d} />`;

/**
 * A hat: its drawing, and where its band lies: x, y, width, height.
 * @type {Record<string, {body: VNode, band: number[]}>}
 */
const HATS = {
  // a straw hat that has been out in the rain, with an ear of wheat
  GR: {
    body: drawing`<g>
      ${shape(
        `M-16 5 C-18 -12 -9 -18 0 -18 C9 -18 18 -12 16 5 Z
         M-36 10 C-27 3 -18 2 0 2 C18 2 27 3 36 10 C32 15 27 11 22 14 C17 17 12 13 7 15.5
         C2 18 -3 14 -8 15.5 C-13 17 -17 13 -22 15 C-27 16.5 -32 15 -36 10 Z`,
      )}
      <path class="em-line" d="M11 -8 C16 -14 19 -20 20 -28" />
      ${shape(
        `M20 -28 C15 -27 14 -23 17 -20 C21 -22 22 -25 20 -28 Z
         M24 -24 C20 -22 18 -19 19 -15 C23 -16 25 -20 24 -24 Z
         M14 -22 C12 -18 12 -15 15 -12 C18 -15 17 -19 14 -22 Z`,
      )}
      ${cut("M-9 -12 C-3 -15 3 -15 9 -12 M-24 9 C-10 6.5 10 6.5 24 9")}
    </g>`,
    band: [-16.5, -5, 33, 7],
  },
  // a flat cap with its peak to the left
  COM: {
    body: drawing`<g>
      ${shape(
        `M-24 9 C-27 -3 -16 -17 4 -17 C23 -17 32 -7 29 9 Z
         M-20 8 C-31 8 -38 12 -36 16 C-33 19 -14 17 4 12 L4 8 Z`,
      )}
      <circle class="em" cx="4" cy="-18" r="3.2" />
      ${cut("M4 -16 C-4 -13 -12 -7 -14 0 M4 -16 C12 -13 19 -7 21 0 M-22 11 C-14 9.5 -8 9 2 9")}
    </g>`,
    band: [-24, 2, 53, 7],
  },
  // a boater, flat above and below
  DEL: {
    body: drawing`<g>
      ${shape(
        `M-20 -13 C-20 -18 20 -18 20 -13 V8 H-20 Z
         M-36 9 C-36 5 36 5 36 9 C36 15 -36 15 -36 9 Z`,
      )}
      ${cut("M-16 -12.5 H16")}
    </g>`,
    band: [-20, -5, 40, 10],
  },
  // a bowler
  MAY: {
    body: drawing`<g>
      ${shape(
        `M-21 8 C-25 -28 25 -28 21 8 Z
         M-32 4 C-34 0 -30 0 -28 3 C-22 8 -12 9 0 9 C12 9 22 8 28 3 C30 0 34 0 32 4
         C30 12 18 16 0 16 C-18 16 -30 12 -32 4 Z`,
      )}
      ${cut("M-13 -10 C-11 -14 -8 -16 -4 -17")}
    </g>`,
    band: [-21.3, 0, 42.6, 7.5],
  },
  // a hat from the plains, dented, its brim rolled up
  CON: {
    body: drawing`<g>
      ${shape(
        `M-17 8 C-19 -6 -17 -20 -10 -22 C-5 -23 -4 -17 0 -17 C4 -17 5 -23 10 -22
         C17 -20 19 -6 17 8 Z
         M-38 -4 C-36 6 -22 9 0 9 C22 9 36 6 38 -4 C42 6 32 17 0 17 C-32 17 -42 6 -38 -4 Z`,
      )}
      ${cut("M0 -12 C-2 -9 -2 -6 -1 -3")}
    </g>`,
    band: [-17.4, 0, 34.8, 7],
  },
  // a top hat
  SEN: {
    body: drawing`<g>
      ${shape(
        `M-19 -27 C-8 -31 8 -31 19 -27 L16 9 H-16 Z
         M-30 5 C-32 1 -28 1 -26 4 C-22 9 -12 11 0 11 C12 11 22 9 26 4 C28 1 32 1 30 5
         C28 13 18 17 0 17 C-18 17 -28 13 -30 5 Z`,
      )}
      ${cut("M-11 -24 L-9.5 -8")}
    </g>`,
    band: [-16.7, -2, 33.4, 9],
  },
  // a bicorne with plume and cockade
  GOV: {
    body: drawing`<g>
      ${shape(
        `M-38 11 C-32 -10 -16 -21 0 -21 C16 -21 32 -10 38 11 C39 15 35 16 32 13
         C24 6 14 4 0 4 C-14 4 -24 6 -32 13 C-35 16 -39 15 -38 11 Z
         M-17 7 C-8 5 8 5 17 7 L16 15 C6 13 -6 13 -16 15 Z`,
      )}
      <path class="hat-plume"
        d="M4 -19 C14 -22 20 -30 34 -27 C29 -24 31 -22 35 -20 C29 -19 30 -16 33 -13
          C24 -11 15 -13 6 -16 Z" />
      <path class="hat-gold" d="M-35 10 C-29 -9 -15 -18.5 0 -18.5 C15 -18.5 29 -9 35 10" />
    </g>`,
    band: [-13, -13, 26, 11],
  },
};

/**
 * The pattern on a band `w` by `h`: stripes for red, dots for blue, a plain band with two lines for
 * black, a zigzag for green.
 * @param {string | null} colour
 * @param {number} w
 * @param {number} h
 */
function patternOf(colour, w, h) {
  /** @type {(by: number, from: number) => number[]} */
  const steps = (by, from) =>
    Array.from({ length: Math.floor((w - from) / by) + 1 }, (_, i) => from + i * by);
  switch (colour) {
    case "R":
      return html`<path class="hat-pattern" d=${steps(5, 2.5)
        .map((x) => `M${x - 1.5} ${h - 0.8} L${x + 1.5} 0.8`)
        .join("")} />`;
    case "U":
      return steps(5, 3).map(
        (x) => html`<circle key=${x} class="em" cx=${x} cy=${h / 2} r=${Math.min(1.7, h / 4)} />`,
      );
    case "K":
      return html`<path class="hat-pattern"
        d=${`M0.6 ${h * 0.32} H${w - 0.6} M0.6 ${h * 0.68} H${w - 0.6}`} />`;
    case "G":
      return html`<path class="hat-pattern" d=${steps(3, 1)
        .map((x, i) => `${i ? "L" : "M"}${x} ${i % 2 ? h * 0.25 : h * 0.75}`)
        .join(" ")} />`;
    default:
      return null;
  }
}

/**
 * One hat. Without a colour its band is plain.
 * @param {{rank: string, colour?: string | null}} props
 */
export function Hat({ rank, colour = null }) {
  const { body, band } = HATS[rank];
  const [x, y, w, h] = band;
  return html`<g class="hat">
    ${body}
    <g transform=${`translate(${x} ${y})`}>
      <rect class="hat-band" width=${w} height=${h} rx=${rank === "GOV" ? h / 2 : 0.8} />
      ${patternOf(colour, w, h)}
    </g>
  </g>`;
}

/**
 * The outline of a hat without its band.
 * @param {string} rank
 */
export const hatShape = (rank) => HATS[rank].body;

/**
 * The marks of the colours, 24 units wide: a star, a ring, a square on its corner, a leaf.
 * @type {Record<string, VNode>}
 */
export const COLOUR_MARKS = {
  R: shape(
    `M0 -11.5 L3.2 -3.8 L11.5 -3.2 L5.2 2.2 L7.2 10.3 L0 5.9
     L-7.2 10.3 L-5.2 2.2 L-11.5 -3.2 L-3.2 -3.8 Z`,
  ),
  U: drawing`<circle class="mark-ring" r="7.8" />`,
  K: shape("M0 -11 L11 0 L0 11 L-11 0 Z"),
  G: drawing`<g>
    ${shape("M-9.5 9.5 C-13 -4 -2 -11 10.5 -10.5 C11 2 4 13 -9.5 9.5 Z")}
    ${cut("M-8 8 C-3 2 2 -3 6 -6")}
  </g>`,
};
