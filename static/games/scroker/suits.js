/**
 * The suits of words: which cards may stand together, and what a claim is called. Knows no
 * spelling.
 */
import { isWild, letterOf, SUITS, suitOf } from "./deck.js";

/**
 * @typedef {object} SuitRules
 * @property {boolean} mix Lemons and Limes may share a word
 * @property {number | null} chilis most chilis in a word with sour cards; null: any number
 */

/** @type {Record<string, string>} */
const BY_LENGTHS = {
  2: "Duck",
  "2,2": "Two Ducks",
  3: "Tadpole",
  4: "Frog",
  "3,2": "Bullfrog",
  5: "Scroker",
};
/**
 * The hands explained, for people who do not know their names.
 * @type {Record<string, string>}
 */
const MEANINGS = {
  Scum: "no word",
  Duck: "2 letters",
  "Two Ducks": "2 + 2 letters",
  Tadpole: "3 letters",
  Frog: "4 letters",
  Bullfrog: "3 + 2 letters",
  Scroker: "5 letters",
  "Flying Scroker": "5 letters with the Unicorn",
};
const LENGTHS = "One word of two to five letters, or two words: three and two, or two and two.";

/**
 * The fault of these cards in one word as a sentence, or null.
 * @param {string[]} codes
 * @param {Record<string, string>} as the letters of wild cards, by code
 * @param {SuitRules} rules
 * @returns {string | null}
 */
export function suitFault(codes, as, rules) {
  const plain = codes.filter((code) => !isWild(code) && !as[code]);
  /** @param {string} suit */
  const of = (suit) => plain.filter((code) => suitOf(code) === suit);
  const animals = of("an");
  const others = plain.filter((code) => suitOf(code) !== "an");
  if (animals.length && others.length)
    return (
      `A word of Animals takes no other cards: ${letterOf(others[0])} is from the ` +
      `${SUITS[suitOf(others[0])]}.`
    );
  const [lemons, limes, chilis] = [of("le"), of("li"), of("ch")];
  if (lemons.length && limes.length && !rules.mix)
    return (
      `Lemons and Limes cannot be in one word: ${letterOf(lemons[0])} is a Lemon, ` +
      `${letterOf(limes[0])} a Lime. Either may borrow chilis.`
    );
  const most = rules.chilis;
  if (most !== null && chilis.length > most && (lemons.length || limes.length))
    return most
      ? `In this hand a word of Lemons or Limes takes ${most === 1 ? "one chili" : `${most} chilis`} at most; ` +
          `this one has ${chilis.length}.`
      : "In this hand a word of Lemons or Limes takes no chilis.";
  return null;
}

/**
 * True if the word has no wild card and no borrowed chili.
 * @param {string[]} codes
 * @param {Record<string, string>} as
 */
export function natural(codes, as) {
  const suits = new Set(codes.map(suitOf));
  return (
    !codes.some((code) => isWild(code) || as[code]) &&
    !(suits.has("ch") && (suits.has("le") || suits.has("li")))
  );
}

/**
 * Longest first, as a claim is made.
 * @param {string[][]} words
 */
export const inOrder = (words) =>
  words.filter((word) => word.length).sort((a, b) => b.length - a.length);

/**
 * The category that these words claim, or null where none has such lengths.
 * @param {string[][]} words
 * @param {Record<string, string>} [as]
 */
export function claimed(words, as = {}) {
  const rows = inOrder(words);
  const name = BY_LENGTHS[rows.map((word) => word.length).join()] ?? null;
  return name === "Scroker" && rows[0].includes("an:U") && !as["an:U"] ? "Flying Scroker" : name;
}

/**
 * Judges the words: {fault, name, natural}, the fault in a sentence or the claim. Without words
 * both are null.
 * @param {string[][]} words
 * @param {Record<string, string>} as
 * @param {SuitRules} rules
 */
export function judge(words, as, rules) {
  const rows = inOrder(words);
  if (!rows.length) return { fault: null, name: null, natural: true };
  const unsaid = rows.flat().find((code) => isWild(code) && !as[code]);
  const fault =
    rows.map((word) => suitFault(word, as, rules)).find(Boolean) ??
    (unsaid ? "Say which letter the wild card stands for." : null);
  const name = claimed(rows, as);
  return {
    fault: fault ?? (name ? null : LENGTHS),
    name,
    natural: rows.every((word) => natural(word, as)),
  };
}

/**
 * The hand explained, with its name: "4 letters (Frog)".
 * @param {string} name
 */
export const explained = (name) => `${MEANINGS[name]} (${name})`;
