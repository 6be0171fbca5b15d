/** From chosen cards to moves: matched with the server's legal moves, never judged here. */
import { sameCards } from "../../js/cards/selection.js";
import { containsAll, movesOf } from "../../js/table/play/simple_moves.js";
import { faceOf, isWild, setName } from "./cards.js";

/** @import { Frame, PlayMove } from "./records.js" */

/** @param {Frame} frame */
export const plays = (frame) => movesOf(frame, "play");

/**
 * The legal moves that play exactly these cards: one for each meaning they can have.
 * @param {Frame} frame
 * @param {string[]} codes
 */
export const meanings = (frame, codes) =>
  plays(frame).filter((move) => sameCards(move.cards, codes));

/**
 * True if some legal move holds all of these cards.
 * @param {Frame} frame
 * @param {string[]} codes
 */
export function together(frame, codes) {
  return frame.moves.some((move) => "cards" in move && containsAll(move.cards, codes));
}

/**
 * The one set of cards that a tap on `code` can mean; null where there are several.
 * @param {Frame} frame
 * @param {string} code
 */
export function onlySet(frame, code) {
  const sets = new Map(
    plays(frame)
      .filter((move) => move.cards.includes(code))
      .map((move) => [[...move.cards].sort().join(), move.cards]),
  );
  return sets.size === 1 ? [...sets.values()][0] : null;
}

/** @param {PlayMove} move */
export const sizeOf = (move) => move.cards.length + (move.double ? 1 : 0);

/**
 * The name of a move's set: "three eights".
 * @param {PlayMove} move
 */
export function nameOf(move) {
  const face = move.face ?? faceOf(move.cards.find((code) => !isWild(code)) ?? move.cards[0]);
  return face === null ? `${move.cards.length} cards` : setName(face, sizeOf(move));
}
