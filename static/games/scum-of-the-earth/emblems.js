/** The drawings on the cards, each round the origin and about 24 units wide. */
import { line as lines, shape } from "../../js/cards/draw.js";
import { drawing } from "../../js/html.js";

const crown = drawing`<g>
  ${shape(
    "M-9.5 6 L-12 -6 L-5.6 -0.6 L0 -10 L5.6 -0.6 L12 -6 L9.5 6 Z M-9.5 7.6 H9.5 V10.6 H-9.5 Z",
  )}
</g>`;
const key = drawing`<g>
  ${lines("M0 -2.5 V11 M0 10.5 H5.5 M0 6 H4.5")}
  <circle class="em-line" r="4.2" cy="-6.8" />
</g>`;
const lily = shape(
  `M0 -11 C4.5 -6 4.5 -1.5 1.6 3 C4 -1 6 -5.4 9.6 -4.6 C12.6 -3.4 11.4 1.6 7.6 1
    C8.6 3.2 5 4.6 2.6 4.4 L4.4 10.5 H-4.4 L-2.6 4.4 C-5 4.6 -8.6 3.2 -7.6 1
    C-11.4 1.6 -12.6 -3.4 -9.6 -4.6 C-6 -5.4 -4 -1 -1.6 3 C-4.5 -1.5 -4.5 -6 0 -11 Z`,
);
const goblet = shape(
  `M-8.5 -10 H8.5 C8.5 -1 5 2.6 1.6 3.6 V7.4 H6.4 V10.4 H-6.4 V7.4 H-1.6 V3.6
    C-5 2.6 -8.5 -1 -8.5 -10 Z`,
);
const topHat = shape(
  `M-6.6 -10 H6.6 L6 4.4 C9 4.4 11 3.6 11.6 2.6 C12.6 7 7 9.4 0 9.4 C-7 9.4 -12.6 7 -11.6 2.6
    C-11 3.6 -9 4.4 -6 4.4 Z`,
);
const tankard = drawing`<g>
  ${shape("M-9 -9.5 H5 V10 H-9 Z")}
  ${lines("M5 -5 H8.4 C10.4 -5 11 -4 11 -2 V2.6 C11 4.6 10.4 5.4 8.4 5.4 H5")}
</g>`;
const boot = shape(
  "M-7.4 -10.4 H1.8 V-0.6 C6.4 0.2 11.2 1.8 11.2 6.6 H-7.4 Z M-7.8 7.8 H11.4 V10.4 H-7.8 Z",
);
const fish = drawing`<g>
  ${lines("M-6 0 H6 M-3 -5.5 V5.5 M0.5 -4.6 V4.6 M4 -3.4 V3.4")}
  ${shape("M6 -4 C10 -4 12 -1.8 12 0 C12 1.8 10 4 6 4 Z M-12 -6 L-5.6 0 L-12 6 Z")}
</g>`;
const bucket = drawing`<g>
  ${shape("M-9.4 -3.6 H9.4 L6.8 10.6 H-6.8 Z")}
  ${lines("M-8.4 -3.6 C-7 -13 7 -13 8.4 -3.6")}
</g>`;
const patch = drawing`<g>
  ${shape("M-8 -7.4 L7.4 -8.4 L8.4 7.4 L-7.2 8.4 Z")}
  ${lines(
    `M-11 -4 L-6 -4.4 M-10.6 3.6 L-5.6 3.2 M-3.6 -11 L-3.2 -6 M3.6 -11.4 L4 -6.4 M6 -4 L11 -4.4
      M6.4 4 L11.4 3.6 M-3 6 L-2.6 11 M4 5.6 L4.4 10.6`,
  )}
</g>`;

/** By face, 1 to 10. */
export const PIPS = [null, crown, key, lily, goblet, topHat, tankard, boot, fish, bucket, patch];

