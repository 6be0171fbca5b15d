/** One line about each kind of question, for the first time that it comes. Loaded with a match. */

/** @type {Record<string, string>} */
export const TIPS = {
  lead: "Lead any legal hand: a card, a pair, a straight and more. Whoever is out first ranks highest.",
  follow: "A hand of the same kind with a higher top beats this one. Or pass.",
  declare: "You choose your powers for this round. The dots say how many you may have.",
  decide: "The first rank decides rules for this round. Everybody sees them.",
  pact: "A pact gives you a rank more, but you neither see your crypt before nor trade.",
  wish: "You are the higher rank: wish for cards, the best one first.",
  "ask-back": "You may ask for a card in return. The other need not give it.",
  "give-any": "You hold nothing of what was wished for, so you choose what you give.",
  "give-back": "A trade takes a card for a card: any of yours may go back.",
  offer: "Offer a card for another one. The answer is the other’s choice.",
  "answer-offer": "Accept the exchange, make another offer, or decline.",
  "answer-boon": "Somebody asks to lead in your place. A boon granted is a debt owed to you.",
  "answer-conspiracy": "You would both show each other your hands, and nobody else would see them.",
  "name-hand": "You name what must be played next, by your power.",
  reshape: "One card of yours may count as another one, for this round.",
  react: "A power is used: you may cancel it, at a price, or let it happen.",
};
