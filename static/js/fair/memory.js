/** The browser's memory of matches, shared by all of its windows, to compare with later. */

import { NOTHING_KEPT } from "./automaton.js";
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
  write(match, `${KEY}:${match}`, JSON.stringify({ ...recallMatch(match), ...more }));
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
export const keepLedger = (room, ledger) =>
  write(null, `${LEDGER}:${room}`, JSON.stringify(ledger));

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
  const heard = numbersOf(match).map((number) => readText(`${KEY}:${match}:${number}`));
  const { room = null } = recallMatch(match);
  const ledger = recallLedger(room);
  if (!heard.length || !ledger) return heard.join("");
  const { chain, questions, opened, deals, gaps, begun, dropped } = ledger;
  const place = { type: "ledger", version: VERSION, match, number: 0, attempt: 0, room };
  const line = { ...place, chain, questions, opened, deals, gaps, begun, dropped };
  return `${heard.join("")}${JSON.stringify(line)}\n`;
}

/** Memory for a browser without storage, and of the made-up match; lasts as long as the page. */
const held = new Map();

/** The match of the warm-up, which has no id: nothing of it is stored. */
export const MADE_UP = "";

export function forgetMadeUp() {
  for (const name of held.keys()) if (name.startsWith(`${KEY}:${MADE_UP}:`)) held.delete(name);
  held.delete(`${KEY}:${MADE_UP}`);
}

/**
 * The numbers of the shuffles that something was heard of.
 * @param {string} match
 */
function numbersOf(match) {
  const begin = `${KEY}:${match}:`;
  const names = [...held.keys(), ...storedNames()].filter((name) => name.startsWith(begin));
  return [...new Set(names)]
    .map((name) => Number(name.slice(begin.length)))
    .sort((one, other) => one - other);
}

function storedNames() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/**
 * Moves a match to the front of those that are kept; the oldest are forgotten.
 * @param {string} match
 */
function notice(match) {
  if (match === MADE_UP) return;
  const known = keptMatches();
  if (known[0] === match) return;
  const others = known.filter((other) => other !== match);
  for (const old of others.splice(MOST - 1)) forget(old);
  write(match, KEY, JSON.stringify([match, ...others]));
}

/**
 * The matches that are kept, the newest first.
 * @returns {string[]}
 */
const keptMatches = () => read(KEY) ?? [];

/** @param {string} name */
function read(name) {
  try {
    return JSON.parse(readText(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name */
function readText(name) {
  try {
    return held.get(name) ?? localStorage.getItem(name);
  } catch {
    return held.get(name) ?? null;
  }
}

/**
 * Writes for one match. Where there is no room, the oldest other matches are forgotten.
 * @param {string | null} match
 * @param {string} name
 * @param {string} text
 */
function write(match, name, text) {
  if (match === MADE_UP) {
    held.set(name, text);
    return;
  }
  for (;;)
    try {
      localStorage.setItem(name, text);
      held.delete(name);
      return;
    } catch {
      const oldest = keptMatches()
        .filter((other) => other !== match)
        .pop();
      if (oldest !== undefined && forget(oldest)) continue;
      held.set(name, text);
      return;
    }
}

/**
 * Forgets a match; false where there was nothing to forget.
 * @param {string} match
 */
function forget(match) {
  try {
    const names = [`${KEY}:${match}`, ...numbersOf(match).map((one) => `${KEY}:${match}:${one}`)];
    for (const name of names) {
      localStorage.removeItem(name);
      held.delete(name);
    }
    /** @type {string[]} */
    const known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    localStorage.setItem(KEY, JSON.stringify(known.filter((other) => other !== match)));
    return known.includes(match);
  } catch {
    return false;
  }
}
