/** The standings: stacks of play chips, stakes, and the name of each moment. */
import { NO_STATE, readyState } from "../../js/table/core/seat_states.js";
import { pileOf } from "../../js/table/play/so_far.js";

/** @import { Frame, Phase, Public } from "./records.js" */

/**
 * The seats still in the hand, clockwise from the dealer's left.
 * @param {Public} tableau
 */
export const activeSeats = (tableau) =>
  tableau.players.filter((seat) => !tableau.folded.includes(seat));

/**
 * @param {Public} tableau
 * @param {number} seat
 */
export const resultOf = (tableau, seat) =>
  tableau.stacks[seat] - tableau.bought[seat] - tableau.markers[seat];

/**
 * One row a seat, the biggest winner first; see play/seating.js.
 * @param {Frame} frame
 */
export function standing(frame) {
  const tableau = frame.view.public;
  const rows = tableau.seats.map((seat) => ({
    seat,
    place: null,
    title: null,
    points: tableau.stacks[seat],
    count:
      handIsOn(tableau) && tableau.players.includes(seat) && !tableau.folded.includes(seat)
        ? tableau.counts[seat] + (tableau.up[seat]?.length ?? 0)
        : null,
    pile: handIsOn(tableau)
      ? pileOf(tableau.drawn[seat] ?? 0, "card exchanged", "cards exchanged")
      : undefined,
    role: seat === tableau.dealer ? "dealer" : null,
    stake: handIsOn(tableau) ? tableau.put[seat] : 0,
    wears: seat === tableau.dealer ? "visor" : null,
    ...stateOf(tableau, seat),
  }));
  return rows.sort((a, b) => resultOf(tableau, b.seat) - resultOf(tableau, a.seat));
}

/** @param {{phase: string}} props */
export const handIsOn = ({ phase }) =>
  ["bet", "consent", "draw", "reshuffle", "declare", "challenge"].includes(phase);

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function stateOf(tableau, seat) {
  switch (tableau.phase) {
    case "lot":
    case "over":
      return NO_STATE;
    case "naming":
      return seat === tableau.dealer ? { state: "turn", note: "chooses the game" } : NO_STATE;
    case "ante":
    case "deal":
      return tableau.players.includes(seat)
        ? readyState(tableau.confirmed, seat, "is in")
        : { state: "out", note: "sits out" };
    case "interval":
      if (tableau.sitting_out.includes(seat)) return { state: "out", note: "sits out" };
      return readyState(tableau.confirmed, seat);
    case "bet":
    case "consent":
    case "draw":
    case "reshuffle":
    case "declare":
    case "challenge":
      return inHand(tableau, seat);
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function inHand(tableau, seat) {
  if (!tableau.players.includes(seat)) return { state: "out", note: "sits out" };
  if (tableau.folded.includes(seat)) return { state: "passed", note: "has folded" };
  if (tableau.phase === "consent" && tableau.turn === seat)
    return { state: null, note: "can’t match" };
  if (tableau.turn === seat)
    return { state: "turn", note: tableau.phase === "draw" ? "to draw" : "to bet" };
  if (tableau.phase === "declare")
    return readyState(tableau.declared, seat, "claim made", { state: "turn", note: "to claim" });
  if (tableau.phase === "challenge") {
    if (tableau.leader === seat) return { state: null, note: "leads" };
    return readyState(tableau.answered, seat, "has answered", { state: "turn", note: "to answer" });
  }
  return {
    state: null,
    note: tableau.tapped.includes(seat) ? "tapped out" : `in for ${tableau.staked[seat]}`,
  };
}

/**
 * The hand and the moment in it: the parts that a replay jumps by.
 * @param {Public} tableau
 */
export function chapter(tableau) {
  const { hand, phase, round } = tableau;
  return {
    deal: hand,
    part: `${hand}.${phase}.${phase === "bet" ? round : ""}`,
    words: hand === 0 ? "the draw" : `hand ${hand}, ${MOMENTS[phase](tableau)}`,
  };
}

/** @type {Record<Phase, (tableau: Public) => string>} */
const MOMENTS = {
  lot: () => "the draw",
  naming: () => "the dealer’s choice",
  ante: () => "the antes",
  deal: () => "the deal",
  bet: ({ round }) => `betting round ${round}`,
  consent: () => "tapping out?",
  draw: () => "the draw",
  reshuffle: () => "the reshuffle",
  declare: () => "the claims",
  challenge: () => "the challenge",
  interval: () => "the end",
  over: () => "the end",
};
