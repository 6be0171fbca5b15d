/** The sound and importance of each event, and the questions that say it again. */
import { cardSign } from "../../js/cards/french.js";
import { DEALT, eventTable } from "../../js/table/core/event_table.js";
import { capital } from "../../js/table/core/name.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/** @param {{card: string}} event */
const sign = ({ card }) => cardSign(card);

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "hand-dealt": [1, "deal", DEALT],
  "hand-over": [1, "gather"],
  "last-deal-called": [1, null],
  "match-over": [1, "fanfare"],
  "dealer-drawn": [2, null],
  "order-named": [
    2,
    ({ changed }) => (changed ? "rung" : null),
    ({ leading, order }) => (leading ? `say ${capital(order)}` : null),
  ],
  led: [2, "card", sign],
  scored: [2, "card", sign],
  usurped: [2, "creak", ({ card }) => `usurp: ${cardSign(card)}`],
  sluffed: [2, "pass", ({ card }) => `sluff: ${cardSign(card)}`],
  rose: [2, "slide", "uprise"],
  "gave-in": [2, "pass", "give in", "by"],
  challenged: [2, "knock", "challenge", "by"],
  "turned-up": [2, "card", sign],
  "reneg-called": [2, "creak", "call a Reneg", "by"],
  "reneg-taken-back": [2, "creak", "call a Reneg", "by"],
  "renegs-shown": [2, null],
  "passed-on": [3, null],
  "card-revealed": [3, "slide"],
  "downcards-shown": [3, null],
};

export const { weigh, soundOf, deedOf } = eventTable(EVENTS);

/**
 * The question names who rises now, and the result of the hand.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function isRestated(event, { prompt, view }) {
  if (event.type === "rose") return prompt?.kind === "answer" && event.seat === view.public.rising;
  return event.type === "hand-over" && prompt?.kind === "interval";
}
