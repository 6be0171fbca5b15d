/** The buttons that a hint marks. Loaded with the first hint. */

/** @import { Frame, Move } from "./records.js" */

/**
 * The button that makes a move, by its shortcut or its words.
 * @param {Move} move
 * @param {Frame} frame
 */
export function hintButton(move, frame) {
  switch (move.type) {
    case "pass-lead":
    case "drop-out":
      return "P";
    case "join":
      return { bandwagon: "1", coalition: "2", challenger: "3" }[move.area];
    case "politiks": {
      const targets = frame.moves.filter(
        (other) => other.type === "politiks" && other.card === move.card,
      );
      return String(
        targets.findIndex((other) => other.type === "politiks" && other.target === move.target) + 1,
      );
    }
    case "concede":
      return "Y";
    case "stand":
      return "K";
    case "choose-hats":
      return "Highest hats";
    case "buy-hats":
      return move.number ? String(move.number) : "Enter";
    default:
      return "Enter";
  }
}
