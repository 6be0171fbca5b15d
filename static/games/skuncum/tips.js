/** One line about each kind of question, for the first time that it comes. Loaded with a match. */

/** @type {Record<string, string>} */
export const TIPS = {
  lead: "The card that is led opens a Race: its owner is the Candidate, and others join in.",
  scrum: "Join an area with a Suit card. Action cards may first help or hurt a rival.",
  duel: "In a duel you play a card to catch up, or let it be.",
  hats: "You have won hats. They count at the end, so take those that are hard to win.",
  convert: "Vote strokes that are left over buy hats now.",
};
