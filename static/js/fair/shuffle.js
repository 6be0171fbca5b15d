/**
 * The fair shuffle, version 1 (docs/fair-shuffle.md): commitment, seal, order, salts and tree. Pure
 * functions on bytes.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export const VERSION = 1;

const NAME = `pecking-order/${VERSION}`;
const WORD = 1n << 64n;
const text = new TextEncoder();

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads lower case hexadecimal. Throws Error where it is malformed or not `length` bytes long.
 * @param {unknown} written
 * @param {number | null} [length]
 * @returns {Uint8Array}
 */
export function bytes(written, length = null) {
  if (typeof written !== "string" || !/^([0-9a-f]{2})*$/.test(written))
    throw new Error("not written in hexadecimal");
  const read = Uint8Array.from(written.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (length !== null && read.length !== length) throw new Error(`not ${length} bytes`);
  return read;
}

/**
 * The server's commitment to a shuffle, in hexadecimal.
 * @param {string} match
 * @param {number} number
 * @param {number} attempt
 * @param {Uint8Array} secret 32 bytes
 * @returns {string}
 */
export function commitment(match, number, attempt, secret) {
  return hex(
    sha256(text.encode(`${NAME}|commitment|${match}|${number}|${attempt}|${hex(secret)}`)),
  );
}

/**
 * The seal of a seat's part, in hexadecimal, sent before the part is opened.
 * @param {string} match
 * @param {number} number
 * @param {number} attempt
 * @param {number | string} seat
 * @param {Uint8Array} entropy 32 bytes
 * @returns {string}
 */
export function seal(match, number, attempt, seat, entropy) {
  return hex(
    sha256(text.encode(`${NAME}|seal|${match}|${number}|${attempt}|${seat}|${hex(entropy)}`)),
  );
}

/**
 * The seed of the order.
 * @param {string} match
 * @param {number} number
 * @param {number} attempt
 * @param {Uint8Array} secret
 * @param {Record<string, string>} openings hexadecimal, by seat
 */
export function seed(match, number, attempt, secret, openings) {
  const parts = Object.entries(openings).sort(([one], [other]) => Number(one) - Number(other));
  const opened = parts.map(([seat, entropy]) => `${seat}:${entropy}`).join(",");
  return hmac(sha256, secret, text.encode(`${NAME}|seed|${match}|${number}|${attempt}|${opened}`));
}

/** Uniform numbers below a bound, drawn from a seed. */
class Stream {
  #seed;
  /** @type {DataView | null} */
  #block = null;
  #counter = 0;
  #at = 32;

  constructor(drawn) {
    this.#seed = drawn;
  }

  #word() {
    if (this.#at === 32) {
      const block = hmac(sha256, this.#seed, text.encode(`order|${this.#counter}`));
      this.#block = new DataView(block.buffer, block.byteOffset, 32);
      this.#counter += 1;
      this.#at = 0;
    }
    const word = /** @type {DataView} */ (this.#block).getBigUint64(this.#at);
    this.#at += 8;
    return word;
  }

  below(bound) {
    const wide = BigInt(bound);
    const limit = WORD - (WORD % wide);
    let word = this.#word();
    while (word >= limit) word = this.#word();
    return Number(word % wide);
  }
}

/**
 * An order of 0 to n - 1, by Fisher and Yates from the last place down.
 * @param {Uint8Array} drawn the seed
 * @param {number} n
 * @returns {number[]}
 */
export function order(drawn, n) {
  const stream = new Stream(drawn);
  const places = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = stream.below(i + 1);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

/**
 * The salt that hides the card at one position, 16 bytes.
 * @param {Uint8Array} secret
 * @param {number} position
 */
export function salt(secret, position) {
  return hmac(sha256, secret, text.encode(`salt|${position}`)).slice(0, 16);
}

/**
 * The leaf of one position.
 * @param {Uint8Array} hidden the salt, 16 bytes
 * @param {number} position
 * @param {number} thing the card that lies there, by index
 */
export function leaf(hidden, position, thing) {
  const written = new Uint8Array(25);
  written.set(hidden, 1);
  const view = new DataView(written.buffer);
  view.setUint32(17, position);
  view.setUint32(21, thing);
  return sha256(written);
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function node(left, right) {
  const written = new Uint8Array(65);
  written[0] = 1;
  written.set(left, 1);
  written.set(right, 33);
  return sha256(written);
}

/**
 * The root over the leaves, in hexadecimal. A leaf without a neighbour goes up as it is.
 * @param {Uint8Array[]} leaves
 * @returns {string}
 */
export function root(leaves) {
  let row = leaves;
  while (row.length > 1)
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, i) =>
      2 * i + 1 < row.length ? node(row[2 * i], row[2 * i + 1]) : row[2 * i],
    );
  return hex(row[0]);
}

/**
 * The root that one leaf leads to. Throws Error where `path` has not the length that `n` leaves ask
 * for.
 * @param {number} n
 * @param {number} position
 * @param {Uint8Array} from the leaf
 * @param {string[]} path its neighbours on the way up, in hexadecimal
 * @returns {string}
 */
export function climb(n, position, from, path) {
  let [at, width, top, used] = [position, n, from, 0];
  while (width > 1) {
    const beside = at ^ 1;
    if (beside < width) {
      const other = bytes(path[used], 32);
      used += 1;
      top = at < beside ? node(top, other) : node(other, top);
    }
    [at, width] = [at >> 1, Math.ceil(width / 2)];
  }
  if (used !== path.length) throw new Error("the way to the root has too many steps");
  return hex(top);
}

/**
 * The order and the root that a secret and the opened parts give.
 * @param {string} match
 * @param {number} number
 * @param {number} attempt
 * @param {Uint8Array} secret
 * @param {Record<string, string>} openings
 * @param {number} n
 */
export function shuffled(match, number, attempt, secret, openings, n) {
  const found = order(seed(match, number, attempt, secret, openings), n);
  return {
    order: found,
    root: root(found.map((thing, position) => leaf(salt(secret, position), position, thing))),
  };
}
