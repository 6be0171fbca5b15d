/** The browser's memory of matches, shared by all of its windows, to compare with later. */

import { NOTHING_KEPT } from "./automaton.js";
import { orNull } from "./cards.js";
import { VERSION } from "./shuffle.js";

/** @import { Kept, Ledger } from "./types.js" */

const KEY = "fair";
const LEDGER = "fair-ledger";
const MOST = 20;

/**
 * Reads what is kept of one match.
 * @param {string | null} match
 * @returns {Kept}
 */
export const recallMatch = (match) =>
  (match === null ? null : read(`${KEY}:${match}`)) ?? NOTHING_KEPT;

/**
 * Changes what is kept of a match. It is read anew first: another window may have written
 * meanwhile.
 * @param {string} match
 * @param {Partial<Kept>} more
 */
export function updateMatch(match, more) {
  notice(match);
  writeValue(match, `${KEY}:${match}`, { ...recallMatch(match), ...more });
}

/**
 * @param {string | null} room
 * @returns {Ledger | null}
 */
export const recallLedger = (room) => (room === null ? null : read(`${LEDGER}:${room}`));

/**
 * Keeps the ledger of a table. Where there is no room, details of matches make some.
 * @param {string} room
 * @param {Ledger} ledger
 */
export const keepLedger = (room, ledger) => writeValue(null, `${LEDGER}:${room}`, ledger);

/**
 * Keeps a message about one shuffle as it was heard or said, each once and in order.
 * @param {string} match
 * @param {number} number
 * @param {object} message
 */
export function keepHeard(match, number, message) {
  const name = `${KEY}:${match}:${number}`;
  const line = `${JSON.stringify(message)}\n`;
  const known = readText(name) ?? "";
  if (known.includes(line)) return;
  notice(match);
  write(match, name, known + line);
}

/**
 * All that this browser heard and said about a match's shuffles, as JSON lines, and last the counts
 * of its ledger; "" where there was nothing.
 * @param {string} match
 * @returns {string}
 */
export function exportHeard(match) {
  const number = /** @param {string} name */ (name) => Number(name.split(":")[2]);
  const heard = namesOf(match)
    .filter((name) => name !== `${KEY}:${match}`)
    .sort((one, other) => number(one) - number(other))
    .map(readText);
  const { room = null } = recallMatch(match);
  const ledger = recallLedger(room);
  if (!heard.length || !ledger) return heard.join("");
  const { news: _, due: __, ...counts } = ledger;
  const line = { type: "ledger", version: VERSION, number: 0, attempt: 0, room, ...counts, match };
  return `${heard.join("")}${JSON.stringify(line)}\n`;
}

/** Memory for a browser without storage, and of the made-up match; lasts as long as the page. */
const held = new Map();

/** The match of the warm-up: nothing of it is stored. */
export const MADE_UP = "made up";

/**
 * The names under which something about a match is kept.
 * @param {string} match
 */
const namesOf = (match) =>
  [...new Set([...held.keys(), ...(orNull(() => Object.keys(localStorage)) ?? [])])].filter(
    (name) => `${name}:`.startsWith(`${KEY}:${match}:`),
  );

/**
 * Moves a match to the front of those that are kept; the oldest are forgotten.
 * @param {string} match
 */
function notice(match) {
  const known = keptMatches();
  if (known[0] === match || match === MADE_UP) return;
  const others = known.filter((other) => other !== match);
  for (const old of others.splice(MOST - 1)) forget(old);
  writeValue(match, KEY, [match, ...others]);
}

/**
 * The matches that are kept, the newest first.
 * @returns {string[]}
 */
const keptMatches = () => read(KEY) ?? [];

/** The values that were read last, by name, with their texts. */
const parsed = new Map();

/** @param {string} name */
function read(name) {
  const text = readText(name);
  const known = parsed.get(name);
  if (known?.text === text) return known.value;
  const value = orNull(() => JSON.parse(text ?? "null")); // null: somebody else's
  parsed.set(name, { text, value });
  return value;
}

/** @param {string} name */
const readText = (name) => held.get(name) ?? orNull(() => localStorage.getItem(name));

/**
 * @param {string | null} match
 * @param {string} name
 * @param {object} value
 */
function writeValue(match, name, value) {
  const text = JSON.stringify(value);
  parsed.set(name, { text, value });
  write(match, name, text);
}

/**
 * Writes for one match. Where there is no room, the oldest other matches are forgotten.
 * @param {string | null} match
 * @param {string} name
 * @param {string} text
 */
function write(match, name, text) {
  const others = keptMatches().filter((other) => other !== match);
  while (match !== MADE_UP)
    try {
      localStorage.setItem(name, text);
      held.delete(name);
      return;
    } catch {
      const oldest = others.pop();
      if (oldest === undefined) break;
      forget(oldest);
    }
  held.set(name, text);
}

/** @param {string} match */
export function forget(match) {
  for (const name of namesOf(match)) {
    held.delete(name);
    orNull(() => localStorage.removeItem(name));
  }
}
