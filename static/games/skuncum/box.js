/**
 * A player's score box as it is printed on the board: a triangle with hats on the left, votes on
 * the right, and the memo strokes outside.
 */
import { html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { RANKS, SUIT_CARDS } from "./deck.js";
import { HORSE } from "./emblems.js";
import { hatShape } from "./hats.js";

/**
 * @typedef {object} Marks
 * @property {number[]} hats by rank, the lowest first
 * @property {number} votes
 * @property {number} hatStrokes
 * @property {number} voteStrokes
 */

const AXIS = 92;
const TOP = 34;
const ROW = 15.5;
const SLOPE = 0.61;
const BASE = TOP + ROW * RANKS.length + 3;
const HALF = BASE * SLOPE;
const MOST_TALLIES = 10;

/**
 * The triangle. `next`: what would be marked on top of `marks`.
 * @type {import("preact").ComponentType<{marks: Marks, size: Marks, next?: Marks | null,
 *   horse?: boolean, label: string}>}
 */
export const ScoreBox = pure(({ marks, size, next = null, horse = false, label }) => {
  const rows = [...RANKS].reverse();
  return html`<svg class="box" viewBox=${`0 0 ${2 * AXIS} ${BASE + 3}`} role="img"
    aria-label=${label} data-horse=${horse ? "" : null}>
    <path class="box__sheet"
      d=${`M${AXIS} 2 L${AXIS + HALF} ${BASE} H${AXIS - HALF} Z`} />
    <path class="box__rule" d=${`M${AXIS} ${TOP - 3} V${BASE}`} />
    ${
      horse
        ? html`<g class="box__horse" transform=${`translate(${AXIS} ${TOP - 10}) scale(0.3)`}>
          ${HORSE}
        </g>`
        : null
    }
    ${rows.map((rank, row) => {
      const at = RANKS.indexOf(rank);
      return html`<${Row} key=${rank} rank=${rank} row=${row} of=${size.hats[at]}
        marked=${marks.hats[at]} fresh=${next?.hats[at] ?? 0} />`;
    })}
    ${voteSpots(size.votes).map(
      ([x, y], i) => html`<circle key=${i} class="box__vote" cx=${x} cy=${y} r="5.2"
        data-state=${stateOf(i, marks.votes, next?.votes ?? 0)} />`,
    )}
    <${Tally} x=${6} n=${marks.hatStrokes} fresh=${next?.hatStrokes ?? 0} />
    <${Tally} x=${AXIS + 48} n=${marks.voteStrokes} fresh=${next?.voteStrokes ?? 0} />
  </svg>`;
});

/**
 * @param {number} i
 * @param {number} marked
 * @param {number} fresh
 */
const stateOf = (i, marked, fresh) =>
  i < marked ? "marked" : i < marked + fresh ? "next" : "open";

/**
 * The hats of one rank, from the middle to the left.
 * @param {{rank: string, row: number, of: number, marked: number, fresh: number}} props
 */
function Row({ rank, row, of, marked, fresh }) {
  const y = TOP + ROW * row;
  const width = Math.min(25, ((y + 2) * SLOPE - 3) / of);
  return Array.from({ length: of }, (_, i) => {
    const x = AXIS - 3 - width * (i + 0.5);
    const place = `translate(${x.toFixed(1)} ${y + ROW / 2 + 1})`;
    return html`<g key=${i} class="box__hat" data-state=${stateOf(i, marked, fresh)}
      transform=${`${place} scale(${(width / 80).toFixed(3)})`}>
      ${hatShape(rank)}
    </g>`;
  });
}

/**
 * The places of the votes, a heap that narrows upwards, filled from the foot.
 * @param {number} votes
 */
function voteSpots(votes) {
  let foot = 1;
  while ((foot * (foot + 1)) / 2 < votes) foot += 1;
  const spots = [];
  for (let row = 0; spots.length < votes; row += 1)
    for (let column = 0; column < foot - row && spots.length < votes; column += 1)
      spots.push([AXIS + 11 + 15 * column, BASE - 3 - ROW * (row + 0.5)]);
  return spots;
}

/**
 * Strokes in fives, the last of each across; many of them as a number.
 * @param {{x: number, n: number, fresh: number}} props
 */
function Tally({ x, n, fresh }) {
  const all = n + fresh;
  if (!all) return null;
  const shown = Math.min(all, MOST_TALLIES);
  return html`<g class="box__tally" transform=${`translate(${x} 8)`}>
    ${Array.from({ length: shown }, (_, i) => {
      const at = 20 * Math.floor(i / 5);
      const d = i % 5 === 4 ? `M${at - 2} 11 L${at + 14} 3` : `M${at + (i % 5) * 4} 0 V14`;
      return html`<path key=${i} d=${d} data-state=${i < n ? "marked" : "next"} />`;
    })}
  </g>`;
}

/**
 * The box in words: "Grass Roots 3 of 3, …; votes 4 of 10; 2 Vote strokes".
 * @param {Marks} marks
 * @param {Marks} size
 */
export function boxWords(marks, size) {
  const hats = RANKS.map(
    (rank, i) => `${SUIT_CARDS[rank].name} ${marks.hats[i]} of ${size.hats[i]}`,
  );
  return [
    hats.join(", "),
    `votes ${marks.votes} of ${size.votes}`,
    marks.hatStrokes ? plural(marks.hatStrokes, "Hat stroke") : "",
    marks.voteStrokes ? plural(marks.voteStrokes, "Vote stroke") : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/**
 * Marks in words: "a Mayor hat and 2 votes"; "nothing".
 * @param {Marks} marks
 */
export function marksWords(marks) {
  const parts = [
    ...RANKS.flatMap((rank, i) => {
      const n = marks.hats[i];
      const { name } = SUIT_CARDS[rank];
      return n ? [n === 1 ? `a ${name} hat` : `${n} ${name} hats`] : [];
    }),
    marks.votes ? plural(marks.votes, "vote") : "",
    marks.hatStrokes ? plural(marks.hatStrokes, "Hat stroke") : "",
    marks.voteStrokes ? plural(marks.voteStrokes, "Vote stroke") : "",
  ].filter(Boolean);
  if (!parts.length) return "nothing";
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * @param {number} n
 * @param {string} noun
 */
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
