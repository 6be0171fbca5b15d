/** The standings: marks in the score boxes, what each seat is in this Race, and the chapters. */
import { drawing } from "../../js/html.js";
import { listed, who } from "../../js/table/core/name.js";
import { pileOf } from "../../js/table/play/so_far.js";
import { HORSE, PAWN } from "./emblems.js";

/** @import { Duel, Frame, Gain, Public, Role, Stack } from "./records.js" */
/** @import { Marks } from "./box.js" */

/**
 * @param {Frame} frame
 * @param {readonly number[]} seats
 */
export const namesOf = (frame, seats) => listed(seats.map((seat) => who(frame, seat)));

/**
 * The box of a seat as marks to draw.
 * @param {Public} tableau
 * @param {number} seat
 * @returns {Marks}
 */
export function marksOf({ boxes }, seat) {
  const [hats, votes, hatStrokes, voteStrokes] = boxes[seat];
  return { hats, votes, hatStrokes, voteStrokes };
}

/** @param {Public} tableau */
export const sizeOf = ({ hat_sizes, vote_size }) => ({
  hats: hat_sizes,
  votes: vote_size,
  hatStrokes: 0,
  voteStrokes: 0,
});

/** @param {Marks} marks */
export const marked = ({ hats, votes }) => hats.reduce((sum, n) => sum + n, votes);

/**
 * The marks of a gain in the box of its seat: votes beyond the open ones are strokes.
 * @param {Public} tableau
 * @param {Gain} gain
 * @param {string[]} ranks
 * @returns {Marks}
 */
export function gainMarks({ boxes, vote_size }, [seat, hats, strokes, votes], ranks) {
  const [, held] = boxes[seat];
  const open = Math.max(0, vote_size - held);
  return {
    hats: ranks.map((rank) => hats.filter((hat) => hat === rank).length),
    votes: Math.min(votes, open),
    hatStrokes: strokes,
    voteStrokes: Math.max(0, votes - open),
  };
}

/**
 * The gain of a seat if its side wins now, with that side; null: nothing to gain.
 * @param {Public} tableau
 * @param {number} seat
 */
export function stakeOf({ stakes }, seat) {
  for (const stake of stakes) {
    const [, , , gains] = stake;
    const gain = gains.find(([winner]) => winner === seat);
    if (gain) return { stake, gain };
  }
  return null;
}

/**
 * The part of a seat in this Race, in a word or two; "": none yet.
 * @param {Public} tableau
 * @param {number} seat
 */
export function partOf(tableau, seat) {
  const { candidate, bandwagon, challengers, coalition, kingmaker, dropped } = tableau;
  /** @param {Stack} stack */
  const owns = (stack) => stack.seat === seat;
  if (candidate?.seat === seat) return "Candidate";
  if (kingmaker === seat) return "Kingmaker";
  if (bandwagon.some(owns)) return "Bandwagon";
  if (challengers.some(owns)) return "Challenger";
  if (coalition.some(owns)) return "Coalition";
  return dropped.includes(seat) ? "dropped out" : "";
}

/** @type {Record<Role, string>} */
export const ROLES = { candidate: "Candidate", challenger: "Challenger", coalition: "Kingmaker" };

/** The Horse and the Pawn as marks of a seat, in the size of letters. */
export const HORSE_MARK = drawing`<svg class="piece" viewBox="-36 -36 72 72" aria-hidden="true"
  focusable="false">${HORSE}</svg>`;
export const PAWN_MARK = drawing`<svg class="piece" viewBox="-36 -36 72 72" aria-hidden="true"
  focusable="false">${PAWN}</svg>`;

/**
 * One row a seat, the fullest box first; see play/seating.js.
 * @param {Frame} frame
 */
export function standing(frame) {
  const tableau = frame.view.public;
  const rows = tableau.seats.map((seat) => ({
    seat,
    place: null,
    title: null,
    points: marked(marksOf(tableau, seat)),
    count: tableau.counts[seat],
    pile: pileOf(tableau.piles[seat].length, "card won", "cards won"),
    wears: `hats ${marksOf(tableau, seat).hats.reduce((sum, n) => sum + n, 0)}`,
    ...roleOf(tableau, seat),
    ...stateOf(tableau, seat),
  }));
  /** @param {{seat: number}} row */
  const strokes = (row) => marksOf(tableau, row.seat).voteStrokes;
  return rows.sort((a, b) => b.points - a.points || strokes(b) - strokes(a));
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function roleOf({ candidate, kingmaker }, seat) {
  if (candidate?.seat === seat) return { role: "Candidate", roleFigure: HORSE_MARK };
  if (kingmaker === seat) return { role: "Kingmaker", roleFigure: PAWN_MARK };
  return { role: null };
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function stateOf(tableau, seat) {
  const part = partOf(tableau, seat);
  switch (tableau.phase) {
    case "lot":
    case "deal":
    case "reshuffle":
    case "over":
      return { state: null, note: "" };
    case "lead":
      if (tableau.turn === seat) return { state: "turn", note: "to lead" };
      return tableau.passed.includes(seat)
        ? { state: "passed", note: "passed" }
        : { state: null, note: "" };
    case "scrum":
      if (tableau.turn === seat) return { state: "turn", note: "to play" };
      return { state: part === "dropped out" ? "out" : null, note: part };
    case "playoff":
      if (tableau.turn === seat) return { state: "turn", note: "to answer" };
      return {
        state: tableau.out.includes(seat) || part === "dropped out" ? "out" : null,
        note: tableau.out.includes(seat) ? `${part}, out` : part,
      };
    case "hats":
      return tableau.winnings.some((one) => one.seat === seat && one.choosing)
        ? answerState(tableau, seat, "chooses hats", "has chosen")
        : { state: null, note: part };
    case "convert":
      return answerState(tableau, seat, "", "ready");
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/**
 * @param {Public} tableau
 * @param {number} seat
 * @param {string} before
 * @param {string} after
 */
function answerState({ answered }, seat, before, after) {
  if (answered.includes(seat)) return { state: "ready", note: after };
  return { state: before ? "turn" : null, note: before };
}

/** @type {Record<string, string>} */
export const STAGES = { series: "duel of Challengers", final: "the final", king: "the King duel" };

/**
 * The hand, the Race and the duel: the parts that a replay jumps by.
 * @param {Public} tableau
 */
export function chapter(tableau) {
  const { hand, race, phase, duels } = tableau;
  const part = phase === "playoff" ? `duel${duels.length + 1}` : phase;
  return { deal: hand, part: `${hand}.${race}.${part}`, words: wordsOf(tableau) };
}

/** @param {Public} tableau */
function wordsOf({ hand, race, phase, duel, duels }) {
  if (hand === 0) return "the draw";
  const head = `hand ${hand}, Race ${race}`;
  switch (phase) {
    case "lot":
    case "deal":
    case "reshuffle":
      return `hand ${hand}, the deal`;
    case "lead":
      return `${head}, the lead`;
    case "scrum":
      return `${head}, the Scrum`;
    case "playoff":
      return `${head}, ${duel ? nameOfDuel(duel, duels.length) : "the Play-Off"}`;
    case "hats":
      return `${head}, the hats`;
    case "convert":
    case "over":
      return `hand ${hand}, the end`;
    default:
      throw new Error(`a phase of an unknown kind: ${phase}`);
  }
}

/**
 * @param {Duel} duel
 * @param {number} before
 */
const nameOfDuel = ({ stage }, before) =>
  stage === "series" ? `duel ${before + 1} of Challengers` : STAGES[stage];
