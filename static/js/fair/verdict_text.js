/** The sentences about checked shuffles. They claim what was compared, and no more. */

/** @import { DealReport, DeckRule, Summary, Unreachable } from "./types.js" */

/**
 * @param {number} n
 * @param {string} one
 * @param {string} more
 */
const many = (n, one, more) => `${n} ${n === 1 ? one : more}`;

const PARTS = {
  in: "Your browser helped shuffle.",
  late: "Your browser answered too late to help shuffle.",
  none: "Your browser did not help shuffle.",
  "left-out": "You sit at this table, but the server told your browser that it only watches.",
  watching: "",
};

/**
 * The sentence about one deal at the table, or null where there is nothing to say.
 * @param {DealReport | null} deal
 * @returns {string | null}
 */
export function dealVerdict(deal) {
  if (!deal || deal.lies.length || deal.hand === "other") return null;
  if (!deal.read) return "Your browser was not shown what it needs to check this deal.";
  const late = deal.watched || deal.part === "in" ? "" : "This deal was made before you joined.";
  return [late, cardsVerdict(deal), PARTS[deal.part]].filter(Boolean).join(" ");
}

/**
 * The cards that were compared in one deal.
 * @param {DealReport} deal
 */
function cardsVerdict({ own, open, part, hand }) {
  if (own) {
    const cards = own === 1 ? "card fits" : `${own} cards fit`;
    const gap = hand === "same" ? "" : ", but the hand on your screen was not compared";
    return `Your ${cards} the sealed deal${gap}.`;
  }
  if (open) return `${many(open, "open card fits", "open cards fit")} the sealed deal.`;
  return part === "watching"
    ? "You’re watching: no card of this deal was compared."
    : "None of your cards was compared in this deal.";
}

/** @type {Record<DeckRule, [boolean, string]>} */
const DECKS = {
  same: [true, "The cards in the deck, and who gets which, are as the rules say."],
  hidden: [false, "Nobody knows all cards of this shuffle, so they were not compared."],
  none: [false, "The cards in the deck, and who gets which, were not compared with the rules."],
};

/**
 * All that was checked of one deal, a sentence each: true for what fits, false for what was not
 * compared.
 * @param {DealReport} deal
 * @returns {[boolean, string][]}
 */
export function dealDetails(deal) {
  const { read, watched, part, own, open, decks, hand } = deal;
  if (!read) return [[false, "Your browser was not shown what it needs to check this deal."]];
  /** @type {[boolean, string][]} */
  const all = [
    watched
      ? [true, "Promise and decks were fixed before anybody opened a part."]
      : [false, "The deal was made before you joined, so your browser saw no promise in time."],
    [true, `${decks} decks that were not played were made again. Each is as it was fixed.`],
    DECKS[deal.deck],
    own
      ? [true, `Your ${own === 1 ? "card lies" : `${own} cards lie`} in the deck that is played.`]
      : [false, "No card of yours was compared."],
  ];
  if (open) all.push([true, `${many(open, "open card lies", "open cards lie")} in that deck.`]);
  if (own) all.push(HANDS[hand === "same" ? "same" : "other"]);
  if (part !== "watching") all.push([part === "in", PARTS[part]]);
  return all;
}

/** @type {Record<string, [boolean, string]>} */
const HANDS = {
  same: [true, "The hand on your screen is the one that was sealed for you."],
  other: [false, "The hand on your screen was not compared."],
};

/**
 * The sentence about all deals of a finished match, or null before its end.
 * @param {Summary | Unreachable | null} end
 * @returns {string | null}
 */
export function matchVerdict(end) {
  if (!end) return null;
  const stopped = end.stopped ? "The match was stopped. " : "";
  if (end.unreachable)
    return `${stopped}The shuffles are not revealed yet. The match page can check them later.`;
  if (end.lies.length) return "The shuffles do not fit what was promised.";
  if (!end.shuffles) return `${stopped}No shuffle of this match was revealed, so none was checked.`;
  const missed = notChecked(end);
  if (end.sealed === end.shuffles)
    return `${stopped}${[sealedVerdict(end), ...missed].join("; ")}.`;
  const checked = `checked ${end.checked} of ${many(end.places, "place", "places")}`;
  if (!missed.length) return `${stopped}The orders of the cards fit the promises: ${checked}.`;
  return end.checked
    ? `${stopped}The orders that were watched fit the promises: ${[checked, ...missed].join("; ")}.`
    : `${stopped}The record is consistent, but ${missed.join("; ")}.`;
}

/**
 * The verdict where the decks stay secret: only opened cards were compared.
 * @param {Summary} end
 */
const sealedVerdict = ({ cards }) =>
  "The decks stay secret for good, so not every place was checked. " +
  (cards
    ? `${many(cards, "card that you were shown fits", "cards that you were shown fit")} them`
    : "What was shown does not contradict the promises");

/** @param {Summary} end */
function notChecked({ unwatched, sealed, unopened, shuffles }) {
  const gaps = [];
  /** @param {number} n */
  const were = (n) => many(n, "shuffle was", "shuffles were");
  if (unwatched) gaps.push(`${were(unwatched)} not watched from the beginning by this browser`);
  if (sealed && sealed < shuffles) gaps.push(`${many(sealed, "deck stays", "decks stay")} secret`);
  if (unopened)
    gaps.push(`parts were opened for ${many(unopened, "shuffle", "shuffles")} that never came`);
  return gaps;
}
