/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */
import { inTurn, lotOf, planOf } from "../../js/fair/plans.js";
import { CODES } from "./deck.js";

/** @import { Named, Public } from "./records.js" */

const WILD = ["sc:1", "sc:2"];
/** Cards that each is dealt at first. */
const DEALT = { scroker: 5, spit: 4, longhorn: 5 };
/** The stud's first cards, face down; the others of the first five lie open. */
const HOLE = 2;

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * The first dealer is drawn with the numbers of the seats. Discards that are shuffled again have no
 * codes, since nobody knows all of them; they are all stock, which an empty plan says.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf({ phase, seats, players, named }) {
  switch (phase) {
    case "lot":
      return lotOf(seats);
    case "deal":
      return planOf([...CODES, ...WILD.slice(0, named.scrokers)], rounds(named.base, players));
    case "reshuffle":
      return { codes: [], plan: [] };
    default:
      return null;
  }
}

/**
 * The cards that are dealt at first, one at a time from the dealer's left.
 * @param {Named["base"]} base
 * @param {number[]} players
 */
function rounds(base, players) {
  const open = base === "longhorn" ? DEALT.longhorn - HOLE : 0;
  const hands = inTurn(players, (DEALT[base] - open) * players.length);
  const shown = base === "spit" ? 1 : open * players.length;
  return [...hands, ...Array(shown).fill("*")];
}
