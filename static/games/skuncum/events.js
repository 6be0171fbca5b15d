/** The sound and importance of each event, and the questions that say it again. */
import { DEALT, eventTable } from "../../js/table/core/event_table.js";
import { actionOf, isAction, printedValue } from "./deck.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/** @param {string} code */
const signOf = (code) => (isAction(code) ? actionOf(code).name : `play ${printedValue(code)}`);

/** @type {Record<string, string>} */
const AREAS = { bandwagon: "Bandwagon", coalition: "Coalition", challenger: "Challenger" };

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "leader-drawn": [2, null],
  "hand-dealt": [1, "deal", DEALT],
  reshuffled: [2, "deal"],
  "lead-passed": [2, "pass", "pass"],
  led: [2, "card", ({ card }) => `lead ${printedValue(card)}`],
  "politiks-played": [2, "knock", ({ card }) => signOf(card)],
  joined: [2, "card", ({ area }) => AREAS[area]],
  "dropped-out": [2, "pass", "drop out"],
  "duel-begun": [2, "rung"],
  played: [
    2,
    ({ power }) => (power ? "knock" : "card"),
    ({ cards, power }) => (power ? "Power Play" : signOf(cards[0])),
  ],
  stood: [2, "pass", "stand"],
  conceded: [1, "slide", "concede"],
  "duel-tied": [1, "creak"],
  "race-won": [1, "gather"],
  stalemate: [1, "creak"],
  "hats-marked": [2, null],
  "votes-won": [2, null],
  "hand-over": [1, "slide"],
  tallied: [1, null],
  "hats-bought": [2, "rung", "buy hats"],
  "last-deal-called": [1, null],
  "match-over": [1, "fanfare"],
};

export const { weigh, soundOf, deedOf } = eventTable(EVENTS);

/**
 * The question at a tie names the opponent who stands.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export const isRestated = (event, { prompt, view }) =>
  event.type === "stood" && prompt?.kind === "duel" && (view.public.duel?.stood ?? false);
