/** In which order a hand lies: by rank, suit or set size, or as its owner laid it; kept for one match. */
import { signal } from "@preact/signals";
import { prefs, recall, remember } from "../table/core/prefs.js";

export const SORTS = {
  rank: "by rank",
  suits: "by suit",
  sets: "by set size",
  own: "my own order",
};

/** The order that this person likes, where the game has it; otherwise the game's first. */
export const sortAmong = (sorts) =>
  sorts.includes(prefs.value.sort) ? prefs.value.sort : sorts[0];

/** The codes as their owner laid them, per match. */
const laid = signal({ match: null, codes: [] });

/** The codes of a hand in the order in which they are shown. `rank(code)`, the place in this order, and `group(code)` are the game's. */
export function ordered(codes, sort, match, rank, group) {
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

function bySets(codes, rank, group) {
  const sizes = new Map();
  for (const code of codes) sizes.set(group(code), (sizes.get(group(code)) ?? 0) + 1);
  return [...codes].sort((a, b) => sizes.get(group(b)) - sizes.get(group(a)) || rank(a) - rank(b));
}

function byOwner(codes, match, rank) {
  const order = ownOrder(match);
  const left = [...order];
  const places = new Map();
  const placed = codes.map((code) => {
    const at = left.indexOf(code);
    if (at < 0) return { code, at: Infinity };
    left[at] = null;
    return { code, at };
  });
  placed.sort((a, b) => (a.at === b.at ? rank(a.code) - rank(b.code) : a.at - b.at));
  places.clear();
  return placed.map((card) => card.code);
}

function ownOrder(match) {
  if (laid.value.match !== match) laid.value = { match, codes: recall(`order:${match}`) ?? [] };
  return laid.value.codes;
}

/** Keeps this order of codes for the match. */
export function layOut(match, codes) {
  laid.value = { match, codes };
  remember(`order:${match}`, codes);
}

/** The codes with the card at `from` moved to stand at `to`. */
export function moved(codes, from, to) {
  const next = [...codes];
  const [card] = next.splice(from, 1);
  next.splice(to, 0, card);
  return next;
}
