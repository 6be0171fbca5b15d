/** Cards put in a row to spell words: from taps and drags one card at a time, or from letters that were typed. */
import { isWild, letterOf, rankOf } from "./deck.js";
import { impure, natural } from "./suits.js";

/** Nothing laid out: two rows of codes, and the letters of cards that stand for others, {code: letter}. */
export const BLANK = { words: [[], []], as: {} };

export const laid = (draft) => draft.words.flat();
const without = (words, code) => words.map((word) => word.filter((other) => other !== code));

/** The draft with `code` in word `number` at place `at` (by default the last), taken from wherever it lay. */
export function put(draft, code, number, at = Infinity) {
  const words = without(draft.words, code);
  words[number].splice(at, 0, code);
  return { ...draft, words };
}

export function takeBack(draft, code) {
  const { [code]: _, ...as } = draft.as;
  return { words: without(draft.words, code), as };
}

export const stand = (draft, code, letter) => ({
  ...draft,
  as: letter ? { ...draft.as, [code]: letter } : takeBack(draft, code).as,
});

/** The draft without cards that are no longer held. */
export function keep(draft, codes) {
  return laid(draft)
    .filter((code) => !codes.includes(code))
    .reduce(takeBack, draft);
}

export const reads = (word, as) => word.map((code) => as[code] ?? (letterOf(code) || "?")).join("");

/** "TEN GO". */
export const textOf = ({ words, as }) =>
  words
    .map((word) => reads(word, as))
    .join(" ")
    .trim();

/**
 * {draft, missing}: `text` spelled with these cards, by the cards that suit each other best, the higher before the lower, wild ones
 * last; `missing`: the first letter that no card gives, or null. `wild`: codes that may stand for any letter.
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
  let best = null;
  const go = (at, draft) => {
    if (best === null || at > best.at || (at === best.at && grade(draft, rules) > best.grade))
      best = { at, draft, grade: grade(draft, rules) };
    if (at === letters.length) return;
    const { letter, number } = letters[at];
    for (const code of codes) {
      if (laid(draft).includes(code)) continue;
      if (letterOf(code) === letter) go(at + 1, put(draft, code, number));
      else if (isWild(code) || wild.includes(code))
        go(at + 1, stand(put(draft, code, number), code, letter));
    }
  };
  go(0, BLANK);
  return { draft: best.draft, missing: letters[best.at]?.letter ?? null };
}

function grade({ words, as }, rules) {
  const rows = words.filter((word) => word.length);
  const fine = rows.filter((word) => !impure(word, as, rules)).length;
  const wilds = Object.keys(as).length;
  const pure = rows.filter((word) => natural(word, as)).length;
  const ranks = rows.flat().reduce((sum, code) => sum + (as[code] ? 0 : rankOf(code)), 0);
  return fine * 1e6 - wilds * 1e5 + pure * 1e4 + ranks;
}
