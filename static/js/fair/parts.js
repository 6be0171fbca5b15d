/**
 * The rules about parts in a shuffle: what was sealed is what is used, bots have none, and each
 * further attempt names another seat. Pure functions.
 */
import { sealOf } from "./shuffle.js";

/** @import { AddLie, Kept, Lie, Part, PartUse } from "./types.js" */

/**
 * The facts about one attempt that a message or a record gives.
 * @typedef {object} Round
 * @property {string} match
 * @property {number} number
 * @property {number} attempt
 * @property {Record<string, string>} seals
 * @property {number[]} refused
 */

/** @typedef {Round & {openings: Record<string, string>}} DealtRound */

const PART = /^[0-9a-f]{64}$/;

/**
 * Checks the seats of one attempt: how many are named, and which of them can have a part.
 * @param {Round} round
 * @param {Kept} kept
 * @param {AddLie} lie
 * @param {string | null} [opened] the attempt whose part was opened on this connection
 */
export function checkSeats(round, kept, lie, opened = null) {
  const { attempt, refused } = round;
  const named = new Set(refused);
  if (named.size < refused.length || attempt > named.size)
    lie("The shuffle was begun more often than seats are named for.", refused, attempt);
  else if (!attempt && named.size)
    lie(
      "A seat is named for not opening a part, but the shuffle was not begun again.",
      [],
      refused,
    );
  for (const seat of new Set([...Object.keys(round.seals).map(Number), ...refused]))
    if (kept.bots?.includes(seat))
      lie(`Seat ${seat + 1} is a bot’s, and bots have no part in a shuffle.`, kept.bots, {
        seals: round.seals,
        refused,
      });
  checkNamed(round, kept, lie, opened);
}

/**
 * Checks the seats that the attempt before was given up for. A crash may have forgotten a part that
 * was opened on another connection.
 * @param {Round} round
 * @param {Kept} kept
 * @param {AddLie} lie
 * @param {string | null} opened
 */
function checkNamed(round, kept, lie, opened) {
  const id = `${round.number}.${round.attempt - 1}`;
  const before = kept.asked[id];
  if (!before) return;
  const named = round.refused.filter((seat) => !before.refused.includes(seat));
  if (!named.length)
    lie("The shuffle was begun again, and no other seat is named.", before.refused, round.refused);
  for (const seat of named)
    if (!(seat in before.seals))
      lie(
        `Seat ${seat + 1} is named for not opening a part, but it had sealed none.`,
        before.seals,
        round.refused,
      );
  const part = opened === id && kept.parts[id].find((one) => one.opened);
  if (part && named.includes(part.seat))
    lie(
      "You are named for not opening your part, but you opened it in time.",
      part.entropy,
      round.refused,
    );
}

/**
 * Checks that the seals are those that were shown when parts were asked for: none exchanged, added
 * or dropped.
 * @param {Round} round
 * @param {Kept} kept
 * @param {AddLie} lie
 */
export function checkSeals(round, kept, lie) {
  const asked = kept.asked[`${round.number}.${round.attempt}`];
  if (!asked) return;
  for (const seat of Object.keys({ ...asked.seals, ...round.seals })) {
    const [promised, shown] = [asked.seals[seat] ?? null, round.seals[seat] ?? null];
    if (promised === shown) continue;
    const part = `The sealed part of seat ${Number(seat) + 1}`;
    let says = `${part} was exchanged`;
    if (promised === null) says = `Seat ${Number(seat) + 1} got a part in the shuffle`;
    if (shown === null) says = `${part} vanished`;
    lie(`${says} after parts were asked for.`, promised, shown);
  }
}

/**
 * Checks that every sealed part was opened, and is the one that was sealed.
 * @param {DealtRound} deal
 * @param {AddLie} lie
 */
export function checkOpenings(deal, lie) {
  if (deal.refused.some((seat) => seat in deal.openings))
    lie("A part is recorded as not opened, but it was opened.", deal.refused, deal.openings);
  for (const seat of Object.keys({ ...deal.seals, ...deal.openings })) {
    const [sealed, entropy] = [deal.seals[seat] ?? null, deal.openings[seat] ?? null];
    const who = `Seat ${Number(seat) + 1}`;
    if (sealed === null) lie(`${who} got a part in the shuffle without a seal.`, null, entropy);
    else if (entropy === null)
      lie(`${who} had a part in the shuffle, but it was left out.`, sealed, null);
    else if (!PART.test(entropy) || sealOf(deal, seat, entropy) !== sealed)
      lie(`${who} opened a different part than it had sealed.`, sealed, entropy);
  }
}

/**
 * Checks the use of this browser's own part: it helped only if it drew, sealed and opened that very
 * part for that very question, and the deal used it.
 * @param {DealtRound} deal
 * @param {Kept} kept
 * @param {number | null} seat
 * @param {string} ask stands for all that was shown before this deal
 * @param {AddLie} lie
 * @returns {PartUse}
 */
export function checkOwnPart(deal, kept, seat, ask, lie) {
  if (seat === null) return "watching";
  const used = deal.openings[seat];
  const own = ownParts(kept, `${deal.number}.${deal.attempt}`, seat);
  if (own.some((part) => part.entropy === used && part.ask === ask)) return "in";
  const sent = own.find((part) => part.opened) ?? own.find((part) => part.ask);
  if (sent && used !== undefined)
    lie("Your own part of the shuffle was replaced by another.", sent.entropy, used);
  else if (sent?.opened)
    lie(
      "Your own part of the shuffle was opened in time, but it was left out.",
      sent.entropy,
      null,
    );
  if (deal.refused.includes(seat)) return "late";
  return used === undefined ? "none" : "elsewhere";
}

/**
 * Checks what the pages of all seats said they were shown; returns the other seats that agree.
 * @param {Record<string, string>} asks by seat
 * @param {string} ask this page's own
 * @param {number | null} seat
 * @param {AddLie} lie
 * @returns {number[]}
 */
export function checkAsks(asks, ask, seat, lie) {
  for (const [other, shown] of Object.entries(asks))
    if (shown !== ask)
      lie(
        Number(other) === seat
          ? "The server says that your browser was shown something else than it was."
          : `The browser of seat ${Number(other) + 1} was shown something else than yours.`,
        ask,
        shown,
      );
  return Object.keys(asks)
    .map(Number)
    .filter((other) => other !== seat && asks[other] === ask);
}

/**
 * This browser's parts of one attempt, the newest first.
 * @param {Kept} kept
 * @param {string} id
 * @param {number} seat
 * @returns {Part[]}
 */
export const ownParts = (kept, id, seat) =>
  (kept.parts[id] ?? []).filter((part) => part.seat === seat);

/**
 * Adds lies about one attempt to those of a turn, or of a record.
 * @param {{lies: Lie[]}} found
 * @param {{number: number, attempt: number}} about
 * @returns {AddLie}
 */
export const lieAbout =
  ({ lies }, { number, attempt }) =>
  (says, promised, shown) =>
    lies.push({ says, number, attempt, promised, shown });
