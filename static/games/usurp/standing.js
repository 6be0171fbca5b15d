/** The standings: the purses, lamps for hands won, and the name of each moment. */
import { NO_STATE, readyState } from "../../js/table/core/seat_states.js";
import { sideOf } from "./move_effects.js";

/** @import { Frame, Phase, Public } from "./records.js" */

/**
 * The names of a side: "Ann and Cleo"; "you" for the viewer.
 * @param {Frame} frame
 * @param {number} side
 */
export function sideName(frame, side) {
  return frame.view.public.sides[side]
    .map((seat) => (seat === frame.seat ? "you" : frame.names[seat]))
    .join(" and ");
}

/**
 * The receiver of points, short: "you", "Ben", and of partners "us" and "them", unless the viewer
 * only watches.
 * @param {Frame} frame
 * @param {number} side
 */
export function toWhom(frame, side) {
  const seats = frame.view.public.sides[side];
  if (seats.length === 1 || frame.seat === null) return sideName(frame, side);
  return seats.includes(frame.seat) ? "us" : "them";
}

/**
 * The points of this hand, and the game points that win.
 * @param {Frame} frame
 */
export function atStake(frame) {
  const { phase, sides, hand_points, game_points, to_win } = frame.view.public;
  if (phase !== "leading" && phase !== "play") return null;
  /** @param {readonly number[]} points */
  const each = (points) =>
    sides.map((_, side) => `${sideName(frame, side)} ${points[side]}`).join(", ");
  return `This hand: ${each(hand_points)}. Game points: ${each(game_points)}; ${to_win} ${to_win === 1 ? "wins" : "win"} the match.`;
}

/**
 * One row a seat, richest first; see play/seating.js.
 * @param {Frame} frame
 */
export function standing(frame) {
  const tableau = frame.view.public;
  const rows = tableau.seats.map((seat) => {
    const side = sideOf(tableau, seat);
    const partner = tableau.sides[side].find((other) => other !== seat);
    return {
      seat,
      place: null,
      title: partner === undefined ? null : `with ${frame.names[partner]}`,
      points: tableau.hand_points[side],
      count: tableau.phase === "lot" ? null : tableau.counts[seat],
      role: seat === tableau.dealer ? "dealer" : null,
      wears: seat === tableau.leader && tableau.order !== null ? "banner" : null,
      ally: partner !== undefined && partner === frame.seat,
      wins: { won: tableau.game_points[side], of: tableau.to_win, unit: "game points" },
      ...stateOf(tableau, seat),
    };
  });
  return rows.sort((a, b) => b.wins.won - a.wins.won || b.points - a.points);
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function stateOf(tableau, seat) {
  switch (tableau.phase) {
    case "lot":
    case "deal":
    case "over":
      return NO_STATE;
    case "interval":
      return readyState(tableau.confirmed, seat);
    case "leading":
    case "play":
      if (tableau.turn === seat)
        return { state: "turn", note: tableau.asked ? ASKED[tableau.asked] : "" };
      return { state: null, note: tableau.rising === seat ? "uprises" : "" };
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

const ASKED = {
  leading: "to choose the Order",
  order: "to choose the Order",
  lead: "to lead",
  play: "to play",
  answer: "to answer",
};

/**
 * The hand and the card in it: the parts that a replay jumps by.
 * @param {Public} tableau
 */
export function chapter({ hand, phase, discard }) {
  const cards = discard.length;
  const inHand = phase === "leading" || phase === "play";
  return {
    deal: hand,
    part: `${hand}.${inHand ? cards : phase}`,
    words: hand === 0 ? "the draw" : `hand ${hand}, ${MOMENTS[phase](cards)}`,
  };
}

/** @type {Record<Phase, (cards: number) => string>} */
const MOMENTS = {
  lot: () => "the deal",
  deal: () => "the deal",
  leading: () => "the first Order",
  play: (cards) => (cards ? `card ${cards}` : "the lead"),
  interval: () => "the end",
  over: () => "the end",
};
