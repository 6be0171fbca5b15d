/** The sound and importance of each event, and the questions that say it again. */
import { eventTable } from "../../js/table/core/event_table.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "leader-drawn": [2, null],
  "hand-dealt": [1, "deal"],
  reshuffled: [2, "deal"],
  "lead-passed": [2, "pass"],
  led: [2, "card"],
  "politiks-played": [2, "knock"],
  joined: [2, "card"],
  "dropped-out": [2, "pass"],
  "duel-begun": [2, "rung"],
  played: [2, ({ power }) => (power ? "knock" : "card")],
  stood: [2, "pass"],
  conceded: [1, "slide"],
  "duel-tied": [1, "creak"],
  "race-won": [1, "gather"],
  stalemate: [1, "creak"],
  "hats-marked": [2, null],
  "votes-won": [2, null],
  "hand-over": [1, "slide"],
  tallied: [1, null],
  "hats-bought": [2, "rung"],
  "last-deal-called": [1, null],
  "match-over": [1, "fanfare"],
};

export const { weigh, soundOf } = eventTable(EVENTS);

/**
 * The question at a tie names the opponent who stands.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export const isRestated = (event, { prompt, view }) =>
  event.type === "stood" && prompt?.kind === "duel" && (view.public.duel?.stood ?? false);
