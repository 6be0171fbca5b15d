/** Which cards may stand in one word, and what a claim of such lengths is called; nothing here knows how anything is spelled. */
import { isWild, letterOf, SUITS, suitOf } from "./deck.js";

const BY_LENGTHS = {
  2: "Duck",
  "2,2": "Two Ducks",
  3: "Tadpole",
  4: "Frog",
  "3,2": "Bullfrog",
  5: "Scroker",
};
const LENGTHS = "One word of two to five letters, or two words: three and two, or two and two.";

/**
 * What is wrong with these cards in one word, as a sentence, or null. `as`: {code: letter} of cards that stand for another letter.
 * `rules`: {mix: Lemons and Limes may share a word, chilis: most chilis in a word with sour cards, or null for as many as one likes}.
 */
export function impure(codes, as, rules) {
  const plain = codes.filter((code) => !isWild(code) && !as[code]);
  const of = (suit) => plain.filter((code) => suitOf(code) === suit);
  const animals = of("an");
  const others = plain.filter((code) => suitOf(code) !== "an");
  if (animals.length && others.length)
    return `Animals keep to themselves: ${letterOf(others[0])} is from the ${SUITS[suitOf(others[0])]}. Animals alone, or none of them.`;
  const [lemons, limes, chilis] = [of("le"), of("li"), of("ch")];
  if (lemons.length && limes.length && !rules.mix)
    return `Lemons and Limes do not share a word: ${letterOf(lemons[0])} is a Lemon, ${letterOf(limes[0])} a Lime. Either may borrow chilis.`;
  const most = rules.chilis;
  if (most !== null && chilis.length > most && (lemons.length || limes.length))
    return most
      ? `In this hand a sour word takes ${most === 1 ? "one chili" : `${most} chilis`} at most; this one has ${chilis.length}.`
      : "In this hand no sour word takes a chili.";
  return null;
}

/** Whether no wild card and no borrowed chili is in it. */
export function natural(codes, as) {
  const suits = new Set(codes.map(suitOf));
  return (
    !codes.some((code) => isWild(code) || as[code]) &&
    !(suits.has("ch") && (suits.has("le") || suits.has("li")))
  );
}

/** Longest first, as a claim is made. */
export const inOrder = (words) =>
  words.filter((word) => word.length).sort((a, b) => b.length - a.length);

/** The category's name that these words claim, or null where no category has such lengths. */
export function claimed(words, as = {}) {
  const rows = inOrder(words);
  const name = BY_LENGTHS[rows.map((word) => word.length).join()] ?? null;
  return name === "Scroker" && rows[0].includes("an:U") && !as["an:U"] ? "Flying Scroker" : name;
}

/** {fault, name, natural}: what is wrong with the words in a sentence, or what they claim. No words: both null. */
export function judged(words, as, rules) {
  const rows = inOrder(words);
  if (!rows.length) return { fault: null, name: null, natural: true };
  const unsaid = rows.flat().find((code) => isWild(code) && !as[code]);
  const fault =
    rows.map((word) => impure(word, as, rules)).find(Boolean) ??
    (unsaid ? "Say which letter the wild card stands for." : null);
  const name = claimed(rows, as);
  return {
    fault: fault ?? (name ? null : LENGTHS),
    name,
    natural: rows.every((word) => natural(word, as)),
  };
}

/** "a Frog", "Two Ducks". */
export const withArticle = (name) => (name === "Two Ducks" || name === "Scum" ? name : `a ${name}`);
