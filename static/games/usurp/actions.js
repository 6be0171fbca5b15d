/** The buttons that answer the open question: one function for each kind of question. */
import { movesOf, offered, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { cardName, cardSign } from "./cards.js";
import { against, moveEffect, reneges } from "./move_effects.js";
import { toWhom } from "./standing.js";

/** @import { TableState } from "./records.js" */

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
      return {
        buttons: [
          withCard(table, code, "play", "Lead this card", "Choose a card to lead", "main", "Enter"),
        ],
      };
    case "play":
      return {
        buttons: [...callLast(table), uprise(table, code), openly(table, code)],
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

const RULE = { regal: "high wins", common: "low wins" };

/** Before the first card both Orders are new; after a Usurp one of them is the present one. */
function nameOrder(table) {
  const { order } = table.frame.view.public;
  return ["regal", "common"].map((name, i) => ({
    label: order === name ? `Keep ${capital(name)}` : `${capital(name)}: ${RULE[name]}`,
    kind: order === name ? "quiet" : "main",
    shortcut: String(i + 1),
    act: () => table.answer({ type: "name-order", order: name }),
  }));
}

const openly = (table, code) =>
  withCard(
    table,
    code,
    "play",
    code === null ? "" : effect(table, code),
    "Choose a card",
    "main",
    "Enter",
  );

const UPRISE = "Uprise (face down)";

const uprise = (table, code) => withCard(table, code, "uprise", UPRISE, UPRISE, "quiet", "U");

const withCard = (table, code, type, label, none, kind, shortcut) => ({
  label: code === null ? none : label,
  kind,
  shortcut,
  disabled: code === null,
  act: () => withChosen(table, { type, card: code }),
});

/**
 * The effect of a card in words: "Score +9", "Usurp +9", "Follow: gives Ben 9"; "Reneg: gives Ben
 * 12" for a Sluff Off that holds the suit back.
 */
function effect({ frame }, code) {
  const tableau = frame.view.public;
  const { way, points, wins } = moveEffect(tableau, code);
  const name = reneges(tableau, code, frame.view.private.cards)
    ? "Reneg"
    : { score: wins ? "Score" : "Follow", usurp: "Usurp", sluff: "Sluff off" }[way];
  if (wins) return `${name} +${points}`;
  return `${name}: gives ${toWhom(frame, against(tableau, frame.seat))} ${points}`;
}

/** The call of the Sluff Off just before, which names no card. */
const callLast = (table) =>
  movesOf(table.frame, "call-reneg")
    .filter((move) => move.card === undefined)
    .map((move) => ({
      label: "Call a Reneg",
      kind: "quiet",
      shortcut: "N",
      act: () => table.answer(move),
    }));

/** The calls of earlier Sluff Offs, small: there may be many. */
function earlierCalls(table) {
  const moves = movesOf(table.frame, "call-reneg").filter((move) => move.card !== undefined);
  if (!moves.length) return null;
  return {
    label: "Call an earlier Reneg",
    folded: true,
    items: moves.map((move) => ({
      label: cardSign(move.card),
      name: `Reneg: ${cardName(move.card)}`,
      act: () => table.answer(move),
    })),
  };
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
