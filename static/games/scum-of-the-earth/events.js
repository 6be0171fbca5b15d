/** The sound and importance of each event, and the questions that say it again. */
import { DEALT, eventTable } from "../../js/table/core/event_table.js";
import { setName } from "./cards.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/**
 * "a six", "3 Jacks": a number in figures, for a seat has no room for more.
 * @param {number} face
 * @param {number} size
 */
const shortName = (face, size) =>
  size > 1 ? setName(face, size).replace(/^\S+/, String(size)) : setName(face, 1);

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "hand-dealt": [1, "deal", DEALT],
  "hand-ended": [1, ({ order }, seat) => (order.at(-1) === seat ? "creak" : "rung")],
  "match-ended": [1, "fanfare"],
  "takeover-declared": [1, "fanfare", "take over"],
  "ranks-set": [1, "rung"],
  "seats-changed": [1, "rung"],
  "last-deal-called": [1, null],
  "set-played": [2, "card", ({ face, size }) => shortName(face, size)],
  "trick-won": [2, "gather"],
  "went-out": [2, "knock"],
  barred: [2, "knock", ({ target }, { names }) => `bar ${names[target]}`],
  "hand-looked-at": [2, "slide", ({ target }, { names }) => `look at ${names[target]}`],
  "bonus-given": [2, "slide", ({ number }) => `give ${number}`, "giver"],
  "cards-drawn": [2, "slide"],
  passed: [3, "pass", "pass"],
  skipped: [3, null, "pass"],
  declined: [3, null],
};

export const { weigh, soundOf, deedOf } = eventTable(EVENTS);

/** @param {GameEvent} event */
export const takerOf = (event) => (event.type === "trick-won" ? event.seat : null);

/**
 * The cards of a swap. What the viewer gets flies into the hand.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function travelsOf(event, { seat, view }) {
  if (event.type !== "bonus-given" || event.taker === seat) return [];
  const { giver, taker, number } = event;
  const codes = giver === seat ? view.private?.exchange?.gave : undefined;
  return [{ from: giver, to: taker, number, codes }];
}

/**
 * The giver asks for cards in return by naming those that came.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export const isRestated = (event, frame) =>
  event.type === "bonus-given" && frame.prompt?.kind === "give-back" && event.taker === frame.seat;
