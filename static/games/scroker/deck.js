/**
 * The deck as data: suits, letters, peppers, animals and ranks. A test compares it with the game's
 * own deck.
 */

/**
 * Suits and cards, lowest first: a card's place in this row is its rank.
 * @type {Record<string, string[]>}
 */
export const DECK = {
  li: [..."CDEJKMNOSVXYZ"],
  le: [..."ABFHILNPQRSTW"],
  ch: ["E1", "O1", "U1", "A2", "I2", "O2", "A3", "E3", "I3", "E4", "O4", "A5", "E5"],
  an: [..."ADEGILMNORSTU"],
};
/** @type {Record<string, string>} */
export const ANIMALS = {
  A: "Ape",
  D: "Dog",
  E: "Elephant",
  G: "Goat",
  I: "Iguana",
  L: "Lion",
  M: "Moose",
  N: "Newt",
  O: "Owl",
  R: "Rabbit",
  S: "Snail",
  T: "Turtle",
  U: "Unicorn",
};
/** @type {Record<string, string>} */
export const SUITS = { an: "Animals", ch: "Chili Peppers", le: "Lemons", li: "Limes", sc: "wild" };
/** @type {Record<string, string>} */
export const ONE_OF = { an: "an Animal", ch: "a Chili Pepper", le: "a Lemon", li: "a Lime" };

/** Every code but those of the wild cards, by suit and rank. */
export const CODES = Object.entries(DECK).flatMap(([suit, faces]) =>
  faces.map((face) => `${suit}:${face}`),
);
const RANKS = new Map(CODES.map((code, rank) => [code, rank]));
const COUNTS = ["no", "one", "two", "three", "four", "five"];

/** @param {string} code */
export const suitOf = (code) => code.slice(0, 2);
/** @param {string} code */
export const isWild = (code) => suitOf(code) === "sc";

/**
 * The letter on a card; a wild card has none.
 * @param {string} code
 */
export const letterOf = (code) => (isWild(code) ? "" : code[3]);

/** @param {string} code */
export const peppersOf = (code) => (suitOf(code) === "ch" ? Number(code[4]) : 0);

/**
 * 0 to 51; a wild card stands above all in a hand.
 * @param {string} code
 */
export const rankOf = (code) => RANKS.get(code) ?? CODES.length;

/** @param {number} n */
const chilis = (n) => `${COUNTS[n]} ${n === 1 ? "chili" : "chilis"}`;

/**
 * The spoken name: "E, five chilis, hot"; "U, Unicorn, an Animal"; "W, a Lemon".
 * @param {string} code
 */
export function cardName(code) {
  const letter = letterOf(code);
  switch (suitOf(code)) {
    case "an":
      return `${letter}, ${ANIMALS[letter]}, an Animal`;
    case "ch":
      return `${letter}, ${chilis(peppersOf(code))}, hot`;
    case "le":
    case "li":
      return `${letter}, ${ONE_OF[suitOf(code)]}`;
    case "sc":
      return "a wild card";
    default:
      throw new Error(`a card of an unknown kind: ${code}`);
  }
}
