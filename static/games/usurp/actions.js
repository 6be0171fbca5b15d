/** The buttons that answer the open question: one function for each kind of question. */
import { cardSign } from "../../js/cards/french.js";
import { capital } from "../../js/table/core/name.js";
import { mainButton, movesOf, offered, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { cardName } from "./cards.js";
import { against, moveEffect, reneges } from "./move_effects.js";
import { toWhom } from "./standing.js";

/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { Order, TableState } from "./records.js" */

/**
 * The parts of the action bar: {buttons, choices}.
 * @param {TableState} table
 * @param {string | null} code the chosen card
 */
export function actions(table, code) {
  const { frame } = table;
  if (frame.seat === null || !table.live || frame.prompt === null) return { buttons: [] };
  switch (frame.prompt.kind) {
    case "name-order":
      return { buttons: nameOrder(table) };
    case "lead":
      return { buttons: [play(table, code, "Choose a card to lead", "Lead this card")] };
    case "play":
      return {
        buttons: [
          ...callLast(table),
          uprise(table, code),
          play(table, code, "Choose a card", code === null ? "" : effect(table, code)),
        ],
        choices: earlierCalls(table),
      };
    case "answer":
      return {
        buttons: [
          ...callLast(table),
          ...offered(table, "give-in", "Give in", "quiet", "I"),
          ...offered(table, "challenge", "Challenge", "main", "X"),
        ],
        choices: earlierCalls(table),
      };
    case "interval":
      return { buttons: offered(table, "confirm", "Next hand", "main", "Enter") };
    default:
      return unknownQuestion(table, code === null ? [] : [code], frame.prompt.kind);
  }
}

/** @type {[Order, string][]} */
const ORDERS = [
  ["regal", "high wins"],
  ["common", "low wins"],
];

/**
 * Before the first card both Orders are new; after a Usurp one of them is the present one.
 * @param {TableState} table
 */
function nameOrder(table) {
  const { order } = table.frame.view.public;
  return ORDERS.map(([name, rule], i) => ({
    label: order === name ? `Keep ${capital(name)}` : `${capital(name)}: ${rule}`,
    kind: order === name ? "quiet" : "main",
    shortcut: String(i + 1),
    act: () => table.answer({ type: "name-order", order: name }),
  }));
}

/**
 * The button that plays the chosen card openly.
 * @param {TableState} table
 * @param {string | null} code
 * @param {string} ask while none is chosen
 * @param {string} label
 */
const play = (table, code, ask, label) =>
  mainButton(code === null ? ask : label, () => withChosen(table, { type: "play", card: code }), {
    disabled: code === null,
  });

/**
 * @param {TableState} table
 * @param {string | null} code
 * @returns {ActionButton}
 */
const uprise = (table, code) => ({
  ...{ label: "Uprise (face down)", kind: "quiet", shortcut: "U", disabled: code === null },
  act: () => withChosen(table, { type: "uprise", card: code }),
});

/**
 * The effect of a card in words: "Score +9", "Usurp +9", "Follow: gives Ben 9"; "Reneg: gives Ben
 * 12" for a Sluff Off that holds the suit back.
 * @param {TableState} table
 * @param {string} code
 */
function effect({ frame }, code) {
  const tableau = frame.view.public;
  const seat = /** @type {number} */ (frame.seat);
  const { way, points, wins } = moveEffect(tableau, code);
  const name = reneges(tableau, code, frame.view.private?.cards ?? [])
    ? "Reneg"
    : { lead: "Lead", score: wins ? "Score" : "Follow", usurp: "Usurp", sluff: "Sluff off" }[way];
  if (wins) return `${name} +${points}`;
  return `${name}: gives ${toWhom(frame, against(tableau, seat))} ${points}`;
}

/**
 * The call of the Sluff Off just before, which names no card.
 * @param {TableState} table
 */
const callLast = (table) =>
  movesOf(table.frame, "call-reneg")
    .filter((move) => move.card === undefined)
    .map((move) => ({
      label: "Call a Reneg",
      kind: "quiet",
      shortcut: "N",
      act: () => table.answer(move),
    }));

/**
 * The calls of earlier Sluff Offs, small: there may be many.
 * @param {TableState} table
 */
function earlierCalls(table) {
  const items = movesOf(table.frame, "call-reneg").flatMap((move) =>
    typeof move.card === "string"
      ? [
          {
            label: cardSign(move.card),
            name: `Reneg: ${cardName(move.card)}`,
            act: () => table.answer(move),
          },
        ]
      : [],
  );
  return items.length ? { label: "Call an earlier Reneg", folded: true, items } : null;
}
