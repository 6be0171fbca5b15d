/** One line about each kind of question, for the first time that it comes. Loaded with a match. */

/** @type {Record<string, string>} */
export const TIPS = {
  lead: "Lead one card, or several alike. Whoever is out first ranks highest.",
  follow: "Play as many cards as were led, but better ones, or pass.",
  target: "Your card has a power over one other player: choose whom it hits.",
  look: "You may look at one hand. Nobody else sees it.",
  again: "You may follow your own play before the others do.",
  "give-back": "You were given good cards by a lower rank. Give as many of yours back.",
  takeover: "Both WILDs together take the first rank at once, if you want it.",
};
