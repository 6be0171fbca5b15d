/** The standings: the rows of the strip, the oval and the ladder from a view's public part. */
import { prefs } from "../../js/table/core/prefs.js";
import { NO_STATE, PLACES, placeOf, readyState } from "../../js/table/core/seat_states.js";
import { ordinal } from "../../js/table/play/final_order.js";

/** @import { EventLine, Frame, GameEvent, Public } from "./records.js" */

/**
 * @param {Public} tableau
 * @param {number} seat
 */
export function titleOf(tableau, seat) {
  const index = tableau.ranks.indexOf(seat);
  return tableau.titles[PLACES.indexOf(placeOf(index, tableau.ranks.length))];
}

/**
 * One row a seat, best first; see play/seating.js.
 * @param {Frame} frame
 */
export function standing(frame) {
  const tableau = frame.view.public;
  return tableau.ranks.map((seat, i) => ({
    seat,
    place: placeOf(i, tableau.ranks.length),
    title: titleOf(tableau, seat),
    points: tableau.salaries[seat],
    count: tableau.counts[seat],
    ...stateOf(tableau, seat),
  }));
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function stateOf(tableau, seat) {
  switch (tableau.phase) {
    case "draw":
    case "deal":
    case "over":
      return NO_STATE;
    case "takeover":
    case "interval":
      return readyState(tableau.confirmed, seat);
    case "bonus":
      return tableau.giving.includes(seat)
        ? { state: "giving", note: "chooses cards to give" }
        : NO_STATE;
    case "play":
      return inPlay(tableau, seat);
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function inPlay(tableau, seat) {
  const place = tableau.out.indexOf(seat);
  if (place >= 0) return { state: "out", note: `out, ${ordinal(place + 1)}` };
  if (tableau.turn === seat) return { state: "turn", note: "to play" };
  if (tableau.trick?.barred.includes(seat)) return { state: "barred", note: "must pass" };
  if (tableau.trick?.passed.includes(seat)) return { state: "passed", note: "passed" };
  return NO_STATE;
}

/**
 * The rank of the next seat to go out.
 * @param {Frame} frame
 */
export function atStake({ seat, view }) {
  const { out, phase, ranks, titles } = view.public;
  if (phase !== "play") return null;
  const title = prefs.value.titles
    ? titles[PLACES.indexOf(placeOf(out.length, ranks.length))]
    : `rank ${out.length + 1}`;
  if (seat === null || out.includes(seat)) return `The next to go out becomes ${title}.`;
  const climb = ranks.indexOf(seat) - out.length;
  if (climb > 0) return `Out next, you climb to ${title}.`;
  return climb ? `Out next, you fall only to ${title}.` : `Out next, you stay ${title}.`;
}

/**
 * The places that each seat gained with the last salaries, negative where it fell. null where
 * `lines` does not reach back so far.
 * @param {EventLine[]} lines
 */
export function placesGained(lines) {
  const news = lines.flatMap(({ event }) => ranksAfter(event) ?? []);
  const at = news.findLastIndex(({ paid }) => paid);
  if (at < 1) return null;
  const before = news[at - 1].ranks;
  const { ranks } = news[at];
  return new Map(
    ranks
      .filter((seat) => before.includes(seat))
      .map((seat) => [seat, before.indexOf(seat) - ranks.indexOf(seat)]),
  );
}

/**
 * The ranks that an event brings; null where it brings none.
 * @param {GameEvent} event
 */
function ranksAfter(event) {
  switch (event.type) {
    case "ranks-set":
    case "takeover-declared":
    case "seats-changed":
      return { ranks: event.ranks, paid: false };
    case "hand-ended":
      return { ranks: event.order, paid: true };
    default:
      return null;
  }
}

/**
 * The hand and the trick in it: the parts that a replay jumps by.
 * @param {Public} tableau
 */
export function chapter(tableau) {
  const trick = tableau.trick?.number ?? 0;
  return {
    deal: tableau.deal,
    part: `${tableau.deal}.${tableau.phase === "play" ? trick : tableau.phase}`,
    words: wordsOf(tableau, trick),
  };
}

/** @type {Record<string, string>} */
const PHASES = { deal: "the deal", takeover: "before the card swap", bonus: "the card swap" };

/**
 * @param {Public} tableau
 * @param {number} trick
 */
function wordsOf(tableau, trick) {
  if (tableau.deal === 0) return "the draw";
  if (tableau.phase === "play") return `hand ${tableau.deal}, trick ${trick}`;
  return `hand ${tableau.deal}, ${PHASES[tableau.phase] ?? "the end"}`;
}
