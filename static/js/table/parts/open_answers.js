/**
 * The questions and offers that a seat may answer now, and the one whose answer is shown. Holds no
 * component.
 */
import { signal } from "@preact/signals";

/** @import { Frame, Move } from "../../messages.js" */
/** @import { OpenPrompt } from "../../records.js" */
/** @import { TableState } from "../core/game_types.js" */

/**
 * The prompt that the player opened next to the question: "match:key"; null: none.
 * @type {import("@preact/signals").Signal<string | null>}
 */
export const opened = signal(null);

/**
 * @param {{match: string}} frame
 * @param {string} key
 */
export const idOf = (frame, key) => `${frame.match}:${key}`;

/**
 * The question of a frame in the form of the others; null: nothing is asked.
 * @param {Frame} frame
 * @returns {OpenPrompt | null}
 */
export function questionOf(frame) {
  if (frame.prompt === null) return null;
  const { prompt, prompt_text: text, moves, moves_complete: complete, step = null } = frame;
  return { prompt, text, moves, complete, step };
}

/**
 * The other questions and the offers.
 * @param {Frame} frame
 * @returns {OpenPrompt[]}
 */
export const othersOf = (frame) => (frame.outcome === null ? (frame.more ?? []) : []);

/**
 * The prompt whose answer is shown: the opened one while it stands, else the question.
 * @param {Frame} frame
 * @returns {OpenPrompt | null}
 */
export function shownAnswer(frame) {
  const other = othersOf(frame).find(({ prompt }) => idOf(frame, prompt.key) === opened.value);
  return other ?? questionOf(frame);
}

/**
 * The table with one prompt as its question, so that what answers the question answers that one.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @returns {TableState}
 */
export function tableFor(table, open) {
  const { prompt, text, moves, complete, step } = open;
  const frame = {
    ...table.frame,
    ...{ prompt, prompt_text: text, moves, moves_complete: complete, step },
  };
  return { ...table, frame, answer: (move) => answerTo(table, open, move) };
}

/**
 * Answers a prompt; one that was opened is closed when that is done.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {Move} move
 */
export async function answerTo(table, open, move) {
  const refused = await table.answer(move, open.prompt.key);
  if (!refused && opened.value === idOf(table.frame, open.prompt.key)) opened.value = null;
  return refused;
}

/**
 * The listed moves that keep a button of their own beside an answer in steps: pass, accept, refuse.
 * @param {OpenPrompt} open
 */
export const directMoves = (open) =>
  open.moves.filter((move) => open.step === null || Object.keys(move).length === 1);
