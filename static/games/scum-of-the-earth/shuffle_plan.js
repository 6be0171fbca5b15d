/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */
import { inTurn, planOf } from "../../js/fair/plans.js";

/** @import { Options, Public } from "./records.js" */

/** Best to worst. */
const ORDER = "WILD 3-9 0 A 2 3 4 5* 5 6* 6 7* 7 8 8* 9 9* 10* 10 J Q K INF".split(" ");
/** The plain card of each face that a deck holds more of, from 1. */
const PLAIN = "A 2 3 4 5 6 7 8 9 10 J Q K".split(" ");
const EXTRA = ["WILD", "WILD", "0", "6*", "INF"];
/** @type {[keyof Options, string][]} */
const EXPERIMENTAL = [
  ["wild_3_9", "3-9"],
  ["special_5", "5*"],
  ["special_7", "7*"],
  ["special_8", "8*"],
  ["special_9", "9*"],
  ["special_10", "10*"],
];

/** @param {string} code */
const place = (code) => ORDER.indexOf(code);

/**
 * As many of each face as its number says, up to the highest, and the cards beside them.
 * @param {Public} tableau
 */
function deck({ highest, options }) {
  const faces = PLAIN.slice(0, highest).flatMap((code, at) => Array(at + 1).fill(code));
  const chosen = EXPERIMENTAL.flatMap(([name, code]) => (options[name] ? [code] : []));
  return [...faces, ...EXTRA, ...chosen].sort((one, other) => place(one) - place(other));
}

/**
 * The seats that the draws so far have left tied.
 * @param {Public} tableau
 */
function tied({ ranks, draws }) {
  let groups = [ranks];
  for (const { cards } of draws) {
    const drawn = new Map(cards);
    /** @param {number} seat */
    const placeAt = (seat) => place(drawn.get(seat) ?? "");
    groups = groups.flatMap((group) => {
      if (group.length === 1) return [group];
      const places = new Set(group.map(placeAt));
      return [...places].map((at) => group.filter((seat) => placeAt(seat) === at));
    });
  }
  return groups.filter((group) => group.length > 1).flat();
}

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf(tableau) {
  const codes = deck(tableau);
  switch (tableau.phase) {
    case "draw":
      return planOf(codes, Array(tied(tableau).length).fill("*"));
    case "deal":
      return planOf(codes, inTurn(tableau.ranks, codes.length));
    default:
      return null;
  }
}
