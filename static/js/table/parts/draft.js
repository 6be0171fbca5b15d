/**
 * The draft of an answer that is composed in steps: what is chosen so far, and where it stands.
 * Touches no page and no server.
 */
import { isEqual } from "../../pure.js";

/** @import { Move } from "../../messages.js" */
/** @import { Composed, MoveStep, OpenPrompt } from "../../records.js" */

/**
 * @typedef {object} Draft
 * @property {string} match
 * @property {string} key of the prompt
 * @property {MoveStep} first the step that the frame holds
 * @property {{step: MoveStep, picks: any[]}[]} done the steps before this one
 * @property {MoveStep | null} step null: all steps are done
 * @property {any[]} chosen values of `step`, in the order of choosing
 * @property {Move | null} move the finished answer
 * @property {string} effect what the answer would do, in words
 * @property {string} note why a choice was dropped, in words
 */

export const CHANGED = "What you can choose has changed. Please start again.";

/**
 * @param {string} match
 * @param {OpenPrompt} open
 * @returns {Draft}
 */
export function startDraft(match, open) {
  const step = /** @type {MoveStep} */ (open.step);
  const begun = { match, key: open.prompt.key, first: step, step };
  return { ...begun, done: [], chosen: [], move: null, effect: "", note: "" };
}

/** @param {MoveStep} step */
export const leastOf = (step) => step.least ?? 1;
/** @param {MoveStep} step */
export const mostOf = (step) => step.most ?? 1;

/**
 * The draft after a tap on a value. Of a single choice the last tap counts; nothing is added to a
 * step that is full.
 * @param {Draft} draft
 * @param {any} value
 * @returns {Draft}
 */
export function toggled(draft, value) {
  if (draft.step === null) return draft;
  const most = mostOf(draft.step);
  const rest = draft.chosen.filter((other) => other !== value);
  const taken = rest.length < draft.chosen.length;
  if (!taken && most > 1 && rest.length >= most) return draft;
  const chosen = taken ? rest : most === 1 ? [value] : [...rest, value];
  return { ...draft, chosen, note: "" };
}

/**
 * True if the step has as many choices as it needs.
 * @param {Draft} draft
 */
export const canGoOn = ({ step, chosen }) =>
  step !== null && chosen.length >= leastOf(step) && chosen.length <= mostOf(step);

/**
 * True if nothing more can be chosen in the step.
 * @param {Draft} draft
 */
export const isFull = ({ step, chosen }) =>
  step !== null && mostOf(step) > 1 && chosen.length >= mostOf(step);

/**
 * The choices of all steps so far, as the command `compose` takes them.
 * @param {Draft} draft
 */
export const picksOf = ({ done, step, chosen }) => [
  ...done.map(({ picks }) => picks),
  ...(step === null ? [] : [chosen]),
];

/**
 * The draft after the server's answer: at the next step, or finished.
 * @param {Draft} draft
 * @param {Composed} composed
 * @returns {Draft}
 */
export function wentOn(draft, composed) {
  if (draft.step === null) return draft;
  const done = [...draft.done, { step: draft.step, picks: draft.chosen }];
  const { step, move, text } = composed;
  return { ...draft, done, step, chosen: [], move, effect: text, note: "" };
}

/**
 * The draft one step back, with the choices that were made there.
 * @param {Draft} draft
 * @returns {Draft}
 */
export function wentBack(draft) {
  const last = draft.done.at(-1);
  if (last === undefined) return draft;
  const done = draft.done.slice(0, -1);
  return { ...draft, done, step: last.step, chosen: last.picks, move: null, effect: "", note: "" };
}

/**
 * The draft under a new frame: null where its prompt is gone, begun again where something that was
 * chosen in the first step is no longer on offer.
 * @param {Draft} draft
 * @param {string} match
 * @param {OpenPrompt} open the prompt that is shown now
 * @returns {Draft | null}
 */
export function keptDraft(draft, match, open) {
  if (draft.match !== match || draft.key !== open.prompt.key || !open.step) return null;
  if (isEqual(draft.first, open.step)) return draft;
  const values = open.step.choices.map(({ value }) => value);
  const picks = draft.done.length ? draft.done[0].picks : draft.chosen;
  if (!picks.every((value) => values.includes(value)))
    return { ...startDraft(match, open), note: CHANGED };
  if (!draft.done.length) return { ...draft, first: open.step, step: open.step };
  const [{ picks: kept }, ...later] = draft.done;
  return { ...draft, first: open.step, done: [{ step: open.step, picks: kept }, ...later] };
}
