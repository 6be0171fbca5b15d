/**
 * The comparisons of fair shuffles: one deal at the table, and all deals of a finished match. Pure
 * functions.
 */
import { checkOpenings, checkOwnPart, checkSeals, checkSeats } from "./parts.js";
import * as fair from "./shuffle.js";

/** @import { DealCheck, Kept, Lie, ShuffleCheck, Summary } from "./types.js" */
/** @import { DealtMessage, ShuffleRecord } from "../messages.js" */

/**
 * Compares a deal, as the message `dealt` tells it, with what this browser was promised.
 * @param {DealtMessage} deal
 * @param {Kept} kept
 * @param {number | null} seat the viewer's seat in the match
 * @param {string | null} [connection] the page's own
 * @returns {DealCheck}
 */
export function checkDealt(deal, kept, seat, connection = null) {
  const id = `${deal.number}.${deal.attempt}`;
  const lies = [];
  const lie = (says, promised, shown) =>
    lies.push({ says, number: deal.number, attempt: deal.attempt, promised, shown });
  const promised = kept.commitments[id];
  if (deal.version !== fair.VERSION)
    lie("This page does not know the method of this deal.", fair.VERSION, deal.version);
  if (promised !== undefined && promised !== deal.commitment)
    lie("The server promised one shuffle and used another.", promised, deal.commitment);
  checkSeats(deal, kept, connection, lie);
  checkOpenings(deal, lie);
  const part = checkOwnPart(deal, kept, seat, connection, lie);
  checkSeals(deal, kept, connection, lie);
  for (const card of deal.cards) checkCard(deal, card, lie);
  return { watched: promised !== undefined, part, cards: deal.cards.length, lies };
}

function checkCard(deal, { position, thing, card, salt, path }, lie) {
  const top = orNull(() =>
    fair.climb(deal.n, position, fair.leaf(fair.bytes(salt, 16), position, thing), path),
  );
  if (top !== deal.root)
    lie(
      "A card that you were dealt is not the one that was sealed for you.",
      { root: deal.root },
      { position, thing, card, root: top },
    );
  if (deal.things.length && deal.things[thing] !== card)
    lie(
      "A card that you were shown is not the one that was sealed for you.",
      { position, card: deal.things[thing] ?? null },
      { position, card },
    );
}

/**
 * Compares the opened cards with the hand that the table shows right after the deal.
 * @param {DealtMessage} deal
 * @param {string[]} hand
 * @returns {Lie | null} null: they are the same
 */
export function checkHand(deal, hand) {
  const [opened, shown] = [deal.cards.map(({ card }) => card), [...hand]].map((codes) =>
    codes.toSorted(),
  );
  if (opened.length === shown.length && opened.every((code, i) => code === shown[i])) return null;
  return {
    says: "The hand on your screen is not the one that was sealed for you.",
    number: deal.number,
    attempt: deal.attempt,
    promised: opened,
    shown,
  };
}

/**
 * Compares one shuffle of a finished match, as /api/matches/…/shuffles gives it, with what this
 * browser keeps.
 * @param {string} match
 * @param {ShuffleRecord} record
 * @param {Kept | null} kept
 * @returns {ShuffleCheck}
 */
