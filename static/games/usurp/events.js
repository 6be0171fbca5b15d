/** The sound and importance of each event, and the questions that say it again. */

/** @import { Frame, GameEvent } from "./records.js" */

/**
 * 1: always heard; 2: with the plays; 3: every detail.
 * @param {GameEvent} event
 */
export function weigh(event) {
  switch (event.type) {
    case "hand-dealt":
    case "hand-over":
    case "last-deal-called":
    case "match-over":
      return 1;
    case "dealer-drawn":
    case "order-named":
    case "led":
    case "scored":
    case "usurped":
    case "sluffed":
    case "rose":
    case "gave-in":
    case "challenged":
    case "turned-up":
    case "reneg-called":
    case "reneg-taken-back":
    case "renegs-shown":
      return 2;
    case "passed-on":
    case "card-revealed":
    case "downcards-shown":
      return 3;
    default:
      throw new Error(`an event of an unknown kind: ${/** @type {any} */ (event).type}`);
  }
}

/**
 * The name of a sound (see ui/sound_presets.js), or null.
 * @param {GameEvent} event
 */
export function soundOf(event) {
  switch (event.type) {
    case "hand-dealt":
      return "deal";
    case "led":
    case "scored":
    case "turned-up":
      return "card";
    case "sluffed":
    case "gave-in":
      return "pass";
    case "rose":
    case "card-revealed":
      return "slide";
    case "challenged":
      return "knock";
    case "usurped":
    case "reneg-called":
    case "reneg-taken-back":
      return "creak";
    case "order-named":
      return event.changed ? "rung" : null;
    case "hand-over":
      return "gather";
    case "match-over":
      return "fanfare";
    case "dealer-drawn":
    case "passed-on":
    case "downcards-shown":
    case "renegs-shown":
    case "last-deal-called":
      return null;
    default:
      throw new Error(`an event of an unknown kind: ${/** @type {any} */ (event).type}`);
  }
}

/**
 * The question names who rises now, and the result of the hand.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function isRestated(event, { prompt, view }) {
  if (event.type === "rose") return prompt?.kind === "answer" && event.seat === view.public.rising;
  return event.type === "hand-over" && prompt?.kind === "interval";
}
