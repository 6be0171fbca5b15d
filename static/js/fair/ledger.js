/**
 * A browser's ledger of one table: counts, and a chain of hashes over all that was counted. Its size
 * is fixed, so nothing that a server sends pushes anything out. Pure functions.
 */
import { NAME } from "./decks.js";
import { sha } from "./hashing.js";

/** @import { Counted, Ledger } from "./types.js" */

const MOST_NEWS = 4;
const DROPPED = "A match before this one was begun and dropped, or your browser missed its deal.";

/** @returns {Ledger} */
export const newLedger = () => ({
  chain: sha(`${NAME}|ledger`),
  ...{ questions: 0, opened: 0, deals: 0, gaps: 0, begun: 0, dropped: 0 },
  ...{ match: null, due: false, news: [] },
});

/**
 * Counts one thing. `fact`: a hash or a sentence that stands for it.
 * @param {Ledger} ledger
 * @param {Counted} what
 * @param {string} fact
 * @returns {Ledger}
 */
export function count(ledger, what, fact) {
  const chain = sha(`${NAME}|ledger|${ledger.chain}|${what}|${fact}`);
  const now = { ...ledger, chain, [what]: ledger[what] + 1 };
  if (what === "questions" || what === "deals") return { ...now, due: what === "questions" };
  return what === "gaps" ? withNews(now, fact) : now;
}

/**
 * @param {Ledger} ledger
 * @param {string} says
 * @returns {Ledger}
 */
const withNews = (ledger, says) =>
  ledger.news.includes(says)
    ? ledger
    : { ...ledger, news: [...ledger.news, says].slice(-MOST_NEWS) };

/**
 * Counts a match as it comes to the screen. The one before it was dropped where no deal followed.
 * @param {Ledger} ledger
 * @param {string} match
 * @returns {Ledger}
 */
export function begin(ledger, match) {
  if (ledger.match === match) return ledger;
  const { due, match: before } = ledger;
  const left =
    due && before !== null ? withNews(count(ledger, "dropped", before), DROPPED) : ledger;
  return { ...count(left, "begun", match), match, due: true };
}
