/**
 * The French pack in this game: low to high 3 4 5 6 7 8 9 10 J Q K A 2, of equal rank clubs,
 * diamonds, spades, hearts. Names of cards and hands.
 */
import { cardRow } from "../../js/cards/draw.js";
import * as french from "../../js/cards/french.js";
import { pure } from "../../js/pure.js";
import { listed } from "../../js/table/core/name.js";

const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
const SUITS = "CDSH";

export const { Back, cardName, cardSign, rankOf } = french;
export const Face = pure(french.Face);

/**
 * 0 for the 3 of clubs up to 51 for the 2 of hearts; twins are equal.
 * @param {string} code
 */
export const height = (code) =>
  RANKS.indexOf(rankOf(code)) * SUITS.length + SUITS.indexOf(french.suitOf(code));

/**
 * The codes of one or two packs, lowest first, twins side by side.
 * @param {number} packs
 */
export const deck = (packs) =>
  RANKS.flatMap((rank) =>
    [...SUITS].flatMap((suit) =>
      packs === 1 ? [`${rank}${suit}`] : [`${rank}${suit}`, `${rank}${suit}b`],
    ),
  );

/**
 * The place in a hand: best first.
 * @param {string} code
 */
export const byHeight = (code) => -height(code);

/** @param {string[]} codes */
export const lowestFirst = (codes) => [...codes].sort((one, other) => height(one) - height(other));

/**
 * @param {number} at a height, see above
 */
export const cardAt = (at) => cardName(`${RANKS[Math.floor(at / 4)]}${SUITS[at % 4]}`);

/** Cards in a row that only show. */
export const Cards = cardRow(Face, cardName);

/**
 * The names of hands by the sizes of their sets.
 * @type {Record<string, string>}
 */
const BY_SIZES = {
  2: "a pair",
  3: "a triple",
  4: "four of a kind",
  22: "two pairs",
  32: "a full house",
  222: "three pairs",
  33: "two triples",
  5: "five of a kind",
  6: "six of a kind",
};

/**
 * The name of a legal hand: "the king of spades", "a pair".
 * @param {string[]} codes
 */
export function handName(codes) {
  if (codes.length === 1) return `the ${cardName(codes[0])}`;
  const sizes = new Map();
  for (const code of codes) sizes.set(rankOf(code), (sizes.get(rankOf(code)) ?? 0) + 1);
  const key = [...sizes.values()].sort((one, other) => other - one).join("");
  return BY_SIZES[key] ?? "a straight";
}

/**
 * Ranks in a sentence, lowest first: "sixes and jacks".
 * @param {string[]} ranks
 */
export function rankWords(ranks) {
  return listed(ranks.map((rank) => `${french.RANK_NAMES[rank]}${rank === "6" ? "es" : "s"}`));
}

/**
 * A hand and its highest card: "a pair topped by the king of spades".
 * @param {string[]} codes
 */
export function handWords(codes) {
  const name = handName(codes);
  const top = Math.max(...codes.map(height));
  return codes.length === 1 ? name : `${name} topped by the ${cardAt(top)}`;
}
