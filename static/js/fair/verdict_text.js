/** The sentences about checked shuffles. */

/** @import { DealCheck, Summary, Unreachable } from "./types.js" */

const many = (n, one, more) => `${n} ${n === 1 ? one : more}`;

/**
 * The sentence about one deal at the table, or null where there is nothing to say.
 * @param {(DealCheck & {hand?: string}) | null} deal
 * @returns {string | null}
 */
export function dealVerdict(deal) {
  if (!deal || deal.lies.length || deal.hand === "other") return null;
  if (!deal.watched) return "This deal was sealed before you joined. It is checked at the end.";
  const part = {
    in: "Your browser helped shuffle.",
    late: "Your browser answered too late to help shuffle.",
    none: "Your browser did not help shuffle.",
    watching: "",
  }[deal.part];
  if (part === undefined) throw new Error(`no such part: ${deal.part}`);
  if (!deal.cards) return `The deal is sealed. ${part}`.trim();
  const cards = many(deal.cards, "card was", "cards were");
  return `Your ${cards} checked against the sealed deal. ${part}`.trim();
}

/**
 * The sentence about all deals of a finished match, or null before its end.
 * @param {Summary | Unreachable | null} end
 * @returns {string | null}
 */
export function matchVerdict(end) {
  if (!end) return null;
  if (end.unreachable)
    return "The shuffles are not revealed yet. The match page can check them later.";
  if (end.lies.length) return "The shuffles do not fit what was promised.";
  if (!end.shuffles) return "This match was dealt before shuffles could be checked.";
  if (end.sealed === end.shuffles)
    return "In this game the cards stay secret for good. All that was revealed fits the promises.";
  const checked = `checked ${end.checked} of ${many(end.cards, "card", "cards")}`;
  if (!end.unwatched) return `The deals were fair: ${checked}.`;
  const missed =
    `${many(end.unwatched, "shuffle was", "shuffles were")} not watched from the beginning by ` +
    "this browser";
  return end.checked
    ? `What was watched was fair: ${checked}; ${missed}.`
    : `The record is in order, but ${missed}.`;
}
