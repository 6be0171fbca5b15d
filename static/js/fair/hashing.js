/** Hashes and their written form: SHA-256 with buffers that are used again, and hexadecimal. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const text = new TextEncoder();
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const NEW = sha256.create();
const working = sha256.create();

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function hex(bytes) {
  let written = "";
  for (const byte of bytes) written += PAIRS[byte];
  return written;
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
 * SHA-256 into the first 32 bytes of `out`.
 * @param {Uint8Array} message
 * @param {Uint8Array} out
 */
export function hashInto(message, out) {
  NEW._cloneInto(working);
  working.update(message).digestInto(out);
}

/**
 * SHA-256 of bytes.
 * @param {Uint8Array} message
 */
export function hash(message) {
  const out = new Uint8Array(32);
  hashInto(message, out);
  return out;
}

/**
 * SHA-256 of a text, as bytes.
 * @param {string} words
 */
export const hashText = (words) => hash(text.encode(words));

/**
 * SHA-256 of a text, in hexadecimal.
 * @param {string} words
 */
export const sha = (words) => hex(hashText(words));

/**
 * HMAC-SHA256 of a text.
 * @param {Uint8Array} key
 * @param {string} words
 */
export const mac = (key, words) => hmac(sha256, key, text.encode(words));

/** @param {string} words */
export const utf8 = (words) => text.encode(words);
