/**
 * The comparisons of fair shuffles: one deal at the table, and all deals of a finished match. Pure
 * functions.
 */
import * as fair from "./shuffle.js";

/** @import { DealCheck, Kept, Lie, ShuffleCheck, Summary } from "./types.js" */
/** @import { DealtMessage, ShuffleRecord } from "../messages.js" */

/**
 * Compares a deal, as the message `dealt` tells it, with what this browser was promised.
 * @param {DealtMessage} deal
 * @param {Kept} kept
 * @param {number | null} seat the viewer's seat in the match
 * @returns {DealCheck}
 */
export function checkDealt(deal, kept, seat) {
  const id = `${deal.number}.${deal.attempt}`;
  const lies = [];
  const lie = (says, promised, shown) =>
    lies.push({ says, number: deal.number, attempt: deal.attempt, promised, shown });
  const promised = kept.commitments[id];
  if (deal.version !== fair.VERSION)
    lie("This page does not know the method of this deal.", fair.VERSION, deal.version);
  if (promised !== undefined && promised !== deal.commitment)
    lie("The server promised one shuffle and used another.", promised, deal.commitment);
  checkParts(deal, lie);
  const part = checkOwnPart(deal, kept.parts[id], seat, lie);
  for (const card of deal.cards) checkCard(deal, card, lie);
  return { watched: promised !== undefined, part, cards: deal.cards.length, lies };
}

/**
 * Every opened part must be the sealed one, and a seat that did not open must be named. Otherwise
 * the server could try until it liked the order.
 */
function checkParts(deal, lie) {
  if (deal.attempt > 0 !== deal.refused.length > 0)
    lie("The shuffle was restarted, but nobody is named as the cause.", deal.refused, deal.attempt);
  if (deal.refused.some((seat) => seat in deal.openings))
    lie("A part is recorded as not opened, but it was opened.", deal.refused, deal.openings);
  for (const [seat, entropy] of Object.entries(deal.openings)) {
    const sealed = deal.seals[seat];
    const found = orNull(() =>
      fair.seal(deal.match, deal.number, deal.attempt, seat, fair.bytes(entropy, 32)),
    );
    if (found === null || found !== sealed)
      lie(
        `Seat ${Number(seat) + 1} opened a different part than it had sealed.`,
        sealed ?? null,
        entropy,
      );
  }
  for (const [seat, sealed] of Object.entries(deal.seals))
    if (!(seat in deal.openings) && !deal.refused.includes(Number(seat)))
      lie(`Seat ${Number(seat) + 1} had a part in the shuffle, but it was left out.`, sealed, null);
}

function checkOwnPart(deal, part, seat, lie) {
  if (seat === null) return "watching";
  const without = deal.refused.includes(seat) ? "late" : "none";
  if (!part || part.seat !== seat) return deal.openings[seat] !== undefined ? "in" : without;
  for (const [other, sealed] of Object.entries(part.opened ? deal.seals : {}))
    if (part.seals && part.seals[other] !== sealed)
      lie(
        `Seat ${Number(other) + 1} sealed its part after yours was open.`,
        part.seals[other] ?? null,
        sealed,
      );
  const used = deal.openings[seat];
  if (used === part.entropy) return "in";
  if (used !== undefined)
    lie("Your own part of the shuffle was replaced by another.", part.entropy, used);
  else if (part.opened)
    lie(
      "Your own part of the shuffle was opened in time, but it was left out.",
      part.entropy,
      null,
    );
  return without;
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
  checkParts({ ...record, match }, lie);
  if (part) checkOwnPart(record, part, part.seat, lie);
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
  for (const record of shuffles) yield checkShuffle(match, record, kept);
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

/**
 * The difference between a kept receipt and the one shown.
 * @param {string | null} promised
 * @param {string | null} shown
 * @returns {Lie}
 */
export function receiptLie(promised, shown) {
  return {
    says:
      "The receipt of the match is another than the one that was shown at the table: the " +
      "record was changed.",
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
