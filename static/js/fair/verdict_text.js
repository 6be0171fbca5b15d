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
  if (!deal.watched) return "This browser did not see what was promised for this deal.";
  const part = {
    in: "Your browser helped shuffle.",
    late: "Your browser answered too late to help shuffle.",
    none: "Your browser did not help shuffle.",
    lost: "The server restarted during the shuffle, so the part of your browser is not in it.",
    watching: "",
  }[deal.part];
  if (part === undefined) throw new Error(`no such part: ${deal.part}`);
  if (!deal.cards)
    return deal.part === "watching"
      ? "You watch: no card of this deal was compared."
      : `None of your cards was compared in this deal. ${part}`;
  const cards = deal.cards === 1 ? "card fits" : `${deal.cards} cards fit`;
  const hand = deal.hand === "same" ? "" : ", but the hand on your screen was not compared";
  return `Your ${cards} the sealed deal${hand}. ${part}`.trim();
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
  if (!end.shuffles) return "No shuffle of this match was revealed, so none was checked.";
  if (end.sealed === end.shuffles)
    return (
      "The orders of the cards stay secret for good, so they were not checked. What was shown " +
      "does not contradict the promises."
    );
  const checked = `checked ${end.checked} of ${many(end.cards, "place", "places")}`;
  const missed = notChecked(end);
  if (!missed) return `The orders of the cards fit the promises: ${checked}.`;
  return end.checked
    ? `The orders that were watched fit the promises: ${checked}; ${missed}.`
    : `The record is in order by itself, but ${missed}.`;
}

function notChecked({ unwatched, sealed }) {
  const shuffles = many(unwatched, "shuffle was", "shuffles were");
  const orders = many(sealed, "order stays", "orders stay");
  const gaps = [];
  if (unwatched) gaps.push(`${shuffles} not watched from the beginning by this browser`);
  if (sealed) gaps.push(`${orders} secret and ${sealed === 1 ? "was" : "were"} not checked`);
  return gaps.join("; ");
}
