/** SHA-256 (FIPS 180-4) of short messages, without an object for each of them. */

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUNDS = Int32Array.of(
  ...[0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4],
  ...[0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe],
  ...[0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f],
  ...[0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7],
  ...[0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc],
  ...[0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b],
  ...[0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116],
  ...[0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3],
  ...[0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7],
  0xc67178f2,
);
/** The same of the square roots of the first eight. */
const BEGINNING = Int32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a],
  ...[0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
);
const BLOCK = 64;

const state = new Int32Array(8);
const words = new Int32Array(64);
let padded = new Uint8Array(64 * BLOCK); // a longer message makes it longer
let view = new DataView(padded.buffer);

/**
 * SHA-256 into the 32 bytes of `out` from `to` on.
 * @param {Uint8Array} message
 * @param {Uint8Array} out
 * @param {number} [to]
 */
export function sha256Into(message, out, to = 0) {
  const { length } = message;
  const end = (length + 8 + BLOCK) & -BLOCK; // with a byte 0x80 and the length in bits
  if (end > padded.length) {
    padded = new Uint8Array(end);
    view = new DataView(padded.buffer);
  }
  padded.set(message);
  padded[length] = 0x80;
  padded.fill(0, length + 1, end);
  view.setUint32(end - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end - 4, length << 3);
  state.set(BEGINNING);
  for (let at = 0; at < end; at += BLOCK) compress(view, at);
  for (let word = 0, at = to; word < 8; word += 1, at += 4) {
    const value = state[word];
    out[at] = value >>> 24;
    out[at + 1] = value >>> 16;
    out[at + 2] = value >>> 8;
    out[at + 3] = value;
  }
}

/**
 * Takes one block into the state (section 6.2.2).
 * @param {DataView} view
 * @param {number} at
 */
function compress(view, at) {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const early = words[t - 15];
    const late = words[t - 2];
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[t] = high + words[t - 7] + low + words[t - 16];
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t += 1) {
    const six = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + six + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0;
    const two = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const both = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + both) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}
