/** The sound and importance of each event, and the questions that say it again. */
import { eventTable } from "../../js/table/core/event_table.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "hand-dealt": [1, "deal"],
  "hand-over": [1, "gather"],
  "last-deal-called": [1, null],
  "match-over": [1, "fanfare"],
  "dealer-drawn": [2, null],
  "order-named": [2, ({ changed }) => (changed ? "rung" : null)],
  led: [2, "card"],
  scored: [2, "card"],
  usurped: [2, "creak"],
  sluffed: [2, "pass"],
  rose: [2, "slide"],
  "gave-in": [2, "pass"],
  challenged: [2, "knock"],
  "turned-up": [2, "card"],
  "reneg-called": [2, "creak"],
  "reneg-taken-back": [2, "creak"],
  "renegs-shown": [2, null],
  "passed-on": [3, null],
  "card-revealed": [3, "slide"],
  "downcards-shown": [3, null],
};

export const { weigh, soundOf } = eventTable(EVENTS);

/**
 * The question names who rises now, and the result of the hand.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function isRestated(event, { prompt, view }) {
  if (event.type === "rose") return prompt?.kind === "answer" && event.seat === view.public.rising;
  return event.type === "hand-over" && prompt?.kind === "interval";
}
