/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */
import { RANKS } from "../../js/cards/french.js";
import { inTurn, lotOf, planOf } from "../../js/fair/plans.js";

/** @import { Public } from "./records.js" */

const PACK = [..."SHDC"].flatMap((suit) => RANKS.map((rank) => rank + suit));
const TWO_PACKS = [...PACK, ...PACK.map((code) => `${code}b`)];
const DEALT = 13;

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * The first dealer is drawn with the numbers of the seats.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf({ phase, seats, leader, options }) {
  switch (phase) {
    case "lot":
      return lotOf(seats);
    case "deal": {
      const hands = inTurn(seats, DEALT * seats.length, leader ?? 0);
      const codes = options.packs === 2 && seats.length === 4 ? TWO_PACKS : PACK;
      return planOf(codes, seats.length === 2 ? [...hands, "*"] : hands);
    }
    default:
      return null;
  }
}
