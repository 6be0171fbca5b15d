/**
 * The decks of a fair shuffle: numbers from a stream, arrangements, trees of hashes and opened
 * cards (docs/fair-shuffle.md). Pure functions on bytes.
 */
import { bytes, hash, hex, mac, utf8 } from "./hashing.js";
import { sha256Into } from "./sha256.js";

export const NAME = "pecking-order/3";
export const DECKS = 8;

const WORDS = 2 ** 32;
const SALT = 16;

/** Numbers below a bound from the stream of a key. */
export class Stream {
  #message = new Uint8Array(37);
  #input = new DataView(this.#message.buffer);
  #block = new Uint8Array(32);
  #words = new DataView(this.#block.buffer);
  #counter = 0;
  #at = 32;

  /** @param {Uint8Array} key 32 bytes */
  constructor(key) {
    this.#message[0] = 4;
    this.#message.set(key, 1);
  }

  word() {
    if (this.#at === 32) {
      this.#input.setUint32(33, this.#counter);
      sha256Into(this.#message, this.#block);
      this.#counter += 1;
      this.#at = 0;
    }
    const word = this.#words.getUint32(this.#at);
    this.#at += 4;
    return word;
  }

  /** @param {number} bound */
  below(bound) {
    const fair = WORDS - (WORDS % bound);
    let word = this.word();
    while (word >= fair) word = this.word();
    return word % bound;
  }

  /**
   * A shuffle of 0 to n - 1 by Fisher and Yates, from the last place down.
   * @param {number} n
   * @returns {number[]}
   */
  shuffle(n) {
    const list = Array.from({ length: n }, (_, place) => place);
    for (let last = n - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  }
}

const salted = new Uint8Array(37); // 0x03, key, number
const leafed = new Uint8Array(25); // 0x00, salt, index, thing
const joined = new Uint8Array(65); // 0x01, left, right
const saltedView = new DataView(salted.buffer);
const leafedView = new DataView(leafed.buffer);
const digest = new Uint8Array(32);
const salt = digest.subarray(0, SALT);
salted[0] = 3;
joined[0] = 1;

/**
 * @param {Uint8Array} secret the match's
 * @param {string} match
 * @param {number} number
 * @param {number} k
 */
export const deckKey = (secret, match, number, k) =>
  mac(secret, `${NAME}|deck|${match}|${number}|${k}`);

/**
 * @param {Uint8Array} secret the match's
 * @param {string} match
 * @param {number} number
 */
export const namesKey = (secret, match, number) => mac(secret, `${NAME}|names|${match}|${number}`);

/**
 * The deck of a key, and its root in hexadecimal.
 * @param {Uint8Array} key
 * @param {number} n
 * @returns {{things: number[], root: string}}
 */
export function makeDeck(key, n) {
  const things = new Stream(key).shuffle(n);
  const row = new Uint8Array(32 * n);
  salted.set(key, 1);
  for (let index = 0; index < n; index += 1) {
    saltedView.setUint32(33, index);
    sha256Into(salted, digest);
    leafed.set(salt, 1);
    leafedView.setUint32(17, index);
    leafedView.setUint32(21, things[index]);
    sha256Into(leafed, row, 32 * index);
  }
  return { things, root: hex(foldUp(row, n)) };
}

/**
 * Makes the root from a row of hashes, in place.
 * @param {Uint8Array} row
 * @param {number} n
 */
function foldUp(row, n) {
  for (let width = n; width > 1; width = (width + 1) >> 1)
    for (let at = 0; at < width; at += 2)
      if (at + 1 < width) {
        for (let byte = 0; byte < 64; byte += 1) joined[1 + byte] = row[32 * at + byte];
        sha256Into(joined, row, 16 * at);
      } else row.copyWithin(16 * at, 32 * at, 32 * at + 32);
  return row.subarray(0, 32);
}

/**
 * The things with hidden codes: the place of each in the rules' own list, its code, and the root
 * over them.
 * @param {Uint8Array} key
 * @param {string[]} codes in the order of the rules' own list
 * @returns {{labels: number[], codes: string[], root: string}}
 */
export function makeNames(key, codes) {
  const labels = new Stream(key).shuffle(codes.length);
  const names = labels.map((label) => codes[label]);
  const leaves = new Map(names.map((name, at) => [at, nameLeaf(saltOf(key, at), at, name)]));
  return { labels, codes: names, root: rootOf(names.length, leaves, []) };
}

/**
 * The salt of a leaf, 16 bytes.
 * @param {Uint8Array} key
 * @param {number} at
 */
export function saltOf(key, at) {
  salted.set(key, 1);
  saltedView.setUint32(33, at);
  return hash(salted).slice(0, SALT);
}

/**
 * @param {Uint8Array} salt
 * @param {number} index
 * @param {number} thing
 */
export function deckLeaf(salt, index, thing) {
  leafed.set(salt, 1);
  leafedView.setUint32(17, index);
  leafedView.setUint32(21, thing);
  return hash(leafed);
}

/**
 * @param {Uint8Array} salt
 * @param {number} thing
 * @param {string} code
 */
export function nameLeaf(salt, thing, code) {
  const name = utf8(code);
  const written = new Uint8Array(21 + name.length);
  written[0] = 2;
  written.set(salt, 1);
  new DataView(written.buffer).setUint32(17, thing);
  written.set(name, 21);
  return hash(written);
}

/**
 * The root to which some leaves lead with the nodes that are missing. Throws Error where there is
 * no leaf, one of them is out of the row, or the nodes are too few or too many.
 * @param {number} n
 * @param {Map<number, Uint8Array>} leaves by index
 * @param {string[]} nodes in hexadecimal, in the order of use
 * @returns {string}
 */
export function rootOf(n, leaves, nodes) {
  let known = [...leaves].sort(([one], [other]) => one - other);
  if (!known.length || known.some(([at]) => !Number.isInteger(at) || at < 0 || at >= n))
    throw new Error("no such leaves");
  let used = 0;
  for (let width = n; width > 1; width = (width + 1) >> 1) {
    /** @type {[number, Uint8Array][]} */
    const above = [];
    for (let i = 0; i < known.length; i += 1) {
      const [at, own] = known[i];
      const beside = at ^ 1;
      if (beside >= width) above.push([at >> 1, own]);
      else if (known[i + 1]?.[0] === beside) {
        above.push([at >> 1, parent(own, known[i + 1][1])]);
        i += 1;
      } else {
        const other = bytes(nodes[used], 32);
        used += 1;
        above.push([at >> 1, at < beside ? parent(own, other) : parent(other, own)]);
      }
    }
    known = above;
  }
  if (used !== nodes.length) throw new Error("more nodes than are missing");
  return hex(known[0][1]);
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function parent(left, right) {
  joined.set(left, 1);
  joined.set(right, 33);
  return hash(joined);
}
