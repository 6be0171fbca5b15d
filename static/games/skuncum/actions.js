/** The buttons that answer the open question: one function for each kind of question. */

import { sameCards } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { Composer, composerButtons, draftOf } from "../../js/table/parts/composer.js";
import { questionOf } from "../../js/table/parts/open_answers.js";
import { has, mainButton, movesOf, offered, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { cardName, Face } from "./cards.js";
import { isAction } from "./deck.js";
import { ROLES } from "./standing.js";

/** @import { Frame, Public, TableState } from "./records.js" */
/** @import { ActionButton } from "../../js/table/play/action_bar.js" */

/**
 * The parts of the action bar.
 * @param {TableState} table
 * @param {string[]} codes the chosen cards
 */
export function actions(table, codes) {
  const { frame } = table;
  if (frame.seat === null || !table.live || frame.prompt === null) return { buttons: [] };
  switch (frame.prompt.kind) {
    case "lead":
      return { buttons: lead(table, codes) };
    case "scrum":
      return { bounded: true, buttons: scrum(table, codes) };
    case "duel":
      return { buttons: duel(table, codes) };
    case "hats":
      return hats(table, codes);
    case "convert":
      return { buttons: buyHats(table) };
    default:
      return unknownQuestion(table, codes, frame.prompt.kind);
  }
}

/**
 * True while several cards may be chosen: for a Power Play.
 * @param {Frame} frame
 */
export const takesMany = (frame) => frame.prompt?.kind === "duel" && has(frame, "power-play");

/**
 * A main button that waits for a card.
 * @param {string} label
 */
const waiting = (label) => ({ label, kind: "main", disabled: true, act: () => {} });

/**
 * @param {TableState} table
 * @param {string[]} codes
 */
const lead = (table, [code]) => [
  ...offered(table, "pass-lead", "Pass the lead", "quiet", "P"),
  code === undefined
    ? waiting("Choose a card to lead")
    : mainButton("Lead this card", () => withChosen(table, { type: "lead", card: code })),
];

/** @type {[("bandwagon" | "coalition" | "challenger"), string][]} */
const AREAS = [
  ["bandwagon", "Bandwagon"],
  ["coalition", "Coalition"],
  ["challenger", "Challenge"],
];

/**
 * For a Suit card its areas; for an Action card its targets.
 * @param {TableState} table
 * @param {string[]} codes
 */
function scrum(table, [code]) {
  const drop = offered(table, "drop-out", "Drop out", "quiet", "P");
  if (code === undefined)
    return [...drop, waiting(drop.length ? "Or choose a card" : "Choose a card")];
  return [...drop, ...(isAction(code) ? politiks(table, code) : areas(table, code))];
}

/**
 * All three areas; where the card does not fit, the refusal says why.
 * @param {TableState} table
 * @param {string} code
 */
function areas(table, code) {
  const fits = movesOf(table.frame, "join").filter((move) => move.card === code);
  return AREAS.map(([area, label], i) => ({
    label,
    kind: fits.some((move) => move.area === area) ? "main" : "quiet",
    shortcut: String(i + 1),
    act: () => withChosen(table, { type: "join", card: code, area }),
  }));
}

/**
 * @param {TableState} table
 * @param {string} code
 * @returns {ActionButton[]}
 */
function politiks(table, code) {
  const { frame } = table;
  const moves = movesOf(frame, "politiks").filter((move) => move.card === code);
  if (!moves.length)
    return [
      {
        label: "Play it by Politiks",
        kind: "quiet",
        act: () => withChosen(table, { type: "politiks", card: code, target: firstTarget(frame) }),
      },
    ];
  return moves.map((move, i) => ({
    label: `On ${targetWords(frame, move.target)}`,
    kind: "main",
    shortcut: String(i + 1),
    act: () => withChosen(table, move),
  }));
}

/** @param {Frame} frame */
const firstTarget = (frame) => frame.view.public.candidate?.seat ?? 0;

/**
 * The owner of a stack with its role: "Ann, Candidate".
 * @param {Frame} frame
 * @param {number} seat
 */
function targetWords(frame, seat) {
  const { candidate, kingmaker } = frame.view.public;
  const role =
    candidate?.seat === seat ? "candidate" : kingmaker === seat ? "coalition" : "challenger";
  return `${who(frame, seat)}, ${ROLES[role]}`;
}

/**
 * @param {TableState} table
 * @param {string[]} codes
 */
function duel(table, codes) {
  const rest = [
    ...offered(table, "concede", "Concede", "quiet", "Y"),
    ...offered(table, "stand", "Stand", "quiet", "K"),
  ];
  if (!codes.length) return [...rest, waiting("Choose a card")];
  const power = codes.length > 1;
  const [card] = codes;
  const fits = power
    ? fitsPowerPlay(table.frame, codes)
    : movesOf(table.frame, "play").some((move) => move.card === card);
  if (!fits) return [...rest, waiting(power ? "Choose other cards" : "Add another card")];
  const move = power ? { type: "power-play", cards: codes } : { type: "play", card };
  const label = power ? "Power Play" : "Play this card";
  return [...rest, mainButton(label, () => withChosen(table, move), { key: "play" })];
}

/**
 * Hats are chosen in steps; the highest ones are taken at once.
 * @param {TableState} table
 * @param {string[]} codes
 */
function hats(table, codes) {
  const open = questionOf(table.frame);
  const draft = draftOf(table.frame, open);
  if (open === null || draft === null) return unknownQuestion(table, codes, "hats");
  return {
    bounded: true,
    body: html`<${Composer} key=${open.prompt.key} table=${table} draft=${draft} codes=${codes}
      look=${{ Face, cardName }} />`,
    buttons: [
      {
        label: "Highest hats",
        kind: "quiet",
        act: () => table.answer({ type: "choose-hats", picks: [] }),
      },
      ...composerButtons(table, open, draft, () => "Mark these hats"),
    ],
  };
}

/**
 * One button for each number of hats; the step says which hats they are.
 * @param {TableState} table
 * @returns {ActionButton[]}
 */
function buyHats(table) {
  const { moves, step } = table.frame;
  const [only] = moves;
  if (!step) return [mainButton("Ready", () => table.answer(only))];
  return step.choices.map(({ value, text }, i) => ({
    label: text ?? String(value),
    kind: i ? "quiet" : "main",
    shortcut: i ? String(value) : "Enter",
    act: () => table.answer({ type: "buy-hats", number: Number(value) }),
  }));
}

/**
 * True if these cards can be played together in a legal move.
 * @param {Frame} frame
 * @param {string[]} codes
 */
const fitsPowerPlay = (frame, codes) =>
  movesOf(frame, "power-play").some((move) => sameCards([...move.cards], codes));
