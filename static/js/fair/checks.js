/**
 * The comparisons of fair shuffles: one deal at the table, and all deals of a finished match. Pure
 * functions.
 */
import * as fair from "./shuffle.js";

/** @import { DealCheck, Kept, Lie, ShuffleCheck, Summary } from "./types.js" */
/** @import { DealtMessage, ShuffleRecord } from "../messages.js" */

/**
 * Compares a deal, as the message `dealt` tells it, with what this browser was promised.
 * @param {DealtMessage} told
 * @param {Kept} kept
 * @param {number | null} seat the viewer's seat in the match
 * @returns {DealCheck}
 */
export function checkDealt(told, kept, seat) {
  const id = `${told.number}.${told.attempt}`;
  const lies = [];
  const lie = (says, promised, shown) =>
    lies.push({ says, number: told.number, attempt: told.attempt, promised, shown });
  const promised = kept.commitments[id];
  if (told.version !== fair.VERSION)
    lie("The deal was made by a way that this page does not know.", fair.VERSION, told.version);
  if (promised !== undefined && promised !== told.commitment)
    lie("The house promised one shuffle and used another.", promised, told.commitment);
  checkParts(told, lie);
  const part = checkOwnPart(told, kept.parts[id], seat, lie);
  for (const card of told.cards) checkCard(told, card, lie);
  return { watched: promised !== undefined, part, cards: told.cards.length, lies };
}

/**
 * Every opened part must be the sealed one, and a seat that did not open must be named. Otherwise
 * the server could try until it liked the order.
 */
function checkParts(told, lie) {
  if (told.attempt > 0 !== told.refused.length > 0)
    lie("The shuffle was begun anew, and nobody is named for it.", told.refused, told.attempt);
  if (told.refused.some((seat) => seat in told.openings))
    lie(
      "Somebody is said not to have opened a part, and it was opened.",
      told.refused,
      told.openings,
    );
  for (const [seat, entropy] of Object.entries(told.openings)) {
    const sealed = told.seals[seat];
    const found = orNull(() =>
      fair.seal(told.match, told.number, told.attempt, seat, fair.bytes(entropy, 32)),
    );
    if (found === null || found !== sealed)
      lie(
        `What seat ${Number(seat) + 1} opened is not what it had sealed.`,
        sealed ?? null,
        entropy,
      );
  }
  for (const [seat, sealed] of Object.entries(told.seals))
    if (!(seat in told.openings) && !told.refused.includes(Number(seat)))
      lie(
        `Seat ${Number(seat) + 1} had a part in the shuffle, and it was left out without a word.`,
        sealed,
        null,
      );
}

function checkOwnPart(told, part, seat, lie) {
  if (seat === null) return "watching";
  const without = told.refused.includes(seat) ? "late" : "none";
  if (!part || part.seat !== seat) return told.openings[seat] !== undefined ? "in" : without;
  for (const [other, sealed] of Object.entries(part.opened ? told.seals : {}))
    if (part.seals && part.seals[other] !== sealed)
      lie(
        `Seat ${Number(other) + 1} sealed its part when yours was open already.`,
        part.seals[other] ?? null,
        sealed,
      );
  const used = told.openings[seat];
  if (used === part.entropy) return "in";
  if (used !== undefined)
    lie("Your own part of the shuffle was exchanged for another.", part.entropy, used);
  else if (part.opened)
    lie(
      "Your own part of the shuffle was opened in time, and it was left out.",
      part.entropy,
      null,
    );
  return without;
}

function checkCard(told, { position, thing, card, salt, path }, lie) {
  const top = orNull(() =>
    fair.climb(told.n, position, fair.leaf(fair.bytes(salt, 16), position, thing), path),
  );
  if (top !== told.root)
    lie(
      "A card that you were dealt is not the one that was sealed for you.",
      { root: told.root },
      { position, thing, card, root: top },
    );
  if (told.things.length && told.things[thing] !== card)
    lie(
      "A card that was sealed for you is another than the one you were shown.",
      { position, card: told.things[thing] ?? null },
      { position, card },
    );
}

/**
 * Compares the opened cards with the hand that the table shows right after the deal.
 * @param {DealtMessage} told
 * @param {string[]} hand
 * @returns {Lie | null} null: they are the same
 */
export function checkHand(told, hand) {
  const [opened, shown] = [told.cards.map(({ card }) => card), [...hand]].map((codes) =>
    codes.toSorted(),
  );
  if (opened.length === shown.length && opened.every((code, i) => code === shown[i])) return null;
  return {
    says: "The hand on your screen is not the one that was sealed for you.",
    number: told.number,
    attempt: told.attempt,
    promised: opened,
    shown,
  };
}

/**
 * Compares one shuffle of a finished match, as /api/matches/…/shuffles gives it, with what this
 * browser keeps.
 * @param {string} match
 * @param {ShuffleRecord} told
 * @param {Kept | null} kept
 * @returns {ShuffleCheck}
 */
export function checkShuffle(match, told, kept) {
  const { number, attempt, n } = told;
  const lies = [];
  const lie = (says, promised, shown) => lies.push({ says, number, attempt, promised, shown });
  const promised = kept?.commitments[`${number}.${attempt}`];
  const dealt = kept?.deals[number];
  const part = kept?.parts[`${number}.${attempt}`];
  if (told.version !== fair.VERSION)
    lie("The deal was made by a way that this page does not know.", fair.VERSION, told.version);
  if (promised !== undefined && promised !== told.commitment)
    lie("The house promised one shuffle and used another.", promised, told.commitment);
  if (dealt && (dealt.root !== told.root || dealt.attempt !== attempt))
    lie(
      "The deal that was sealed at the table is not the one in the record.",
      dealt.root,
      told.root,
    );
  checkParts({ ...told, match }, lie);
  if (part) checkOwnPart(told, part, part.seat, lie);
  if (told.secret === null)
    return { number, n, checked: 0, watched: promised !== undefined, sealed: true, lies };
  const secret = orNull(() => fair.bytes(told.secret, 32));
  if (secret === null || fair.commitment(match, number, attempt, secret) !== told.commitment)
    lie(
      "The secret that the house opened is not the one it had promised.",
      told.commitment,
      told.secret,
    );
  const found =
    secret === null
      ? null
      : orNull(() => fair.shuffled(match, number, attempt, secret, told.openings, n));
  if (found !== null) {
    const place = found.order.findIndex((thing, position) => thing !== told.order[position]);
    if (place !== -1 || told.order.length !== n)
      lie(
        `The order of the cards does not follow from the opened parts: place ${place + 1} differs.`,
        found.order,
        told.order,
      );
    if (found.root !== told.root)
      lie("The cards that were sealed are not the ones of this shuffle.", found.root, told.root);
    for (const [position, card] of dealt?.cards ?? [])
      if (told.things.length && told.things[found.order[position]] !== card)
        lie(
          "A card that you were dealt is not the one that lay there.",
          { position, card: told.things[found.order[position]] ?? null },
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
  for (const told of shuffles) yield checkShuffle(match, told, kept);
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
