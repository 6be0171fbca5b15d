/** One line about each kind of question, for the first time that it comes. Loaded with a match. */

/** @type {Record<string, string>} */
export const TIPS = {
  consent: "Tapping out lets a player stay to the end without paying more, if all agree.",
  "name-game": "You choose which game is dealt, for all players and this hand alone.",
  ante: "The ante is what everybody pays to be dealt in.",
  bet: "Check, bet or fold: to stay in the hand you match what others have put in.",
  draw: "Exchange the cards that you do not need; the others see how many, not which.",
  declare: "Claim the words that your cards spell. An invented one counts unless it is challenged.",
  challenge: "Words are only looked up if somebody challenges them. A wrong challenge costs chips.",
};
