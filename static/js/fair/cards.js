/**
 * The cards that are opened to a page: each under the root of the deck that is played, each at a
 * position that the plan gives to the viewer, to everybody, or to the stock. Pure functions.
 */
import { deckLeaf, nameLeaf, rootOf } from "./decks.js";
import { bytes } from "./hashing.js";
import { draw } from "./shuffle.js";

/** @import { CardOpened } from "../records.js" */
/** @import { AddLie, KeptDeal, ShownCard } from "./types.js" */

const WORD = /^(?:(0|[1-9]\d*)\??|\*|-)$/;

/**
 * @param {{n: number, codes: string, plan: string, names: string | null}} decks
 * @returns {boolean} whether as many codes and words are told as there are cards
 */
export function isWhole({ n, codes, plan, names }) {
  const words = plan.split(" ");
  return (
    Number.isInteger(n) &&
    n > 0 &&
    words.length === n &&
    words.every((word) => WORD.test(word)) &&
    (codes === "" ? names !== null : names === null && codes.split(" ").length === n)
  );
}

/**
 * Checks cards that were opened together, and returns those that fit.
 * @param {Pick<KeptDeal, "ask" | "openings" | "n" | "root" | "codes" | "names" | "plan">} deal
 * @param {{cards: CardOpened[], nodes: string[], names_nodes: string[]}} opened
 * @param {number | null} seat
 * @param {AddLie} lie
 * @returns {ShownCard[]}
 */
export function checkCards(deal, { cards, nodes, names_nodes }, seat, lie) {
  if (!cards.length) return [];
  const { perm } = draw(deal.ask, deal.openings, deal.n);
  const leaves = new Map();
  const names = new Map();
  const top = orNull(() => {
    for (const { position, thing, salt } of cards)
      leaves.set(perm[position], deckLeaf(bytes(salt, 16), perm[position], thing));
    return rootOf(deal.n, leaves, nodes);
  });
  if (top !== deal.root || leaves.size < cards.length) {
    lie("A card that you were shown is not the one that was sealed there.", deal.root, cards);
    return [];
  }
  const codes = deal.codes.split(" ");
  if (deal.names !== null) {
    const named = orNull(() => {
      for (const { thing, code = "", name_salt } of cards)
        names.set(thing, nameLeaf(bytes(name_salt, 16), thing, code));
      return rootOf(deal.n, names, names_nodes);
    });
    if (named !== deal.names) {
      lie("A card that you were shown has another name than was sealed.", deal.names, cards);
      return [];
    }
  }
  const words = deal.plan.split(" ");
  const shown = cards.map(({ position, thing, code = "" }) => ({
    position,
    thing,
    code: deal.names === null ? codes[thing] : code,
    word: words[position],
  }));
  for (const card of shown)
    if (/^\d+$/.test(card.word) && Number(card.word) !== seat)
      lie("You were shown a card that was dealt to another seat.", card.word, card.position);
  return shown;
}

/**
 * The cards of a deal as they are kept, with those that are shown now.
 * @param {KeptDeal["cards"]} known
 * @param {ShownCard[]} shown
 * @returns {KeptDeal["cards"]}
 */
export function withCards(known, shown) {
  const positions = new Set(known.map(([position]) => position));
  /** @type {KeptDeal["cards"]} */
  const more = shown.map(({ position, thing, code }) => [position, thing, code]);
  return [...known, ...more.filter(([position]) => !positions.has(position))];
}

/**
 * Checks that all cards are opened that the viewer is to see at once.
 * @param {string} plan
 * @param {ShownCard[]} cards
 * @param {number | null} seat
 * @param {AddLie} lie
 */
export function checkMissing(plan, cards, seat, lie) {
  const opened = new Set(cards.map(({ position }) => position));
  const missing = plan
    .split(" ")
    .flatMap((word, position) =>
      (word === "*" || word === String(seat)) && !opened.has(position) ? [position] : [],
    );
  if (missing.length)
    lie("A card that you are to see was not opened to you.", missing, [...opened]);
}

/**
 * Checks cards that were opened later: they leave the stock from its lowest position on.
 * @param {KeptDeal["cards"]} before
 * @param {ShownCard[]} cards
 * @param {string} plan
 * @param {AddLie} lie
 */
export function checkLater(before, cards, plan, lie) {
  const words = plan.split(" ");
  const known = new Set(before.map(([position]) => position));
  const stock = Math.max(-1, ...[...known].filter((position) => words[position] === "-"));
  for (const { position, word } of cards)
    if (!known.has(position) && word === "-" && position < stock)
      lie("A card was taken from the stock out of turn.", stock, position);
}

/**
 * The value, or null where `act` throws.
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
export function orNull(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
