/** The sound and importance of each event, and the questions that say it again. */
import { DEALT, eventTable } from "../../js/table/core/event_table.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "dealer-drawn": [2, null],
  "game-named": [1, "rung", DEALT],
  "sat-out": [2, null, "sit out"],
  "hand-skipped": [1, null],
  "antes-paid": [3, null],
  "hand-dealt": [1, "deal", DEALT],
  "open-cards-dealt": [2, "card"],
  "last-cards-dealt": [2, "card"],
  "round-begun": [3, null],
  checked: [2, "pass", "check"],
  opened: [2, "knock", ({ chips }) => `open ${chips}`],
  called: [2, "knock", ({ chips }) => `call ${chips}`],
  raised: [2, "knock", ({ by }) => `raise ${by}`],
  folded: [2, "slide", "fold"],
  "tapped-out": [1, "creak", "tap out"],
  "consent-asked": [1, null],
  "consent-given": [1, null],
  "passed-in": [1, "gather"],
  "folded-out": [1, "gather"],
  drew: [2, "slide", ({ number }) => (number ? `draw ${number}` : "stand pat")],
  "stock-out": [2, "deal"],
  declared: [3, "pass", "claim made"],
  "claim-shown": [1, "card"],
  "chips-returned": [2, null],
  "hand-shown": [1, "card"],
  leads: [1, null],
  spellchecked: [1, ({ listed }) => (listed ? "rung" : "creak"), "challenge", "by"],
  "let-stood": [2, null],
  "openers-proved": [2, "card"],
  "openers-missing": [1, "creak"],
  "pot-won": [1, "gather"],
  "pot-carried": [1, null],
  "hand-over": [3, null],
  "too-few": [1, null],
  rebought: [2, "knock", ({ chips }) => `buy ${chips}`],
  "seats-changed": [2, null],
  "last-deal-called": [1, null],
  "time-up": [1, "rung"],
  "session-over": [1, "fanfare"],
};

export const { weigh, soundOf, deedOf } = eventTable(EVENTS);

/**
 * The question names the game, and the words that lead.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function isRestated(event, { prompt, view }) {
  if (prompt?.kind === "consent") return event.type === "consent-asked";
  if (prompt?.kind === "ante") return event.type === "game-named" && event.in_time;
  if (prompt?.kind !== "challenge") return false;
  return (
    (event.type === "claim-shown" || (event.type === "leads" && event.pot === 0)) &&
    event.seat === view.public.leader
  );
}
