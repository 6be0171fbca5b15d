/** The buttons that a hint marks. Loaded with the first hint. */

import { moveLabel } from "./move_words.js";

/** @import { Frame, Move } from "./records.js" */

/**
 * The button that makes a move, by its shortcut or its words.
 * @param {Move} move
 * @param {Frame} frame
 */
export function hintButton(move, frame) {
  switch (move.type) {
    case "pass":
      return move.rest ? "X" : "P";
    case "play":
    case "give":
      return "Enter";
    default:
      return moveLabel(frame)(move);
  }
}
