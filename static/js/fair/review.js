/**
 * The check of a finished match: every shuffle that is revealed is made again and compared with
 * what this browser was shown. Pure functions.
 */
import { orNull } from "./cards.js";
import { checkParts } from "./checks.js";
import { DECKS, deckKey, makeDeck, makeNames, namesKey } from "./decks.js";
import { bytes } from "./hashing.js";
import { OTHER_RECEIPT } from "./lie_log.js";
import { checkSeals, lieAbout } from "./parts.js";
import * as fair from "./shuffle.js";

/** @import { AddLie, Asked, Kept, KeptDeal, Lie, ShuffleCheck, Summary } from "./types.js" */
/** @import { ShuffleRecord } from "../messages.js" */

/**
 * The answer of /api/matches/…/shuffles.
 * @typedef {{match: string, promise?: string, secret?: string | null, shuffles: ShuffleRecord[]}}
 *   Revealed
 */

/**
 * Checks every shuffle of a match; last come those that this browser saw and the record does not
 * have.
 * @param {Revealed} revealed
 * @param {Kept} kept
 * @returns {Generator<ShuffleCheck>}
 */
export function* checkMatch(revealed, kept) {
  const { match, promise = "", shuffles } = revealed;
  const opened = orNull(() => bytes(revealed.secret, 32));
  const secret = opened && fair.promiseOf(match, opened) === promise ? opened : null;
  let head = fair.firstHead(match, promise);
  for (const record of shuffles) {
    if (record.version !== fair.VERSION) {
      const says = "This page does not know the method of this deal.";
      yield withKnownLies(onlyLie(record, says, fair.VERSION, record.version), kept);
      continue;
    }
    const found = checkShuffle({ match, promise, secret }, record, head, kept);
    if (record === shuffles[0]) checkPromise(revealed, secret, kept, lieAbout(found, record));
    head = fair.nextHead(record.ask, record.openings);
    yield withKnownLies(found, kept);
  }
  yield* checkGone(new Set(shuffles.map(({ number }) => number)), kept);
}

/**
 * A shuffle of which nothing can be checked.
 * @param {{number: number, attempt: number, n: number}} shuffle
 * @param {string} says
 * @param {any} promised
 * @param {any} shown
 * @returns {ShuffleCheck}
 */
function onlyLie({ number, attempt, n }, says, promised, shown) {
  const nothing = { parts: 0, checked: 0, cards: 0, watched: false, sealed: false };
  return { number, n, ...nothing, lies: [{ says, number, attempt, promised, shown }] };
}

/**
 * The promise is the one of the match's beginning, and the secret fits it.
 * @param {Revealed} revealed
 * @param {Uint8Array | null} secret null: it does not fit, or stays sealed
 * @param {Kept} kept
 * @param {AddLie} lie
 */
function checkPromise({ promise, secret: shown }, secret, kept, lie) {
  if (kept.promise !== undefined && kept.promise !== promise)
    lie("The server changed its promise for this match.", kept.promise, promise);
  if (shown && secret === null)
    lie("The secret that the server revealed is not the one it had promised.", promise, shown);
}

/**
 * Checks one shuffle of this version.
 * @param {{match: string, promise: string, secret: Uint8Array | null}} of
 * @param {ShuffleRecord} record
 * @param {string} head what the record says was shuffled before
 * @param {Kept} kept
 * @returns {ShuffleCheck}
 */
export function checkShuffle({ match, promise, secret }, record, head, kept) {
  const { number, attempt, n, openings } = record;
  /** @type {Lie[]} */
  const lies = [];
  const lie = lieAbout({ lies }, record);
  if (record.head !== head)
    lie("The record leaves out what was shuffled before.", head, record.head);
  const asked = askedIn(match, promise, record);
  const dealt = kept.deals[number];
  const [own] = kept.parts[`${number}.${attempt}`] ?? [];
  const { ask, chosen, perm } = checkParts(asked, record, kept, own?.seat ?? null, lie);
  if (ask !== record.ask) lie("The record does not fit what was asked.", ask, record.ask);
  checkSeals(asked, kept, lie);
  if (dealt && dealt.ask !== ask)
    lie("The deal that was sealed at the table is not the one in the record.", dealt.ask, ask);
  const next = kept.heads[number + 1];
  if (next !== undefined && next !== fair.nextHead(record.ask, openings))
    lie("The record has other parts than the shuffle at the table.", next, openings);
  if (secret !== null) checkOrder(match, secret, record, chosen, perm, dealt, lie);
  const sealed = secret === null;
  return {
    number,
    n,
    parts: Object.keys(openings).length,
    checked: lies.length || sealed ? 0 : n,
    cards: lies.length ? 0 : (dealt?.cards.length ?? 0),
    watched: dealt?.watched ?? false,
    sealed,
    lies,
  };
}

