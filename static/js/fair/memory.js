/** The browser's memory of matches, shared by all of its windows, to compare with later. */

/** @import { Decks, Kept, KeptAsked, KeptDeal } from "./types.js" */

const KEY = "fair";
const MOST = 20;

/**
 * Reads what is kept of one match.
 * @param {string} match
 * @returns {Kept}
 */
export function recallMatch(match) {
  const empty = { heads: {}, roots: {}, parts: {}, asked: {}, deals: {} };
  return read(`${KEY}:${match}`) ?? empty;
}

/**
 * Changes what is kept of a match. It is read anew first: another window may have written
 * meanwhile.
 * @param {string} match
 * @param {(kept: Kept) => void} change
 * @returns {Kept}
 */
export function updateMatch(match, change) {
  const name = `${KEY}:${match}`;
  const kept = recallMatch(match);
  change(kept);
  notice(match);
  const text = JSON.stringify(kept);
  if (text !== readText(name)) write(match, name, text);
  return kept;
}

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
 * Keeps what was shown as parts were asked for, and forgets that of the shuffles before the last.
 * @param {{match: string, number: number, attempt: number, decks: Decks}} message
 * @param {KeptAsked} asked
 */
export function keepAsked({ match, number, attempt, decks }, asked) {
  updateMatch(match, (now) => {
    for (const old of Object.keys(now.asked))
      if (Number.parseInt(old, 10) < number - 1) delete now.asked[old];
    for (const old of Object.keys(now.roots)) if (Number(old) < number - 1) delete now.roots[old];
    now.asked[`${number}.${attempt}`] = asked;
    now.roots[number] ??= {};
    now.roots[number][decks.n] ??= { roots: decks.roots, names: decks.names };
  });
}

/**
 * All that this browser heard and said about a match's shuffles, as JSON lines; "" where there was
 * nothing.
 * @param {string} match
 * @returns {string}
 */
export function exportHeard(match) {
  return numbersOf(match)
    .map((number) => readText(`${KEY}:${match}:${number}`))
    .join("");
}

/**
 * Remembers seats of bots: no seat of a match passes from a bot to a person.
 * @param {string} match
 * @param {number[]} bots
 */
export function noteBots(match, bots) {
  const known = recallMatch(match).bots ?? [];
  const all = [...new Set([...known, ...bots])].sort((a, b) => a - b);
  if (all.length > known.length) updateMatch(match, (kept) => (kept.bots = all));
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
 * @param {string} match
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

/**
 * Cards by position, those of both.
 * @param {KeptDeal["cards"]} known
 * @param {KeptDeal["cards"]} more
 */
export function mergedCards(known, more) {
  const positions = new Set(known.map(([position]) => position));
  return [...known, ...more.filter(([position]) => !positions.has(position))];
}
