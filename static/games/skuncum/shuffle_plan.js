/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */
import { inTurn, lotOf, planOf } from "../../js/fair/plans.js";

/** @import { Frame, Public } from "./records.js" */

const SUITS = { GR: 7, COM: 6, DEL: 5, MAY: 4, CON: 3, SEN: 2, GOV: 1 };
const OTHERS = {
  DH: 3,
  B5: 3,
  B10: 2,
  B25: 2,
  B50: 1,
  BDBL: 1,
  A5: 3,
  A10: 2,
  A25: 1,
  A50: 1,
  ASKUNK: 2,
  AFINGER: 1,
};
const DEALT = 5;

/**
 * Every copy of a kind: "GR-R.1" to "GR-R.7".
 * @param {string} kind
 * @param {number} many
 */
const copies = (kind, many) => Array.from({ length: many }, (_, at) => `${kind}.${at + 1}`);
const DECK = [
  ...Object.entries(SUITS).flatMap(([rank, many]) =>
    [..."RUKG"].flatMap((colour) => copies(`${rank}-${colour}`, many)),
  ),
  ...Object.entries(OTHERS).flatMap(([kind, many]) => copies(kind, many)),
];

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * A deck that runs out is shuffled from all cards that are not in hands, and the deal goes on.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf({ phase, seats, first, starter, kept, kept_cards }) {
  const hands = DEALT * seats.length;
  switch (phase) {
    case "lot":
      return lotOf(seats);
    case "deal":
      return planOf(DECK, inTurn(seats, hands, first ?? 0));
    case "reshuffle": {
      const pile = DECK.filter((card) => !kept_cards.includes(card));
      return planOf(pile, inTurn(seats, hands - kept, (starter ?? 0) + kept));
    }
    default:
      return null;
  }
}

/**
 * True if the viewer's hand is still as the last shuffle dealt it. One shuffle may serve several
 * hands, and only the first of them has its first cards.
 * @param {Frame} frame
 */
export function freshDeal(frame) {
  const { phase, race, seats, deck_size, stock, kept } = frame.view.public;
  const untouched = race <= 1 && (phase === "lead" || phase === "scrum");
  return untouched && kept === 0 && deck_size - stock === DEALT * seats.length;
}
