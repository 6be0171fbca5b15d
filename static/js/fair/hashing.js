/** Hashes and their written form: SHA-256, HMAC and hexadecimal. */
import { sha256Into } from "./sha256.js";

const text = new TextEncoder();
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** The value of each hexadecimal digit by its character's number; all others have none. */
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 16; digit += 1) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

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
  if (typeof written !== "string" || written.length % 2)
    throw new Error("not written in hexadecimal");
  const read = new Uint8Array(written.length / 2);
  for (let at = 0; at < read.length; at += 1) {
    const high = DIGITS[written.charCodeAt(2 * at)] ?? -1;
    const low = DIGITS[written.charCodeAt(2 * at + 1)] ?? -1;
    if (high < 0 || low < 0) throw new Error("not written in hexadecimal");
    read[at] = 16 * high + low;
  }
  if (length !== null && read.length !== length) throw new Error(`not ${length} bytes`);
  return read;
}

/**
 * SHA-256 of bytes.
 * @param {Uint8Array} message
 */
export function hash(message) {
  const out = new Uint8Array(32);
  sha256Into(message, out);
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
 * HMAC-SHA256 of a text (RFC 2104).
 * @param {Uint8Array} key of at most 64 bytes
 * @param {string} words
 */
export function mac(key, words) {
  const message = text.encode(words);
  const [inner, outer] = [new Uint8Array(64 + message.length), new Uint8Array(96)];
  for (let at = 0; at < 64; at += 1) {
    inner[at] = (key[at] ?? 0) ^ 0x36;
    outer[at] = (key[at] ?? 0) ^ 0x5c;
  }
  inner.set(message, 64);
  outer.set(hash(inner), 64);
  return hash(outer);
}

/** @param {string} words */
export const utf8 = (words) => text.encode(words);
