// JSON as this verifier reads and hashes it: no name twice in an object, and numbers as they stand.

import { hash } from "node:crypto";

/** A file that cannot be read, or has a wrong form. */
export class NotRead extends Error {}

/** A number that is not written as a whole one: kept as it is written. */
class Written {
  constructor(source) {
    this.source = source;
  }
}

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /"[^"\\\p{Cc}]*"/uy;
const STRING = /"(?:[^"\\]|\\.)*"/suy;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORDS = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  taken(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  next() {
    this.taken(SPACE);
    return this.text[this.at];
  }

  is(sign) {
    if (this.next() !== sign) return false;
    this.at += 1;
    return true;
  }

  must(sign) {
    if (!this.is(sign)) throw new NotRead(`no ${sign} at ${this.at}`);
  }

  value() {
    const sign = this.next();
    if (sign === "{") return this.object();
    if (sign === "[") return this.list();
    if (sign === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  object() {
    const found = Object.create(null);
    this.must("{");
    if (this.is("}")) return found;
    do {
      if (this.next() !== '"') throw new NotRead(`no name at ${this.at}`);
      const name = this.string();
      if (name in found) throw new NotRead(`${name} is there twice`);
      this.must(":");
      found[name] = this.value();
    } while (this.is(","));
    this.must("}");
    return found;
  }

  list() {
    const found = [];
    this.must("[");
    if (this.is("]")) return found;
    do found.push(this.value());
    while (this.is(","));
    this.must("]");
    return found;
  }

  string() {
    const plain = this.taken(PLAIN);
    if (plain !== null) return plain.slice(1, -1);
    const found = this.taken(STRING);
    if (found === null) throw new NotRead(`an open string at ${this.at}`);
    const text = JSON.parse(found);
    if (!text.isWellFormed()) throw new NotRead("half a character");
    return text;
  }

  number() {
    const source = this.taken(NUMBER);
    if (source === null) throw new NotRead(`no value at ${this.at}`);
    if (!/^-?[0-9]+$/.test(source)) return new Written(source);
    const number = Number(source);
    return Number.isSafeInteger(number) ? number + 0 : BigInt(source);
  }
}

/** The value of a text; NotRead if it is not one JSON value. */
export function parsed(text) {
  try {
    const reader = new Reader(text);
    const value = reader.value();
    if (reader.next() !== undefined) throw new NotRead(`more at ${reader.at}`);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw new NotRead(String(error.message));
    throw error;
  }
}

/** The values of JSON lines; empty lines are passed over. */
export function parsedLines(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map(parsed);
}

const utf8 = (text) => Buffer.from(text);
const byCharacter = (left, right) => Buffer.compare(utf8(left), utf8(right));

/** protocol.md, "Receipts". */
export function canonical(value) {
  if (value instanceof Written) return value.source;
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value).sort(byCharacter);
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** The hashes of a record's entries. */
export function entryHashes(first, lines) {
  const { match, game, rules_version: rules, setup } = first;
  const hashed = (value) => hash("sha256", canonical(value), "hex");
  let last = hashed(["pecking-order/chain/1", match, game, rules, setup]);
  return lines.map((line, ply) => {
    last = hashed([last, match, ply, line.at, line.entry]);
    return last;
  });
}
