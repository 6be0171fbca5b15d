/**
 * The buttons that answer the open question, all from the legal moves: one function for each kind
 * of question.
 */
import { has, mainButton, movesOf, offered, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { faceLetter } from "./cards.js";
import { meanings, nameOf, plays } from "./sets.js";

/** @import { Pick } from "../../js/table/core/game_types.js" */
/** @import { ActionButton, Choices } from "../../js/table/play/action_bar.js" */
/** @import { Frame, PlayMove, Public, TableState } from "./records.js" */

/** @typedef {{buttons: ActionButton[], choices?: Choices | null, pick?: Pick}} Answers */
/** @typedef {(move: PlayMove) => unknown} Answer */

/**
 * The parts of the table: {buttons, choices, pick}, see play/action_bar.js and play/layout.js.
 * @param {TableState} table
 * @param {string[]} codes the chosen cards
 * @returns {Answers}
 */
export function actions(table, codes) {
  const { frame } = table;
  const tableau = frame.view.public;
  if (frame.seat === null || !table.live) return { buttons: [] };
  if (frame.prompt === null) return { buttons: waiting(table, tableau) };
  switch (tableau.phase) {
    case "takeover":
      return {
        buttons: [
          ...offered(table, "takeover", "Take over", "main"),
          ...confirm(table, has(frame, "takeover") ? "No, continue" : "Ready"),
        ],
      };
    case "interval":
      return { buttons: confirm(table, "Next hand") };
    case "bonus":
      return { buttons: [giveBack(table, codes)] };
    case "play":
      return turn(table, tableau, codes);
    default:
      return unknownQuestion(table, codes, tableau.phase);
  }
}

/**
 * @param {TableState} table
 * @param {Public} tableau
 * @param {string[]} codes
 * @returns {Answers}
 */
function turn(table, tableau, codes) {
  switch (tableau.asked) {
    case "lead":
    case "follow":
      return playSet(
        table,
        codes,
        offered(table, "pass", "Pass", nothingBeats(table.frame) ? "main" : "quiet", "P"),
      );
    case "again":
      return playSet(table, codes, offered(table, "decline", "Stop here", "quiet", "P"));
    case "target":
      return pickSomebody(table, "Pick");
    case "look":
      return pickSomebody(table, "Look at the hand of");
    default:
      return unknownQuestion(table, codes, String(tableau.asked));
  }
}

/**
 * Without a legal meaning the try is sent all the same, and the refusal says why not. With several,
 * each has a button.
 * @param {TableState} table
 * @param {string[]} codes
 * @param {ActionButton[]} others
 * @returns {Answers}
 */
function playSet(table, codes, others) {
  /** @type {Answer} */
  const answer = (move) => withChosen(table, move);
  const found = meanings(table.frame, codes);
  if (found.length > 3)
    return {
      buttons: others,
      choices: { label: "They stand for", items: found.map((move) => meaning(move, answer)) },
    };
  if (found.length) {
    const verb = found.length > 1 ? "as" : "Play";
    const plays = found.map((move) => mainButton(`${verb} ${nameOf(move)}`, () => answer(move)));
    return { buttons: [...others, ...plays] };
  }
  if (table.refusal?.reason === "name-the-wild" && codes.length)
    return {
      buttons: others,
      choices: { label: "They stand for", items: anyMeaning(codes, answer) },
    };
  const label = codes.length
    ? `Play ${codes.length === 1 ? "this card" : `these ${codes.length}`}`
    : "Play";
  const kind = others.some((other) => other.kind === "main") ? "quiet" : "main";
  const attempt = mainButton(label, () => answer({ type: "play", cards: codes }), {
    ...{ kind, disabled: !codes.length },
  });
  return { buttons: [...others, attempt] };
}

/**
 * @param {PlayMove} move
 * @param {Answer} answer
 */
const meaning = (move, answer) => ({
  label: `${faceLetter(move.face ?? 0)}${move.double ? " (10 twice)" : ""}`,
  name: `as ${nameOf(move)}`,
  act: () => answer(move),
});

/**
 * Every face is on offer where the list of legal moves was too long to send; the server decides.
 * @param {string[]} codes
 * @param {Answer} answer
 */
function anyMeaning(codes, answer) {
  return Array.from({ length: 13 }, (_, i) =>
    meaning({ type: "play", cards: codes, face: i + 1 }, answer),
  ).reverse();
}

/**
 * @param {TableState} table
 * @param {string[]} codes
 */
function giveBack(table, codes) {
  const example = movesOf(table.frame, "give")[0];
  const number = example?.cards.length ?? 1;
  const partner = table.frame.view.private?.exchange?.partner;
  const to = partner === undefined ? "" : ` to ${table.frame.names[partner]}`;
  const label =
    codes.length === number
      ? `Give ${number === 1 ? "this card" : "these two"}${to}`
      : `Choose ${number === 1 ? "one card" : "two cards"}${to ? ` for${to.slice(3)}` : ""}`;
  const give = () => withChosen(table, { type: "give", cards: codes });
  return mainButton(label, give, { disabled: !codes.length });
}

/**
 * @param {TableState} table
 * @param {string} label
 * @returns {Answers}
 */
function pickSomebody(table, label) {
  const targets = movesOf(table.frame, "target");
  /** @param {number} seat */
  const choosing = (seat) => table.answer({ type: "target", seat });
  return {
    buttons: [
      ...targets.map((move) => ({
        label: table.frame.names[move.seat],
        kind: "main",
        act: () => choosing(move.seat),
      })),
      ...offered(table, "decline", "Don’t look", "quiet", "P"),
    ],
    pick: { seats: new Set(targets.map((move) => move.seat)), choose: choosing, label },
  };
}

/**
 * @param {TableState} table
 * @param {Public} tableau
 */
function waiting(table, tableau) {
  const { frame } = table;
  const mayQueue =
    tableau.phase === "play" &&
    frame.awaited.length > 0 && // a lesson that is over waits for nobody
    frame.seat !== null &&
    !tableau.out.includes(frame.seat) &&
    tableau.ranks.includes(frame.seat);
  if (!mayQueue) return [];
  const premove = frame.premove !== null;
  return [
    {
      label: premove ? "Passing on my turn. Cancel" : "Pass on my turn",
      kind: "quiet",
      shortcut: "P",
      pressed: premove,
      locks: false,
      act: () => (premove ? table.cancelPremove() : table.premove({ type: "pass" })),
    },
  ];
}

/**
 * @param {TableState} table
 * @param {string} label
 */
const confirm = (table, label) =>
  offered(table, "confirm", label, has(table.frame, "takeover") ? "quiet" : "main", "Enter");

/**
 * True if the viewer can only pass: all legal moves are listed, and none has cards.
 * @param {Frame} frame
 */
const nothingBeats = (frame) => frame.moves_complete && !plays(frame).length;
