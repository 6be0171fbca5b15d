/**
 * The answers to a question of a kind that a game's page does not know: each legal move has a
 * button with the move's own words.
 */
import { noteLeftOut } from "../core/left_out.js";
import { cardsOf, moveButtons } from "./simple_moves.js";

/** @import { Move } from "../../messages.js" */
/** @import { TableState } from "../core/game_types.js" */

/**
 * The parts of the action bar: {buttons, choices}.
 * @param {TableState} table
 * @param {string[]} codes the chosen cards
 * @param {string} kind
 */
export function unknownQuestion(table, codes, kind) {
  noteLeftOut(new Error(`a question of an unknown kind: ${kind}`));
  const withCards = table.frame.moves.filter((move) => cardsOf(move) !== null);
  const others = table.frame.moves.filter((move) => cardsOf(move) === null);
  const only = { ...table, frame: { ...table.frame, moves: withCards } };
  return {
    buttons: moveButtons(only, codes, wordsOf),
    choices: others.length
      ? {
          label: "Your answers",
          items: others.map((move) => ({
            label: wordsOf(move),
            name: wordsOf(move),
            act: () => table.answer(move),
          })),
        }
      : null,
  };
}

/**
 * "raise 3" for {type: "raise", chips: 3}.
 * @param {Move} move
 */
const wordsOf = ({ type, ...fields }) =>
  [type.replaceAll("-", " "), ...Object.values(fields).map(shown)].join(" ");

/** @param {unknown} value */
const shown = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
