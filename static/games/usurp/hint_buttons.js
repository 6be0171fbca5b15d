/** The buttons that a hint marks. Loaded with the first hint. */

/** @import { Frame, Move } from "./records.js" */

/**
 * The button that makes a move, by its shortcut or its words.
 * @param {Move} move
 */
export function hintButton(move) {
  switch (move.type) {
    case "name-order":
      return move.order === "regal" ? "1" : "2";
    case "uprise":
      return "U";
    case "give-in":
      return "I";
    case "challenge":
      return "X";
    case "call-reneg":
      return "N";
    default:
      return "Enter";
  }
}