/**
 * @param {string} match
 * @param {string} promise
 * @param {ShuffleRecord} record
 * @returns {Asked}
 */
function askedIn(match, promise, record) {
  const { n, plan, roots, names } = record;
  const codes = record.hidden_codes ? "" : record.codes;
  return { ...record, match, promise, decks: { n, codes, plan, roots, names } };
}

/**
 * Makes all decks and the order again from the secret of the match.
 * @param {string} match
 * @param {Uint8Array} secret
 * @param {ShuffleRecord} record
 * @param {number} chosen
 * @param {number[]} perm
 * @param {KeptDeal | undefined} dealt
 * @param {AddLie} lie
 */
function checkOrder(match, secret, record, chosen, perm, dealt, lie) {
  const { number, n } = record;
  const decks = Array.from({ length: DECKS }, (_, k) =>
    makeDeck(deckKey(secret, match, number, k), n),
  );
  const roots = decks.map(({ root }) => root);
  if (roots.join() !== record.roots.join())
    lie("The decks that were fixed do not follow from the secret.", roots, record.roots);
  const things = perm.map((index) => decks[chosen].things[index]);
  const { labels, codes } = namesOf(match, secret, record, lie);
  const order = things.map((thing) => labels?.[thing] ?? thing);
  const place = order.findIndex((card, position) => card !== record.order?.[position]);
  if (place !== -1 || record.order?.length !== n)
    lie(
      `The order of the cards does not follow from the opened parts: place ${place + 1} differs.`,
      order,
      record.order,
    );
  const wrong = dealt?.cards.filter(
    ([position, thing, code]) => things[position] !== thing || codes[thing] !== code,
  );
  if (wrong?.length)
    lie("A card that you were shown is not the one at that place in the deck.", things, wrong);
}

/**
 * The codes by thing. Hidden ones are arranged by the secret: `labels` says as which.
 * @param {string} match
 * @param {Uint8Array} secret
 * @param {ShuffleRecord} record
 * @param {AddLie} lie
 */
function namesOf(match, secret, { number, codes, hidden_codes, names }, lie) {
  if (!hidden_codes) return { labels: null, codes: codes.split(" ") };
  const made = makeNames(namesKey(secret, match, number), codes.split(" "));
  if (made.root !== names)
    lie("The cards’ names that were fixed do not follow from the secret.", made.root, names);
  return made;
}

/**
 * Shuffles that this browser saw, and that the record does not have.
 * @param {Set<number>} recorded
 * @param {Kept} kept
 */
function* checkGone(recorded, kept) {
  const says = "A deal that was made at the table is missing from the record.";
  for (const [key, deal] of Object.entries(kept.deals))
    if (!recorded.has(Number(key)))
      yield onlyLie({ ...deal, number: Number(key) }, says, deal.ask, null);
}

/**
 * A shuffle that was a lie at the table is one at the end, whatever its record says.
 * @param {ShuffleCheck} found
 * @param {Kept} kept
 * @returns {ShuffleCheck}
 */
function withKnownLies(found, kept) {
  const says = new Set(found.lies.map((lie) => lie.says));
  const known = (kept.lies ?? []).filter(
    (lie) => lie.number === found.number && lie.says !== OTHER_RECEIPT && !says.has(lie.says),
  );
  if (!known.length) return found;
  return { ...found, checked: 0, cards: 0, lies: [...found.lies, ...known] };
}

/**
 * Adds up the results of all shuffles of a match.
 * @param {Iterable<ShuffleCheck>} results
 * @param {Kept} kept
 * @returns {Summary}
 */
export function summarize(results, kept) {
  const all = [...results];
  /** @param {(one: ShuffleCheck) => number | boolean} value */
  const sum = (value) => all.reduce((before, one) => before + Number(value(one)), 0);
  const seen = new Set([...Object.keys(kept.deals), ...all.map(({ number }) => `${number}`)]);
  const opened = Object.entries(kept.parts)
    .filter(([, parts]) => parts.some((part) => part.opened))
    .map(([id]) => id.split(".")[0]);
  return {
    places: sum(({ n }) => n),
    checked: sum(({ watched, checked }) => watched && checked),
    cards: sum(({ cards }) => cards),
    unwatched: sum(({ watched }) => !watched),
    sealed: sum(({ sealed }) => sealed),
    unopened: new Set(opened.filter((number) => !seen.has(number))).size,
    shuffles: all.length,
    lies: all.flatMap(({ lies }) => lies),
  };
}
