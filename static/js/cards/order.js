/**
 * The order of a hand: by rank, by suit, by set size, or as its owner laid it. An owner's orders are
 * kept for the last few matches.
 */
import { signal } from "@preact/signals";
import { prefs, readValue, saveValue } from "../table/core/prefs.js";

/** @import { Signal } from "@preact/signals" */

/** @type {Record<string, string>} */
export const SORTS = {
  rank: "by rank",
  suits: "by suit",
  sets: "by set size",
  own: "my own order",
};

/**
 * The order that this person prefers, where the game has it; otherwise the game's first.
 * @param {string[]} sorts
 * @returns {string}
 */
export function preferredSort(sorts) {
  const { sort } = prefs.value;
  return sort !== null && sorts.includes(sort) ? sort : sorts[0];
}

/** The matches whose orders are kept: people rarely play at more tables at once. */
const MOST_ORDERS = 8;

/**
 * The owner's own order, per match.
 * @type {Signal<{match: string | null, codes: string[]}>}
 */
const laid = signal({ match: null, codes: [] });

/**
 * Sorts the codes of a hand as they are shown.
 * @param {string[]} codes
 * @param {string} sort one of SORTS
 * @param {string} match
 * @param {(code: string) => number} rank the place in this order
 * @param {(code: string) => string} group
 * @returns {string[]}
 */
export function sortHand(codes, sort, match, rank, group) {
  switch (sort) {
    case "rank":
    case "suits":
      return [...codes].sort((a, b) => rank(a) - rank(b));
    case "sets":
      return bySets(codes, rank, group);
    case "own":
      return byOwner(codes, match, rank);
    default:
      throw new Error(`no such order: ${sort}`);
  }
}

/**
 * @param {string[]} codes
 * @param {(code: string) => number} rank
 * @param {(code: string) => string} group
 */
function bySets(codes, rank, group) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  /** @param {string} code */
  const size = (code) => sizes.get(group(code)) ?? 0;
  for (const code of codes) sizes.set(group(code), size(code) + 1);
  return [...codes].sort((a, b) => size(b) - size(a) || rank(a) - rank(b));
}

/**
 * @param {string[]} codes
 * @param {string} match
 * @param {(code: string) => number} rank
 */
function byOwner(codes, match, rank) {
  const order = ownOrder(match);
  /** @type {(string | null)[]} */
  const left = [...order];
  const placed = codes.map((code) => {
    const at = left.indexOf(code);
    if (at < 0) return { code, at: Infinity };
    left[at] = null;
    return { code, at };
  });
  placed.sort((a, b) => (a.at === b.at ? rank(a.code) - rank(b.code) : a.at - b.at));
  return placed.map((card) => card.code);
}

/** @param {string} match */
function ownOrder(match) {
  if (laid.value.match !== match)
    laid.value = { match, codes: storedOrders().find(([kept]) => kept === match)?.[1] ?? [] };
  return laid.value.codes;
}

/**
 * Keeps this order of codes for the match.
 * @param {string} match
 * @param {string[]} codes
 */
export function saveOrder(match, codes) {
  laid.value = { match, codes };
  const others = storedOrders().filter(([kept]) => kept !== match);
  saveValue("orders", [...others, [match, codes]].slice(-MOST_ORDERS));
}

/**
 * The match and the codes of each order, the newest last.
 * @returns {[string, string[]][]}
 */
const storedOrders = () => readValue("orders") ?? [];

/**
 * The codes with the card at `from` moved to `to`.
 * @param {string[]} codes
 * @param {number} from
 * @param {number} to
 */
export function moveCard(codes, from, to) {
  const next = [...codes];
  const [card] = next.splice(from, 1);
  next.splice(to, 0, card);
  return next;
}
