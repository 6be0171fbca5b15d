// docs/fair-shuffle.md: the decks, the order that follows from the parts, the chain, opened cards.

import { createHmac, hash } from "node:crypto";

export const DECKS = 8;

export const sha = (text) => hash("sha256", text, "hex");
const digest = (...parts) => hash("sha256", Buffer.concat(parts), "buffer");
const byte = (value) => Buffer.of(value);

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** Numbers below a bound, from 32 bytes. */
class Stream {
  constructor(key) {
    this.key = key;
    this.words = 0;
  }

  word() {
    const at = this.words % 8;
    if (at === 0) this.block = digest(byte(4), this.key, u32(this.words / 8));
    this.words += 1;
    return this.block.readUInt32BE(4 * at);
  }

  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % bound;
    }
  }

  shuffled(n) {
    const list = Array.from({ length: n }, (_, at) => at);
    for (let last = n - 1; last >= 1; last -= 1) {
      const other = this.below(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  }
}

const salt = (key, at) => digest(byte(3), key, u32(at)).subarray(0, 16);
export const deckLeaf = (salted, index, thing) => digest(byte(0), salted, u32(index), u32(thing));
export const nameLeaf = (salted, thing, code) =>
  digest(byte(2), salted, u32(thing), Buffer.from(code));

/** The root above opened leaves, `known` by index; null where the list of nodes does not fit. */
export function rootOf(n, known, nodes) {
  let row = known;
  let used = 0;
  for (let width = n; width > 1; width = Math.ceil(width / 2)) {
    const above = new Map();
    for (const index of [...row.keys()].sort((left, right) => left - right)) {
      const other = index ^ 1;
      const own = row.get(index);
      if (above.has(index >> 1)) continue;
      if (other >= width) {
        above.set(index >> 1, own);
        continue;
      }
      if (!row.has(other) && used === nodes.length) return null;
      const beside = row.get(other) ?? Buffer.from(nodes[used++], "hex");
      above.set(index >> 1, digest(byte(1), ...(index & 1 ? [beside, own] : [own, beside])));
    }
    row = above;
  }
  return used === nodes.length && row.size === 1 ? row.get(0).toString("hex") : null;
}

const wholeRoot = (leaves) => rootOf(leaves.length, new Map(leaves.entries()), []);

export function deckOf(key, n) {
  const things = new Stream(key).shuffled(n);
  return {
    things,
    root: wholeRoot(things.map((thing, index) => deckLeaf(salt(key, index), index, thing))),
  };
}

export function namesOf(key, codes) {
  const labels = new Stream(key).shuffled(codes.length);
  return {
    labels,
    root: wholeRoot(labels.map((label, thing) => nameLeaf(salt(key, thing), thing, codes[label]))),
  };
}

const derived = (secret, text) =>
  createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest();
export const deckKey = (secret, match, number, k) =>
  derived(secret, `pecking-order/3|deck|${match}|${number}|${k}`);
export const namesKey = (secret, match, number) =>
  derived(secret, `pecking-order/3|names|${match}|${number}`);

/** All eight decks of a secret. */
export const decksOf = (secret, match, number, n) =>
  Array.from({ length: DECKS }, (_, k) => deckOf(deckKey(secret, match, number, k), n));

export const promiseOf = (match, secret) => sha(`pecking-order/3|promise|${match}|${secret}`);
export const sealOf = (match, number, attempt, seat, entropy) =>
  sha(`pecking-order/3|seal|${match}|${number}|${attempt}|${seat}|${entropy}`);

const rising = (seats) => [...seats].map(Number).sort((left, right) => left - right);
const mapText = (map) =>
  rising(Object.keys(map))
    .map((seat) => `${seat}:${map[seat]}`)
    .join(",");

/** `shown`: all that stands in an ask, by its names on the page. */
export function askOf(match, shown) {
  const { number, attempt, head, promise, n, names, roots, codes, plan } = shown;
  const parts = [match, number, attempt, head, promise, n, names ?? "-"];
  parts.push(roots.join(","), sha(codes), sha(plan), mapText(shown.seals));
  parts.push(rising(shown.refused).join(","));
  return sha(`pecking-order/3|ask|${parts.join("|")}`);
}

export const firstHead = (match, promise) => sha(`pecking-order/3|head|${match}|${promise}`);
export const nextHead = (ask, openings) => sha(`pecking-order/3|head|${ask}|${mapText(openings)}`);

/** The deck that is played, and the permutation. */
export function drawn(ask, openings, n) {
  const seed = Buffer.from(sha(`pecking-order/3|seed|${ask}|${mapText(openings)}`), "hex");
  const stream = new Stream(seed);
  const chosen = stream.below(DECKS);
  return { chosen, perm: stream.shuffled(n) };
}
