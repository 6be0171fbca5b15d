/** The effect of a card if it were played now, for the words on buttons. The server judges. */
import { RANKS, rankOf, suitOf } from "../../js/cards/french.js";
import { BEATER, isBeater } from "./cards.js";

/** @import { Options, Public } from "./records.js" */

/**
 * True if `code`, played on `upcard` of the same suit, wins.
 * @param {string | null} order
 * @param {string} code
 * @param {string} upcard
 */
export function beats(order, code, upcard) {
  if (isBeater(code) && isBeater(upcard)) return true;
  const higher = RANKS.indexOf(rankOf(code)) < RANKS.indexOf(rankOf(upcard));
  return higher === (order === "regal");
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
export const sideOf = (tableau, seat) => tableau.sides.findIndex((side) => side.includes(seat));

/**
 * The side that gets what `seat` does not win: the other one. With each player alone it is the
 * Upcard's owner, or the seat to the left.
 * @param {Public} tableau
 * @param {number} seat
 */
export function against(tableau, seat) {
  if (tableau.sides.length === 2) return 1 - sideOf(tableau, seat);
  const { owner, seats } = tableau;
  return sideOf(
    tableau,
    owner === null || owner === seat ? seats[(seats.indexOf(seat) + 1) % seats.length] : owner,
  );
}

/**
 * True if playing `code` openly would be a Reneg for a player who holds `codes`.
 * @param {Public} tableau
 * @param {string} code
 * @param {string[]} codes
 */
export function reneges(tableau, code, codes) {
  const { upcard } = tableau;
  return (
    upcard !== null &&
    moveEffect(tableau, code).way === "sluff" &&
    codes.some((other) => suitOf(other) === suitOf(upcard))
  );
}

/**
 * The effect of a card: its way, its points, and whether its player wins them.
 * @param {Pick<Public, "upcard" | "order" | "free" | "worth"> &
 *   {options: Pick<Options, "points">}} tableau
 * @param {string} code
 * @returns {{way: "lead" | "score" | "usurp" | "sluff", points: number, wins: boolean}}
 */
export function moveEffect(tableau, code) {
  const { upcard, order, free, worth, options } = tableau;
  if (upcard === null) return { way: "lead", points: 0, wins: true };
  if (rankOf(code) === rankOf(upcard)) return { way: "usurp", points: worth, wins: true };
  if (suitOf(code) !== suitOf(upcard))
    return { way: free ? "score" : "sluff", points: worth, wins: free };
  const beaten = beats(order, code, upcard);
  const beater = beaten && isBeater(code) && isBeater(upcard);
  return { way: "score", points: beater ? BEATER[options.points] : worth, wins: free || beaten };
}
