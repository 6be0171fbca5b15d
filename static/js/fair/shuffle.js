/**
 * The fair shuffle (docs/fair-shuffle.md): promise, seals, what was asked, the order and
 * the chain of heads. Pure functions; hashes are in hexadecimal.
 */
import { DECKS, NAME, Stream } from "./decks.js";
import { hashText, hex, sha } from "./hashing.js";

/** @import { Asked } from "./types.js" */

export const VERSION = 3;

/** @typedef {Record<string, string>} BySeat */

/**
 * @param {string} match
 * @param {Uint8Array} secret 32 bytes
 */
export const promiseOf = (match, secret) => sha(`${NAME}|promise|${match}|${hex(secret)}`);

/**
 * The seal of a seat's part, sent before the part is opened.
 * @param {{match: string, number: number, attempt: number}} place
 * @param {number | string} seat
 * @param {string} entropy 32 bytes, in hexadecimal
 */
export const sealOf = ({ match, number, attempt }, seat, entropy) =>
  sha(`${NAME}|seal|${match}|${number}|${attempt}|${seat}|${entropy}`);

/**
 * The hash that stands for all that was shown when parts were asked for.
 * @param {Asked} shown
 */
export function askOf(shown) {
  const { match, number, attempt, head, promise, decks, seals, refused } = shown;
  const { n, codes, plan, roots, names } = decks;
  return sha(
    `${NAME}|ask|${match}|${number}|${attempt}|${head}|${promise}|${n}|` +
      `${names ?? "-"}|${roots.join(",")}|${sha(codes)}|${sha(plan)}|${bySeat(seals)}|` +
      `${refused.toSorted((one, other) => one - other).join(",")}`,
  );
}

/**
 * The deck that is played, and the index in it of each position.
 * @param {string} ask
 * @param {BySeat} openings
 * @param {number} n
 * @returns {{chosen: number, perm: number[]}}
 */
export function draw(ask, openings, n) {
  const stream = new Stream(hashText(`${NAME}|seed|${ask}|${bySeat(openings)}`));
  return { chosen: stream.below(DECKS), perm: stream.shuffle(n) };
}

/**
 * The head of the match's beginning.
 * @param {string} match
 * @param {string} promise
 */
export const firstHead = (match, promise) => sha(`${NAME}|head|${match}|${promise}`);

/**
 * The head after a shuffle.
 * @param {string} ask
 * @param {BySeat} openings
 */
export const nextHead = (ask, openings) => sha(`${NAME}|head|${ask}|${bySeat(openings)}`);

/** @param {BySeat} values */
function bySeat(values) {
  return Object.entries(values)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([seat, value]) => `${seat}:${value}`)
    .join(",");
}
