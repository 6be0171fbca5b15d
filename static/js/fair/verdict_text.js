/** The sentences about checked shuffles. They claim what was compared, and no more. */

import { GAP } from "./automaton.js";

/** @import { DealReport, DeckRule, Ledger, Report, Summary, Unreachable } from "./types.js" */

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
  elsewhere: "The part of your seat in the shuffle was not this browser’s.",
  "left-out": "You sit at this table, but the server told your browser that it only watches.",
  watching: "",
};

/**
 * The newest state of the shuffles at a table, in one word and in sentences. "checked": all that can
 * be compared was; "gap": something was not, or an honest server would not have done it
 * @param {Report} report
 * @returns {{state: "checked" | "gap" | "fault", says: string} | null}
 */
export function tableVerdict({ lies, end, deal, silent, ledger }) {
  if (lies.length) return { state: "fault", says: "The shuffle does not check out." };
  const whole = matchVerdict(end);
  const says = whole ?? (silent ? GAP.silent : dealVerdict(deal));
  if (says === null) return null;
  const gap = whole === null && (silent || !deal || isGap(deal));
  return {
    state: gap ? "gap" : "checked",
    says: [says, counted(ledger)].filter(Boolean).join(" "),
  };
}

/** @param {DealReport} deal */
const isGap = ({ read, watched, part, own, hand, deck, named, gaps }) =>
  !read ||
  named > 0 ||
  !(watched || part === "in") ||
  !(part === "in" || part === "watching") ||
  (own > 0 && hand !== "same") ||
  deck === "none" ||
  gaps.length > 0;

/**
 * The counts of a table that are not zero.
 * @param {Ledger} ledger
 */
function counted({ gaps, dropped }) {
  if (!gaps && !dropped) return "";
  const all = [
    gaps && many(gaps, "gap", "gaps"),
    dropped && many(dropped, "match without its deal", "matches without their deal"),
  ];
  return `So far at this table: ${all.filter(Boolean).join(", ")}.`;
}

/**
 * The sentence about one deal at the table, or null where there is nothing to say.
 * @param {DealReport | null} deal
 * @returns {string | null}
 */
export function dealVerdict(deal) {
  if (!deal || deal.lies.length || deal.hand === "other") return null;
  if (!deal.read) return UNREAD;
  const late = deal.watched || deal.part === "in" ? "" : "This deal was made before you joined.";
  const all = [late, cardsVerdict(deal), PARTS[deal.part], namedVerdict(deal), ...deal.gaps];
  return all.filter(Boolean).join(" ");
}

/** @param {{named: number}} deal */
const namedVerdict = ({ named }) =>
  named
    ? `${many(named, "player was", "players were")} named for not opening a part, so another order ` +
      "was made."
    : "";

const UNREAD = "Your browser was not shown what it needs to check this deal.";

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
  const { read, watched, part, own, open, decks, hand, named, gaps } = deal;
  if (!read) return [[false, UNREAD]];
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
  if (named) all.push([false, namedVerdict(deal)]);
  for (const gap of gaps) all.push([false, gap]);
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
