/** Drafts of words: cards put in a row one at a time, or found for letters that were typed. */
import { isWild, letterOf, rankOf } from "./deck.js";
import { natural, suitFault } from "./suits.js";

/** @import { SuitRules } from "./suits.js" */

/** @typedef {{words: string[][], as: Record<string, string>}} Draft */

/**
 * An empty draft: two rows of codes, and the letters of wild cards, {code: letter}.
 * @type {Draft}
 */
export const BLANK = { words: [[], []], as: {} };

/** @param {Draft} draft */
export const laid = (draft) => draft.words.flat();
/**
 * @param {string[][]} words
 * @param {string} code
 */
const without = (words, code) => words.map((word) => word.filter((other) => other !== code));

/**
 * The draft with `code` in word `number` at place `at` (by default the last), taken from where it
 * lay.
 * @param {Draft} draft
 * @param {string} code
 * @param {number} number
 * @param {number} [at]
 */
export function placeCard(draft, code, number, at = Infinity) {
  const words = without(draft.words, code);
  words[number].splice(at, 0, code);
  return { ...draft, words };
}

/**
 * @param {Draft} draft
 * @param {string} code
 */
export function takeBack(draft, code) {
  const { [code]: _, ...as } = draft.as;
  return { words: without(draft.words, code), as };
}

/**
 * @param {Draft} draft
 * @param {string} code
 * @param {string} letter
 */
export const stand = (draft, code, letter) => ({
  ...draft,
  as: letter ? { ...draft.as, [code]: letter } : takeBack(draft, code).as,
});

/**
 * The draft without cards that are no longer held.
 * @param {Draft} draft
 * @param {string[]} codes
 */
export function keepHeld(draft, codes) {
  return laid(draft)
    .filter((code) => !codes.includes(code))
    .reduce(takeBack, draft);
}

/**
 * @param {string[]} word
 * @param {Record<string, string>} as
 */
export const reads = (word, as) => word.map((code) => as[code] ?? (letterOf(code) || "?")).join("");

/**
 * The draft as text: "TEN GO".
 * @param {{words: string[][], as: Record<string, string>}} props
 */
export const textOf = ({ words, as }) =>
  words
    .map((word) => reads(word, as))
    .join(" ")
    .trim();

/**
 * Spells a text: {draft, missing}. Takes cards that suit each other best, higher before lower, wild
 * ones last. `missing` is the first letter without a card, or null.
 * @param {string} text
 * @param {string[]} codes
 * @param {SuitRules} rules
 * @param {string[]} wild codes that may stand for any letter
 */
export function spell(text, codes, rules, wild) {
  const rows = text
    .toUpperCase()
    .replace(/[^A-Z ]/g, "")
    .trim()
    .split(/ +/)
    .slice(0, 2);
  const letters = rows
    .flatMap((row, number) => [...row].map((letter) => ({ letter, number })))
    .slice(0, codes.length);
  let best = { at: -1, draft: BLANK, grade: 0 };
  /** @type {(at: number, draft: Draft) => void} */
  const go = (at, draft) => {
    if (at > best.at || (at === best.at && grade(draft, rules) > best.grade))
      best = { at, draft, grade: grade(draft, rules) };
    if (at === letters.length) return;
    const { letter, number } = letters[at];
    for (const code of codes) {
      if (laid(draft).includes(code)) continue;
      if (letterOf(code) === letter) go(at + 1, placeCard(draft, code, number));
      else if (isWild(code) || wild.includes(code))
        go(at + 1, stand(placeCard(draft, code, number), code, letter));
    }
  };
  go(0, BLANK);
  return { draft: best.draft, missing: letters[best.at]?.letter ?? null };
}

/**
 * @param {Draft} draft
 * @param {SuitRules} rules
 */
function grade({ words, as }, rules) {
  const rows = words.filter((word) => word.length);
  const fine = rows.filter((word) => !suitFault(word, as, rules)).length;
  const wilds = Object.keys(as).length;
  const pure = rows.filter((word) => natural(word, as)).length;
  const ranks = rows.flat().reduce((sum, code) => sum + (as[code] ? 0 : rankOf(code)), 0);
  return fine * 1e6 - wilds * 1e5 + pure * 1e4 + ranks;
}
