/** The sentences about checked shuffles. They claim what was compared, and no more. */

import { GAP } from "./automaton.js";

/** @import { DealReport, DeckRule, Ledger, Report, Summary, Unreachable } from "./types.js" */

/** @typedef {["checked" | "note" | "gap", string]} Sentence "note": not compared, and no gap */

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
 * be compared was; "gap": something was not, or an honest server would not have done it. `gap`: the
 * sentences about that alone
 * @param {Report} report
 * @returns {{state: "checked" | "gap" | "fault", says: string, gap: string} | null}
 */
export function tableVerdict({ lies, end, deal, silent, ledger }) {
  if (lies.length) return { state: "fault", says: "The shuffle does not check out.", gap: "" };
  const whole = matchVerdict(end);
  const says = whole ?? (silent ? GAP.silent : deal && dealVerdict(deal));
  if (says === null) return null;
  const gap = silent ? GAP.silent : gapsOf(deal).join(" ");
  return {
    state: gap && whole === null ? "gap" : "checked",
    says: [says, counted(ledger)].filter(Boolean).join(" "),
    gap,
  };
}

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
 * The line about one deal at the table: its cards, its part, and all gaps.
 * @param {DealReport} deal
 */
export function dealVerdict(deal) {
  const helped = deal.part === "in" ? [PARTS.in] : [];
  return [...(deal.read ? [cardsVerdict(deal), ...helped] : []), ...gapsOf(deal)].join(" ");
}

/** @param {DealReport | null} deal */
const gapsOf = (deal) =>
  dealSentences(deal).flatMap(([kind, says]) => (kind === "gap" ? [says] : []));

/**
 * The cards that were compared in one deal.
 * @param {DealReport} deal
 */
function cardsVerdict({ own, open, part }) {
  if (own) return `Your ${own === 1 ? "card fits" : `${own} cards fit`} the sealed deal.`;
  if (open) return `${many(open, "open card fits", "open cards fit")} the sealed deal.`;
  return part === "watching"
    ? "You’re watching: no card of this deal was compared."
    : "None of your cards was compared in this deal.";
}

/** @type {Record<DeckRule, Sentence>} */
const DECKS = {
  same: ["checked", "The cards in the deck, and who gets which, are as the rules say."],
  hidden: ["note", "Nobody knows all cards of this shuffle, so they were not compared."],
  none: ["gap", "The cards in the deck, and who gets which, were not compared with the rules."],
};

/**
 * All that was checked of one deal, and all that was not.
 * @param {DealReport | null} deal
 * @returns {Sentence[]}
 */
export function dealSentences(deal) {
  if (!deal) return [];
  const { read, watched, part, own, open, decks, hand, named, gaps } = deal;
  if (!read) return [["gap", "Your browser was not shown what it needs to check this deal."]];
  const helped = part === "in";
  /** @type {Sentence[]} */
  const all = [
    watched
      ? ["checked", "Promise and decks were fixed before anybody opened a part."]
      : [
          helped ? "note" : "gap",
          "This deal was made before you joined, so your browser saw no promise in time.",
        ],
    ["checked", `${decks} decks that were not played were made again. Each is as it was fixed.`],
    DECKS[deal.deck],
    own
      ? [
          "checked",
          `Your ${own === 1 ? "card lies" : `${own} cards lie`} in the deck that is played.`,
        ]
      : ["note", "No card of yours was compared."],
  ];
  if (open)
    all.push(["checked", `${many(open, "open card lies", "open cards lie")} in that deck.`]);
  if (own)
    all.push(
      hand === "same"
        ? ["checked", "The hand on your screen is the one that was sealed for you."]
        : ["gap", "The hand on your screen was not compared."],
    );
  if (part !== "watching") all.push([helped ? "checked" : "gap", PARTS[part]]);
  if (named) {
    const who = many(named, "player was", "players were");
    all.push(["gap", `${who} named for not opening a part, so another order was made.`]);
  }
  return [...all, ...gaps.map((says) => /** @type {Sentence} */ (["gap", says]))];
}

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
