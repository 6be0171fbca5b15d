/** The buttons that a hint marks. Loaded with the first hint. */

/** @import { Frame, Move } from "./records.js" */

/**
 * The button that makes a move, by its shortcut or its words.
 * @param {Move} move
 * @param {Frame} frame
 */
export function hintButton(move, { names }) {
  switch (move.type) {
    case "pass":
    case "decline":
      return "P";
    case "takeover":
      return "Take over";
    case "target":
      return names[move.seat];
    default:
      return "Enter";
  }
}
