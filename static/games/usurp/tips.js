/** One line about each kind of question, for the first time that it comes. Loaded with a match. */

/** @type {Record<string, string>} */
export const TIPS = {
  "name-order":
    "The Order decides which cards win: in the Regal Order high ones, in the Common Order low ones.",
  lead: "The first card lies open for the next player to win, and brings you nothing.",
  play: "A card of the same suit may win what lies there; one of the same rank usurps it.",
  answer:
    "An uprising may be a bluff: challenge it to see the card, or give in, and its player scores.",
};
