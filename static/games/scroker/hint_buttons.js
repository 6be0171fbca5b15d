/** The buttons that a hint marks. Loaded with the first hint. */

/** @import { Frame, Move } from "./records.js" */

/**
 * The button that makes a move, by its shortcut or its words.
 * @param {Move} move
 * @param {Frame} frame
 */
export function hintButton(move, frame) {
  switch (move.type) {
    case "fold":
      return "F";
    case "open":
    case "raise":
      return frame.moves.some(({ type }) => type === "check" || type === "call") ? "B" : "Enter";
    case "object":
    case "sit-out":
      return "O";
    case "challenge":
      return String(move.word + 1);
    case "declare":
      return move.words?.length ? "Enter" : "N";
    case "rebuy":
      return frame.view.public.stacks[frame.seat ?? 0] < frame.view.public.options.ante
        ? "Enter"
        : "B";
    default:
      return "Enter";
  }
}
