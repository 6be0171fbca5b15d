/** The Race in words: who leads, who sides with whom, what each side is worth, who is to come. */
import { conjugate, listed, who } from "../../js/table/core/name.js";
import { printedValue, shortName } from "./deck.js";
import { namesOf, STAGES } from "./standing.js";

/** @import { Duel, Frame, Public, Stack } from "./records.js" */

/**
 * The sentences, the most important first.
 * @param {Frame} frame
 * @returns {string[]}
 */
export function raceSummary(frame) {
  const tableau = frame.view.public;
  switch (tableau.phase) {
    case "lead":
      return leadWords(frame);
    case "scrum":
    case "playoff":
    case "hats":
      return tableau.candidate ? [...sideWords(frame), ...comingWords(frame)] : [];
    default:
      return [];
  }
}

/** @param {Frame} frame */
function leadWords(frame) {
  const { turn, passed } = frame.view.public;
  return [
    ...(turn === null ? [] : [`${who(frame, turn)} ${isOwn(frame, turn)} asked to lead.`]),
    ...(passed.length ? [`Passed: ${namesOf(frame, passed)}.`] : []),
  ];
}

/**
 * @param {Frame} frame
 * @param {number} seat
 */
const isOwn = (frame, seat) => (seat === frame.seat ? "are" : "is");

/** @param {Frame} frame */
function sideWords(frame) {
  const tableau = frame.view.public;
  const { bandwagon, challengers, coalition, kingmaker } = tableau;
  const candidate = /** @type {Stack} */ (tableau.candidate);
  /** @param {number} seat */
  const named = (seat) => `${who(frame, seat)} (${totalOf(tableau, seat)})`;
  const riders = bandwagon.map(({ seat }) => seat);
  const members = coalition.map(({ seat }) => seat).filter((seat) => seat !== kingmaker);
  const lead = `${conjugate(frame, candidate.seat, "lead")} with a ${shortName(candidate.card)}`;
  const points = totalOf(tableau, candidate.seat);
  const words = riders.length
    ? [`${lead}; ${namesOf(frame, riders)} on the Bandwagon: ${points} in all.`]
    : [`${lead}: ${points}.`];
  if (challengers.length)
    words.push(`Against: ${listed(challengers.map(({ seat }) => named(seat)))}.`);
  if (kingmaker !== null && members.length)
    words.push(`Kingmaker: ${named(kingmaker)}, with ${namesOf(frame, members)}.`);
  else if (kingmaker !== null) words.push(`Kingmaker: ${named(kingmaker)}.`);
  return words;
}

/** @param {Frame} frame */
function comingWords(frame) {
  const { waiting, dropped, phase } = frame.view.public;
  return [
    ...(phase === "scrum" && waiting.length ? [`To come: ${namesOf(frame, waiting)}.`] : []),
    ...(dropped.length ? [`Dropped out: ${namesOf(frame, dropped)}.`] : []),
  ];
}

/**
 * The points of the side that this seat plays for.
 * @param {Public} tableau
 * @param {number} seat
 */
export function totalOf({ candidate, bandwagon, challengers, coalition, kingmaker }, seat) {
  /** @param {Stack[]} stacks */
  const sum = (stacks) => stacks.reduce((points, { value }) => points + value, 0);
  if (candidate?.seat === seat) return candidate.value + sum(bandwagon);
  if (kingmaker === seat) return sum(coalition);
  return challengers.find((stack) => stack.seat === seat)?.value ?? 0;
}

/**
 * The value of a stack as a sum of its cards: "10 ×2 +5 −10".
 * @param {Stack} stack
 */
export const sumOf = ({ card, laid = [] }) =>
  [String(printedValue(card)), ...laid.map(termOf)].join(" ");

/** @param {string} code */
const termOf = (code) => ACTION_TERMS[code.split(".")[0]] ?? `+${printedValue(code)}`;

/** @type {Record<string, string>} */
const ACTION_TERMS = {
  B5: "+5",
  B10: "+10",
  B25: "+25",
  B50: "+50",
  BDBL: "×2",
  A5: "−5",
  A10: "−10",
  A25: "−25",
  A50: "−50",
  ASKUNK: "×0",
  AFINGER: "frozen",
};

/** The place of the points in a side of a duel. */
const TOTAL = 3;

/**
 * The need of a duel's mover, in words; "": nobody is to move.
 * @param {Frame} frame
 * @param {Duel} duel
 */
export function needWords(frame, { needs, stood, sides: [first, second] }) {
  const { turn } = frame.view.public;
  if (!needs || turn === null) return "";
  const mover = who(frame, turn);
  const [need, concede, stand] =
    turn === frame.seat ? ["need", "concede", "stand"] : ["needs", "concedes", "stands"];
  if (first[TOTAL] !== second[TOTAL])
    return `${mover} ${need} ${needs} more to tie, or ${concede}.`;
  return stood
    ? `A tie: ${mover} ${need} ${needs} more to lead, or both are out.`
    : `A tie: ${mover} ${need} ${needs} more to lead, or ${stand}.`;
}

/**
 * The title of a duel: "Duel 2: Challengers".
 * @param {Duel} duel
 * @param {number} number 1-based
 */
export const duelTitle = ({ stage }, number) =>
  `Duel ${number}: ${stage === "series" ? "Challengers" : STAGES[stage]}`;