export function checkShuffle(match, record, kept) {
  const { number, attempt, n } = record;
  const lies = [];
  const lie = (says, promised, shown) => lies.push({ says, number, attempt, promised, shown });
  const promised = kept?.commitments[`${number}.${attempt}`];
  const dealt = kept?.deals[number];
  const part = kept?.parts[`${number}.${attempt}`];
  if (record.version !== fair.VERSION)
    lie("This page does not know the method of this deal.", fair.VERSION, record.version);
  if (promised !== undefined && promised !== record.commitment)
    lie("The server promised one shuffle and used another.", promised, record.commitment);
  if (dealt && (dealt.root !== record.root || dealt.attempt !== attempt))
    lie(
      "The deal that was sealed at the table is not the one in the record.",
      dealt.root,
      record.root,
    );
  const round = { ...record, match };
  checkOpenings(round, lie);
  if (kept) {
    checkSeats(round, kept, null, lie);
    checkOwnPart(round, kept, part?.seat ?? null, null, lie);
    checkSeals(round, kept, null, lie);
  }
  if (record.secret === null)
    return { number, n, checked: 0, watched: promised !== undefined, sealed: true, lies };
  const secret = orNull(() => fair.bytes(record.secret, 32));
  if (secret === null || fair.commitment(match, number, attempt, secret) !== record.commitment)
    lie(
      "The secret that the server revealed is not the one it had promised.",
      record.commitment,
      record.secret,
    );
  const found =
    secret === null
      ? null
      : orNull(() => fair.shuffled(match, number, attempt, secret, record.openings, n));
  if (found !== null) {
    const place = found.order.findIndex((thing, position) => thing !== record.order[position]);
    if (place !== -1 || record.order.length !== n)
      lie(
        `The order of the cards does not follow from the opened parts: place ${place + 1} differs.`,
        found.order,
        record.order,
      );
    if (found.root !== record.root)
      lie("The cards that were sealed are not the ones of this shuffle.", found.root, record.root);
    for (const [position, card] of dealt?.cards ?? [])
      if (record.things.length && record.things[found.order[position]] !== card)
        lie(
          "A card that you were dealt is not the one at that place in the deck.",
          { position, card: record.things[found.order[position]] ?? null },
          { position, card },
        );
  }
  const watched = promised !== undefined;
  return { number, n, checked: lies.length ? 0 : n, watched, sealed: false, lies };
}

/**
 * Checks every shuffle of a match; last come deals that this browser saw and the record does not
 * have.
 * @param {string} match
 * @param {ShuffleRecord[]} shuffles
 * @param {Kept | null} kept
 * @returns {Generator<ShuffleCheck>}
 */
export function* checkMatch(match, shuffles, kept) {
  for (const record of shuffles) yield withKnownLies(checkShuffle(match, record, kept), kept);
  const recorded = new Set(shuffles.map(({ number }) => number));
  for (const [number, deal] of Object.entries(kept?.deals ?? {}))
    if (!recorded.has(Number(number)))
      yield {
        number: Number(number),
        n: 0,
        checked: 0,
        watched: true,
        sealed: false,
        lies: [
          {
            says: "A deal that was made at the table is missing from the record.",
            number: Number(number),
            attempt: deal.attempt,
            promised: deal.root,
            shown: null,
          },
        ],
      };
}

/** A shuffle that was a lie at the table is one at the end, whatever its record says. */
function withKnownLies(found, kept) {
  const says = new Set(found.lies.map((lie) => lie.says));
  const known = (kept?.lies ?? []).filter(
    (lie) => lie.number === found.number && lie.says !== OTHER_RECEIPT && !says.has(lie.says),
  );
  if (!known.length) return found;
  return { ...found, checked: 0, lies: [...found.lies, ...known] };
}

const OTHER_RECEIPT =
  "The receipt of the match is another than the one that was shown at the table: the record was " +
  "changed.";

/**
 * The difference between a kept receipt and the one shown.
 * @param {string | null} promised
 * @param {string | null} shown
 * @returns {Lie}
 */
export function receiptLie(promised, shown) {
  return {
    says: OTHER_RECEIPT,
    number: 0,
    attempt: 0,
    promised,
    shown,
  };
}

/**
 * Adds up the results of all shuffles of a match.
 * @param {Iterable<ShuffleCheck>} results
 * @returns {Summary}
 */
export function summarize(results) {
  /** @type {Summary} */
  const sum = { cards: 0, checked: 0, unwatched: 0, sealed: 0, shuffles: 0, lies: [] };
  for (const { n, checked, watched, sealed, lies } of results) {
    sum.shuffles += 1;
    sum.cards += n;
    sum.checked += watched ? checked : 0;
    sum.unwatched += watched ? 0 : 1;
    sum.sealed += sealed ? 1 : 0;
    sum.lies.push(...lies);
  }
  return sum;
}

/**
 * The value, or null where `act` throws.
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
function orNull(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