const shoulders = "M-30 40 C-30 18 -16 12 -7 10 L0 17 L7 10 C16 12 30 18 30 40 Z";
const head = drawing`<g>
  <path class="em" d=${shoulders} />
  <circle class="em-skin" r="13.5" cy="-4" />
  <path class="em-thin" d="M-5 -5 v1.6 M5 -5 v1.6 M-4.5 3.4 q4.5 3 9 0 M0 -3.4 l-1.6 3.8 h2.4" />
</g>`;

const knave = drawing`<g>
  ${head}
  <path class="em" d="M-16 -9 C-15 -24 14 -26 16 -9 Z" />
  <path class="em-line" d="M12 -14 C20 -20 24 -30 21 -37" />
  <path class="em-thin" d="M12 -14 C14 -24 18 -30 21 -37" />
</g>`;
const queen = drawing`<g>
  <path class="em" d="M-16 -8 C-20 12 -18 18 -14 22 H14 C18 18 20 12 16 -8 Z" />
  ${head}
  <path class="em" d="M-15 -10 C-14 -22 14 -22 15 -10 C8 -15 -8 -15 -15 -10 Z" />
  <circle class="em" r="3.4" cx="0" cy="-23" />
  <path class="em-thin em-on" d="M-12 27 h24 M-9 32 h18" />
</g>`;
const king = drawing`<g>
  ${head}
  <path class="em" d="M-14 -12 L-17 -30 L-8.4 -20 L0 -33 L8.4 -20 L17 -30 L14 -12 Z" />
  <path class="em-thin em-on" d="M-11 -17 l5 5 m0 -5 l-5 5 M5 -16 l4 4" />
  <path class="em" d="M-10 3 C-9 17 9 17 10 3 C5 6 -5 6 -10 3 Z" />
</g>`;

/**
 * By face, 11 to 13: busts about 60 units wide.
 * @type {Record<number, import("preact").VNode>}
 */
export const COURT = { 11: knave, 12: queen, 13: king };

export const INFINITY = lines(
  "M0 0 C-3 -6 -11 -7 -11 0 C-11 7 -3 6 0 0 C3 -6 11 -7 11 0 C11 7 3 6 0 0",
);
export const STAR = shape(
  "M0 -11 L2.8 -3.6 L10.6 -3.4 L4.4 1.4 L6.6 9 L0 4.6 L-6.6 9 L-4.4 1.4 L-10.6 -3.4 L-2.8 -3.6 Z",
);
export const SUN = drawing`<g>
  <circle class="em-line" r="15" />
  <circle class="em-thin" r="20.5" />
  ${Array.from(
    { length: 16 },
    (_, i) =>
      drawing`<path key=${i} class="em" transform="rotate(${i * 22.5})"
        d="M-1.6 -24 L0 ${i % 2 ? -31 : -36} L1.6 -24 Z" />`,
  )}
</g>`;

/** Marks of the special cards' effects, for the fan. */
export const MARKS = {
  eye: drawing`<g>
    ${lines("M-13 0 C-7 -9 7 -9 13 0 C7 9 -7 9 -13 0 Z")}
    <circle class="em" r="4" />
  </g>`,
  hush: drawing`<g>${lines("M-9 -9 L9 9 M9 -9 L-9 9")}</g>`,
  again: drawing`<g>
    ${lines("M9 -3 C7 -12 -8 -12 -9.6 -1 M-9 3 C-7 12 8 12 9.6 1")}
    ${shape("M13 -6 L9.6 2 L4.6 -4.4 Z M-13 6 L-9.6 -2 L-4.6 4.4 Z")}
  </g>`,
  pair: drawing`<g>${lines("M-9 -7 H3 V10 H-9 Z M-3 -11 H9 V6")}</g>`,
  flag: drawing`<g>${lines("M-6 -12 V12")}${shape("M-6 -12 L11 -6.4 L-6 -0.8 Z")}</g>`,
  two: drawing`<g>
    ${lines("M-12 -5 L-4 5 M-4 -5 L-12 5 M2 -4 C3 -9 11 -8 10.4 -3 C10 0.6 4 4 2 8 H11.4")}
  </g>`,
};
