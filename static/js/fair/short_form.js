/**
 * The short form in which a server sends messages about shuffles (docs/protocol.md), and the whole
 * message that it stands for. Pure functions.
 */
import { hex } from "./hashing.js";

/** @import { CardsOpened, DealtShown, ShuffleShown } from "../records.js" */

/** The query that a page adds to the address of its socket. */
export const FORM = { name: "form", value: "short" };

const NODE = 64; // hexadecimal digits
const SALT = 32;

/**
 * The whole message. One that is whole already is returned as it is, and what is malformed becomes
 * text that fits no hash.
 * @param {any} message
 * @returns {ShuffleShown | DealtShown | CardsOpened}
 */
export function wholeMessage(message) {
  if (message.form !== FORM.value) return message;
  const { form: _, ...whole } = message;
  for (const name of ["promise", "head"]) if (name in whole) whole[name] = digits(whole[name]);
  for (const name of ["seals", "openings"]) if (name in whole) whole[name] = bySeat(whole[name]);
  if ("decks" in whole) {
    const { roots, names } = whole.decks;
    const named = names === null ? null : digits(names);
    whole.decks = { ...whole.decks, roots: roots.map(digits), names: named };
  }
  if ("asks" in whole) whole.asks = asksBySeat(whole.asks);
  if ("keys" in whole) whole.keys = whole.keys.map(digits);
  if ("cards" in whole) {
    whole.cards = cardsOf(whole.cards);
    whole.nodes = pieces(whole.nodes, NODE);
    whole.names_nodes = pieces(whole.names_nodes, NODE);
  }
  return whole;
}

/**
 * Hexadecimal for base 64.
 * @param {string} written
 */
function digits(written) {
  try {
    const letters = atob(written);
    const read = new Uint8Array(letters.length);
    for (let at = 0; at < read.length; at += 1) read[at] = letters.charCodeAt(at);
    return hex(read);
  } catch {
    return "";
  }
}

/**
 * Hexadecimal in pieces of this many digits.
 * @param {string} written
 * @param {number} length
 */
const pieces = (written, length) => digits(written).match(new RegExp(`.{1,${length}}`, "g")) ?? [];

/** @param {Record<string, string>} values */
const bySeat = (values) =>
  Object.fromEntries(Object.entries(values).map(([seat, value]) => [seat, digits(value)]));

/** @param {Record<string, number[]>} seats by what their pages said */
const asksBySeat = (seats) =>
  Object.fromEntries(
    Object.entries(seats).flatMap(([ask, those]) => {
      const written = digits(ask);
      return those.map((seat) => [seat, written]);
    }),
  );

/**
 * Cards from lists by field.
 * @param {{position: number[], thing: number[], salt: string, code?: string[],
 *   name_salt?: string}} cards `code`, `name_salt`: where codes are hidden
 */
function cardsOf({ position: positions, thing: things, salt, code: codes, name_salt }) {
  const salts = pieces(salt, SALT);
  const named = codes ? pieces(name_salt ?? "", SALT) : [];
  return positions.map((position, at) => ({
    position,
    thing: things[at],
    salt: salts[at],
    ...(codes ? { code: codes[at], name_salt: named[at] } : {}),
  }));
}
