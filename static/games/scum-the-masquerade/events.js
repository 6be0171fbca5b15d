/** The sound and importance of each event, and the questions that say it again. */
import { DEALT, eventTable } from "../../js/table/core/event_table.js";
import { cardSign, handName } from "./cards.js";
import { powerName } from "./powers.js";

/** @import { EventTable } from "../../js/table/core/event_table.js" */
/** @import { Frame, GameEvent } from "./records.js" */

/**
 * "9♣", "a pair": for a seat there is no room for more.
 * @param {{cards: string[]}} event
 */
const hand = ({ cards }) => (cards.length === 1 ? cardSign(cards[0]) : handName(cards));

/** @type {EventTable<GameEvent>} */
const EVENTS = {
  "extras-drawn": [2, null],
  "extras-chosen": [2, null],
  decided: [1, "rung"],
  declared: [2, "rung"],
  "pacts-revealed": [1, "creak"],
  "hunt-declared": [1, "knock", "blood hunt"],
  "debts-collected": [1, "creak"],
  "discipline-used": [1, "knock", ({ discipline }, { view }) => powerName(view.public, discipline)],
  "use-cancelled": [1, "slide"],
  "crypt-seen": [2, "slide"],
  "dot-lost": [1, "knock"],
  "dot-restored": [1, "slide"],
  "turn-lost": [2, "pass", "lose a turn"],
  "round-dealt": [1, "deal", DEALT],
  "lead-announced": [2, null],
  exchanged: [2, "slide", ({ lower }, { names }) => `trade with ${names[lower]}`, "higher"],
  "nothing-exchanged": [2, null],
  "wish-told": [2, null],
  "asked-back": [2, null],
  "cards-exchanged": [1, "slide"],
  offered: [2, "card"],
  declined: [2, "pass"],
  "trade-with-self": [3, null],
  "boon-asked": [1, "knock", "ask a boon"],
  "boon-shown": [2, "card"],
  "boon-answered": [1, null],
  "conspiracy-asked": [1, "knock"],
  "conspiracy-refused": [2, "pass"],
  conspired: [1, "slide"],
  "bid-made": [1, "card"],
  "bid-refused": [2, "pass"],
  "smuggled-cards": [1, "slide"],
  smuggled: [2, "slide"],
  "hand-played": [2, "card", hand],
  "hand-taken-back": [1, "slide"],
  "left-to-chance": [1, "knock", "by chance"],
  "hand-announced": [1, "card", hand],
  "bluff-called": [1, "creak", "challenge"],
  passed: [3, "pass", "pass"],
  "went-out": [1, "knock"],
  "trick-won": [2, "gather"],
  revolution: [1, "fanfare"],
  "round-ended": [1, ({ order }, seat) => (order.at(-1) === seat ? "creak" : "rung")],
  "last-round-called": [1, null],
  "match-ended": [1, "fanfare"],
};

export const { weigh, soundOf, deedOf } = eventTable(EVENTS);

/** @param {GameEvent} event */
export const takerOf = (event) => (event.type === "trick-won" ? event.seat : null);

/**
 * The cards of trades, and those that are shown for a boon. The two have an event of their own,
 * with faces; what the viewer gets from the partner flies into the hand.
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export function travelsOf(event, { seat, view }) {
  switch (event.type) {
    case "exchanged":
      return bothWays([event.higher, event.lower], 1, seat);
    case "smuggled":
      return bothWays(event.seats, event.number, seat);
    case "cards-exchanged": {
      const { higher, lower, up, down } = event;
      return seat === higher
        ? [{ from: higher, to: lower, number: 1, codes: [down] }]
        : [{ from: lower, to: higher, number: 1, codes: [up] }];
    }
    case "smuggled-cards": {
      const { seat: maker, partner, give, got } = event;
      return [
        { from: maker, to: partner, number: give.length, codes: give },
        { from: partner, to: maker, number: got.length, codes: got },
      ];
    }
    case "boon-shown": {
      const first = view.public.boons?.at(-1)?.first;
      return first === undefined
        ? []
        : [{ from: event.seat, to: first, number: event.cards.length, codes: event.cards }];
    }
    default:
      return [];
  }
}

/**
 * @param {readonly [number, number]} seats
 * @param {number} number of cards that each gives
 * @param {number | null} viewer
 */
function bothWays([one, other], number, viewer) {
  if (viewer === one || viewer === other) return [];
  return [
    { from: one, to: other, number },
    { from: other, to: one, number },
  ];
}

/**
 * By type of event: the questions that name what happened.
 * @type {Record<string, string[]>}
 */
const RESTATED = {
  "wish-told": ["ask-back", "give-any"],
  "asked-back": ["give-back"],
  offered: ["answer-offer"],
  "boon-asked": ["answer-boon"],
  "boon-shown": ["answer-boon"],
  "discipline-used": ["react"],
  "hand-announced": ["react"],
};

/**
 * @param {GameEvent} event
 * @param {Frame} frame
 */
export const isRestated = (event, { prompt }) =>
  prompt !== null && (RESTATED[event.type] ?? []).includes(prompt.kind);
