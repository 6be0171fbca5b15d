// The forms of what is read: a wrong one is NotRead, whatever else is in the files.

import { NotRead } from "./json_text.js";

const HEX = /^[0-9a-f]*$/;
const text = (value) => typeof value === "string";
/** Numbers too large to count with are whole too. */
const whole = (value) => (typeof value === "bigint" || Number.isInteger(value)) && value >= 0;
const some = (value) => whole(value) && value >= 1;
const flag = (value) => typeof value === "boolean";
const seat = (value) => whole(value) && value < 1000;
const hex = (digits) => (value) => text(value) && value.length === digits && HEX.test(value);
const hash = hex(64);
const salt = hex(32);
const or = (form, other) => (value) => value === other || form(value);
const nullable = (form) => or(form, null);
const left = (form) => or(form, undefined);
const listOf = (form, size) => (value) =>
  Array.isArray(value) && (size === undefined || value.length === size) && value.every(form);
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const seatMap = (value) =>
  object(value) &&
  Object.entries(value).every(([name, one]) => /^(0|[1-9][0-9]{0,2})$/.test(name) && hash(one));

function demand(what, value, fields) {
  if (!object(value)) throw new NotRead(`${what} is no object`);
  for (const [name, form] of Object.entries(fields))
    if (!form(value[name])) throw new NotRead(`${what}: ${name} has a wrong form`);
}

const formed = (fields) => (value) => {
  demand("an object in a list", value, fields);
  return true;
};

const PROOF = {
  number: whole,
  attempt: whole,
  seals: seatMap,
  openings: seatMap,
  refused: listOf(seat),
  head: hash,
};
const REVEAL = {
  ...PROOF,
  n: some,
  codes: text,
  hidden_codes: flag,
  plan: text,
  names: nullable(hash),
  roots: listOf(hash, 8),
  ask: hash,
  chosen: whole,
  order: nullable(listOf(whole)),
};
const SHUFFLES = {
  match: text,
  game: text,
  promise: nullable(hash),
  secret: nullable(hash),
  shuffles: Array.isArray,
};
const FIRST = {
  match: text,
  game: text,
  rules_version: whole,
  setup: formed({ seats: seat }),
  places: listOf(formed({ seat, bot: nullable(text) })),
  receipt: nullable(hash),
  public_origin: listOf(text),
};
const LINE = { ply: whole, at: whole, entry: formed({ type: text }), hash };
const ENTRIES = {
  played: { seat, move: object },
  shuffled: { order: listOf(whole) },
  reseated: { left: listOf(seat), joined: seat },
};

export function shufflesFormed(value) {
  demand("shuffles", value, SHUFFLES);
  for (const one of value.shuffles) {
    demand("a shuffle", one, { ply: whole, version: whole });
    if (one.version === 3) demand("a shuffle", one, REVEAL);
  }
  return value;
}

export function recordFormed([first, ...lines]) {
  demand("the first line", first, FIRST);
  for (const line of lines) {
    demand("an entry's line", line, LINE);
    const { entry } = line;
    demand("an entry", entry, ENTRIES[entry.type] ?? {});
    if ((entry.proof ?? null) === null || entry.type !== "shuffled") continue;
    demand("a proof", entry.proof, { version: whole });
    if (entry.proof.version !== 3) continue;
    demand("a proof", entry.proof, {
      ...PROOF,
      barred: left((value) => listOf(seat)(value) && value.length > 0),
    });
  }
}

const OPEN_CARD = { position: whole, thing: whole, salt };
const HIDDEN_CARD = { ...OPEN_CARD, code: text, name_salt: salt };
const CARD = (value) =>
  object(value) && formed("code" in value || "name_salt" in value ? HIDDEN_CARD : OPEN_CARD)(value);
const OPENED = {
  seat: nullable(seat),
  cards: listOf(CARD),
  nodes: listOf(hash),
  names_nodes: listOf(hash),
};
const COUNTS = Object.fromEntries(
  ["questions", "opened", "deals", "gaps", "begun", "dropped"].map((name) => [name, whole]),
);
const HEARD = {
  shuffle: {
    seat: nullable(seat),
    promise: hash,
    head: hash,
    refused: listOf(seat),
    opening: flag,
    sealed: listOf(seat),
  },
  dealt: { ...OPENED, openings: seatMap, asks: seatMap, chosen: whole, keys: listOf(hash, 7) },
  "cards-opened": OPENED,
  open: { entropy: hash, ask: hash },
  ledger: { room: text, chain: hash, ...COUNTS },
};
const ASKED = {
  seals: seatMap,
  decks: formed({
    n: some,
    codes: text,
    plan: text,
    roots: listOf(hash, 8),
    names: nullable(hash),
  }),
};

const absent = (value) => value === undefined;
const NOT_ASKED = { seals: absent, decks: absent };

/** The version of a line that was heard. */
export const versionOf = (line) => (line.type === "open" ? 3 : line.version);

export function heardFormed(lines) {
  for (const line of lines) {
    demand("a line", line, { type: text, match: text, number: whole, attempt: whole });
    if (!Object.hasOwn(HEARD, line.type)) throw new NotRead(`nothing is called ${line.type}`);
    if (line.type !== "open") demand(line.type, line, { version: whole });
    if (versionOf(line) !== 3) continue;
    demand(line.type, line, HEARD[line.type]);
    if (line.type !== "shuffle") continue;
    demand("shuffle", line, line.opening ? ASKED : NOT_ASKED);
    if (!line.opening) continue;
    const seats = new Set(line.sealed.map(String));
    const sealed = Object.keys(line.seals);
    if (seats.size !== line.sealed.length || seats.size !== sealed.length)
      throw new NotRead("shuffle: sealed are not the seats of seals");
    if (!sealed.every((one) => seats.has(one)))
      throw new NotRead("shuffle: sealed are not the seats of seals");
  }
}
