/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */

/** @import { Public } from "./records.js" */

const PACK = [..."SHDC"].flatMap((suit) =>
  "A K Q J 10 9 8 7 6 5 4 3 2".split(" ").map((rank) => rank + suit),
);
const TWO_PACKS = [...PACK, ...PACK.map((code) => `${code}b`)];
const DEALT = 13;

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * Who deals first is drawn with the numbers of the seats.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf({ phase, seats, leader, options }) {
  switch (phase) {
    case "lot":
      return {
        codes: seats.map((seat) => String(seat + 1)),
        plan: seats.map((_, at) => (at ? "-" : "*")),
      };
    case "deal": {
      const hands = DEALT * seats.length;
      /** @param {number} at */
      const word = (at) => {
        if (at < hands) return String(((leader ?? 0) + at) % seats.length);
        return at === hands && seats.length === 2 ? "*" : "-";
      };
      const codes = options.packs === 2 && seats.length === 4 ? TWO_PACKS : PACK;
      return { codes, plan: codes.map((_, at) => word(at)) };
    }
    default:
      return null;
  }
}
