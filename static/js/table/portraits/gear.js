/** Rank and role as birds wear them: drawn round the eye or the throat, or at the picture's edge. */
import { drawing } from "../../html.js";

/** @import { Bird } from "./birds.js" */

const BRASS = "#d3a75a";
const INK = "#1d1b18";
/** The hats that fit above a head. */
const MOST_HATS = 3;

/** By place in the ranks: all games with ranks dress alike. @type {Record<string, string>} */
const BY_PLACE = { first: "crown", penult: "cap", last: "patches" };

/** Above the eye, at 0, 0. @type {Record<string, any>} */
const HEADGEAR = {
  crown: drawing`<path d="M-16 0L-18 -14L-9 -7L-3 -18L3 -7L12 -14L10 0Z" fill=${BRASS}
    stroke=${INK} stroke-width="1.6" />`,
  cap: drawing`<path d="M-19 3C-20 -11 11 -14 13 -1L25 3C20 7 8 6 -19 5Z" fill="#77715f"
    stroke=${INK} stroke-width="1.6" />`,
  visor: drawing`<path d="M-18 1C-14 -8 8 -9 13 -2L30 5C20 10 4 8 -18 6Z" fill="#3f9a68"
    fill-opacity="0.9" stroke=${INK} stroke-width="1.6" />`,
};

/**
 * The gear of a seat, by its rank and by its role in the game.
 * @param {Bird} bird
 * @param {string | null} place
 * @param {string | null | undefined} wears "visor", "banner", "mask" with a letter behind a space,
 *   or "hats" with their number
 */
export function gear(bird, place, wears) {
  const [[x, y], [left, top]] = [bird.eyes.at(-1) ?? [58, 36], bird.throat];
  const [kind = "", mark = ""] = (wears ?? "").split(" ");
  const head = HEADGEAR[kind] ?? HEADGEAR[BY_PLACE[place ?? ""] ?? ""];
  return drawing`<g class="face__gear">
    ${head && drawing`<g transform=${`translate(${x - 3} ${y - 11})`}>${head}</g>`}
    ${
      BY_PLACE[place ?? ""] === "patches" &&
      drawing`<g transform=${`translate(${left} ${top})`} fill="#c49a6c" stroke=${INK}
        stroke-width="1.6" stroke-dasharray="3 2">
        <path d="M-22 8L-6 5L-4 21L-20 23ZM4 16L18 13L20 27L7 30Z" /></g>`
    }
    ${
      kind === "mask" &&
      drawing`<g transform=${`translate(${x} ${y})`}>
        <path d="M-20 -7C-8 -11 4 -10 12 -6C13 3 6 9 0 5C-6 10 -17 7 -20 -7Z
          M4 0A4.6 4.6 0 1 0 -4.6 0A4.6 4.6 0 1 0 4 0Z" fill=${INK} fill-rule="evenodd"
          stroke=${BRASS} stroke-width="1.4" /></g>`
    }
    ${
      kind === "mask" &&
      mark &&
      drawing`<g transform=${`translate(${left} ${top + 18})`}>
        <circle r="13" fill="#7a2338" stroke=${BRASS} stroke-width="2" />
        <text y="6" text-anchor="middle" font-size="18" font-weight="700" fill="#f6f1e7">${mark}</text>
      </g>`
    }
    ${
      kind === "banner" &&
      drawing`<path d="M14 14V112" stroke=${INK} stroke-width="3.4" />
        <path d="M15 16H42L34 27L42 38H15Z" fill=${BRASS} stroke=${INK} stroke-width="1.6" />`
    }
    ${
      kind === "hats" &&
      Array.from(
        { length: Math.min(MOST_HATS, Number(mark)) },
        (_, i) => drawing`<path transform=${`translate(${x - 4} ${y - 9 - i * 10})`}
          d="M-20 3H18V-2H10V-13H-12V-2H-20Z" fill=${INK} stroke=${BRASS} stroke-width="1.8" />`,
      )
    }
  </g>`;
}
