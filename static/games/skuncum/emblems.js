/** The figures of the cards without a hat, round the origin and about 60 units wide. */
import { shape } from "../../js/cards/draw.js";
import { drawing } from "../../js/html.js";
import { cut } from "./hats.js";

export const HORSE = drawing`<g>
  ${shape(
    `M-22 30 C-23 14 -14 6 -9 -2 C-14 0 -18 5 -24 6 C-29 7 -33 2 -31 -3 C-27 -8 -23 -11 -20 -17
     C-19 -22 -15 -25 -10 -26 L-8 -33 L-2 -27 C13 -26 25 -14 27 4 C28 14 27 23 29 30 Z`,
  )}
  ${cut("M-13 -18 l4 -2 M-28 0 l4 -1.5 M4 -21 C15 -16 20 -4 18 9 M0 -13 C9 -8 13 2 11 14")}
</g>`;

const bee = drawing`<g>
  <path class="bee-wing" d="M-2 -6 C-14 -26 -28 -26 -28 -15 C-28 -7 -14 -4 -2 -4 Z" />
  <path class="bee-wing" d="M4 -6 C2 -27 16 -33 20 -24 C23 -15 14 -8 6 -4 Z" />
  ${shape("M-22 8 C-22 -4 -10 -9 2 -8 C12 -7 18 -2 20 5 C18 14 8 21 -4 20 C-14 19 -22 16 -22 8 Z")}
  ${shape("M-20 9 L-34 17 L-21 15 Z")}
  <circle class="em" cx="24" cy="0" r="8" />
  <path class="em-line" d="M27 -7 C28 -13 32 -15 35 -14 M22 -8 C21 -13 23 -17 27 -18" />
  <path class="bee-stripe"
    d="M-14 -3 C-11 4 -11 12 -13 17 M-3 -7 C0 2 0 12 -3 19 M8 -6 C11 2 11 10 8 17" />
  <circle class="hat-eye" cx="26" cy="-2" r="1.7" />
</g>`;

const crown = drawing`<path class="court-gold"
  d="M-10 6 L-12 -6 L-5.5 0 L0 -10 L5.5 0 L12 -6 L10 6 Z" />`;

const skunk = drawing`<g>
  <path class="skunk-body"
    d="M-35 10 C-34 4 -29 -2 -22 -3 C-20 -9 -15 -9 -13 -5 C-4 -9 8 -7 14 -1 C20 6 20 14 18 26 H10
      L8 18 C2 20 -6 20 -11 18 L-14 26 H-22 L-21 14 C-27 15 -34 15 -35 10 Z
      M10 4 C5 -8 3 -20 10 -29 C16 -37 31 -37 37 -28 C42 -19 39 -10 32 -6 C36 -3 33 3 27 5
      C22 9 15 9 10 4 Z" />
  <path class="skunk-white"
    d="M-28 1 C-18 -4 -4 -4 7 1 C11 3 14 6 16 9 C18 -2 14 -12 18 -21 C22 -29 32 -28 33 -20
      C33 -10 25 -6 22 4 C20 11 17 14 13 13 C4 4 -10 1 -28 4 Z" />
  <circle class="hat-eye" cx="-27.5" cy="7" r="1.7" />
</g>`;

const finger = drawing`<g>
  ${shape(
    `M-8 4 L-8 -25 C-8 -31 2 -31 2 -25 L2 -6 C5 -9 9 -8 10 -4 C13 -7 17 -5 18 -1
     C21 -3 25 -1 25 4 C25 15 22 20 20 25 H-7 C-10 18 -20 12 -22 6 C-21 1 -15 1 -8 8 Z`,
  )}
  ${shape("M-11 27 H23 V33 H-11 Z")}
  ${cut("M2 -4 V6 M10 -2 V7 M18 1 V8")}
</g>`;

/** A rosette with its ribbons; the number stands in the corner. */
const rosette = drawing`<g>
  <path class="rosette-tail"
    d="M-10 10 L-18 33 L-8 28 L-2 35 L2 14 Z M10 10 L18 33 L8 28 L2 35 L-2 14 Z" />
  ${shape(
    `M0 -28 L6 -23 L13 -25 L15 -18 L22 -15 L20 -8 L25 -2 L20 4 L21 11 L14 13 L11 20 L4 18 L0 23
     L-4 18 L-11 20 L-14 13 L-21 11 L-20 4 L-25 -2 L-20 -8 L-22 -15 L-15 -18 L-13 -25 L-6 -23 Z`,
  )}
  <circle class="rosette-face" cy="-2" r="13.5" />
  <path class="em-line" d="M-6 -2 L-1.5 3.5 L7 -7" />
</g>`;

const tickets = drawing`<g>
  <path class="ticket" transform="rotate(-14) translate(-3 -9)"
    d="M-28 -11 H28 V-4 C24 -4 24 4 28 4 V11 H-28 V4 C-24 4 -24 -4 -28 -4 Z" />
  <g transform="rotate(8) translate(3 10)">
    ${shape("M-28 -11 H28 V-4 C24 -4 24 4 28 4 V11 H-28 V4 C-24 4 -24 -4 -28 -4 Z")}
    ${cut("M-14 -8 V8 M-7 -3 H18 M-7 3 H12")}
  </g>
</g>`;

/** The pawn of the Kingmaker, as large as the horse. */
export const PAWN = drawing`<g>
  <circle class="em" cy="-18" r="12" />
  ${shape(
    `M-14 -7 H14 V-2 H7 C8 8 12 14 18 19 V22 H-18 V19 C-12 14 -8 8 -7 -2 H-14 Z
     M-22 25 H22 V33 H-22 Z`,
  )}
</g>`;

/**
 * By the kind of card.
 * @type {Record<string, import("preact").VNode>}
 */
export const EMBLEMS = {
  B5: rosette,
  B10: rosette,
  B25: rosette,
  B50: rosette,
  BDBL: tickets,
  A5: bee,
  A10: bee,
  A25: bee,
  A50: drawing`<g>${bee}<g transform="translate(25 -22) rotate(14) scale(0.9)">${crown}</g></g>`,
  ASKUNK: skunk,
  AFINGER: finger,
};

/** Backs and marks, 24 units wide: a hat thrown into the ring. */
export const CREST = drawing`<g>
  <path class="em-line" d="M-11 5 C-11 11 11 11 11 5 C11 -1 -11 -1 -11 5 Z" />
  ${shape("M-6 1 C-7 -11 7 -11 6 1 C9 1.5 10 0 10 0 C10 6 -10 6 -10 0 C-10 0 -9 1.5 -6 1 Z")}
</g>`;
