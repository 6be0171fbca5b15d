/** The sound and importance of each event, and the questions that say it again. */

/** @import { Frame, GameEvent } from "./records.js" */

/**
 * 1: always heard; 2: with the plays; 3: every detail.
 * @param {GameEvent} event
 */
export function weigh(event) {
  switch (event.type) {
    case "hand-dealt":
    case "hand-ended":
    case "match-ended":
    case "takeover-declared":
    case "ranks-set":
    case "seats-changed":
    case "last-deal-called":
      return 1;
    case "set-played":
    case "trick-won":
    case "went-out":
    case "barred":
    case "hand-looked-at":
    case "bonus-given":
    case "cards-drawn":
      return 2;
    case "passed":
    case "skipped":
    case "declined":
      return 3;
    default:
      throw new Error(`an event of an unknown kind: ${/** @type {any} */ (event).type}`);
  }
}

/**
 * The name of a sound (see ui/sound_presets.js), or null.
 * @param {GameEvent} event
 * @param {number | null} seat
 */
export function soundOf(event, seat) {
  switch (event.type) {
    case "hand-dealt":
      return "deal";
    case "set-played":
      return "card";
    case "passed":
      return "pass";
    case "trick-won":
      return "gather";
    case "bonus-given":
    case "hand-looked-at":
    case "cards-drawn":
      return "slide";
    case "barred":
      return "knock";
    case "takeover-declared":
    case "match-ended":
      return "fanfare";
    case "hand-ended":
      return event.order.at(-1) === seat ? "creak" : "rung";
    case "went-out":
      return "knock";
    case "ranks-set":
    case "seats-changed":
      return "rung";
    case "skipped":
    case "declined":
    case "last-deal-called":
      return null;
    default:
      throw new Error(`an event of an unknown kind: ${/** @type {any} */ (event).type}`);
  }
}

/**
 * The giver asks for cards in return by naming those that came.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export const isRestated = (event, frame) =>
  event.type === "bonus-given" && frame.prompt?.kind === "give-back" && event.taker === frame.seat;
