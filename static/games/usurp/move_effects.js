/** What a card would do if it were played now: for the words on the buttons. The server judges; this only reads what lies there. */
import { RANKS, rankOf, suitOf } from "../../js/cards/french.js";
import { BEATER, isBeater } from "./cards.js";

/** Whether `code`, played on `upcard` of the same suit, wins. */
export function beats(order, code, upcard) {
  if (isBeater(code) && isBeater(upcard)) return true;
  const higher = RANKS.indexOf(rankOf(code)) < RANKS.indexOf(rankOf(upcard));
  return higher === (order === "regal");
}

export const sideOf = (tableau, seat) => tableau.sides.findIndex((side) => side.includes(seat));

/** The side that gets what `seat` does not win: the other one; each alone, the Upcard's owner, or who sits to the left of one's own. */
export function against(tableau, seat) {
  if (tableau.sides.length === 2) return 1 - sideOf(tableau, seat);
  const { owner, seats } = tableau;
  return sideOf(
    tableau,
    owner === null || owner === seat ? seats[(seats.indexOf(seat) + 1) % seats.length] : owner,
  );
}

/** Whether to play `code` openly would be a Reneg for who holds `codes`. */
export function reneges(tableau, code, codes) {
  return (
    reading(tableau, code).way === "sluff" &&
    codes.some((other) => suitOf(other) === suitOf(tableau.upcard))
  );
}

/** {way: "lead" | "score" | "usurp" | "sluff", points, wins}: what it would be, what it would bring, and whether to its player. */
export function reading(tableau, code) {
  const { upcard, order, free, worth, options } = tableau;
  if (upcard === null) return { way: "lead", points: 0, wins: true };
  if (rankOf(code) === rankOf(upcard)) return { way: "usurp", points: worth, wins: true };
  if (suitOf(code) !== suitOf(upcard))
    return { way: free ? "score" : "sluff", points: worth, wins: free };
  const beaten = beats(order, code, upcard);
  const beater = beaten && isBeater(code) && isBeater(upcard);
  return { way: "score", points: beater ? BEATER[options.points] : worth, wins: free || beaten };
}
