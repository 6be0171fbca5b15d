/** The browser's memory of matches, shared by all of its windows, to compare with later. */

/** @import { Kept } from "./types.js" */

const KEY = "fair";
const MOST = 20;

/**
 * Reads what is kept of one match.
 * @param {string} match
 * @returns {Kept}
 */
export function recallMatch(match) {
  return { commitments: {}, parts: {}, deals: {}, ...read(`${KEY}:${match}`) };
}

/**
 * Changes what is kept of a match. It is read anew first: another window may have written
 * meanwhile.
 * @param {string} match
 * @param {(kept: Kept) => void} change
 * @returns {Kept}
 */
export function updateMatch(match, change) {
  const kept = recallMatch(match);
  change(kept);
  if (!write(`${KEY}:${match}`, kept)) held.set(match, kept);
  notice(match);
  return kept;
}

/**
 * The promises and the viewer's own parts as JSON lines, as examples/verify.py reads them; "" where
 * this browser received none.
 * @param {string} match
 * @returns {string}
 */
export function exportPromises(match) {
  const { commitments, parts, deals, asked = {} } = recallMatch(match);
  const promised = Object.entries(commitments).map(([id, commitment]) => {
    const seals = asked[id]?.seals ?? parts[id]?.seals;
    const opening = seals ? { opening: true, seals } : {};
    return { type: "shuffle", match, ...place(id), commitment, ...opening };
  });
  const opened = Object.entries(parts)
    .filter(([, part]) => part.opened)
    .map(([id, { entropy }]) => ({ type: "open", match, ...place(id), entropy }));
  const dealt = Object.entries(deals).map(([number, { attempt, commitment, root }]) => ({
    type: "dealt",
    match,
    number: Number(number),
    attempt,
    commitment,
    root,
  }));
  return [...promised, ...opened, ...dealt].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function place(id) {
  const [number, attempt] = id.split(".").map(Number);
  return { number, attempt };
}

/** Memory for a browser without storage; lasts as long as the page. */
const held = new Map();

function notice(match) {
  const known = (read(KEY) ?? []).filter((other) => other !== match);
  for (const old of known.splice(MOST - 1)) forget(old);
  write(KEY, [match, ...known]);
}

function read(name) {
  try {
    return (
      JSON.parse(localStorage.getItem(name) ?? "null") ??
      held.get(name.slice(KEY.length + 1)) ??
      null
    );
  } catch {
    return held.get(name.slice(KEY.length + 1)) ?? null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function forget(match) {
  try {
    localStorage.removeItem(`${KEY}:${match}`);
  } catch {
    // nothing was kept there
  }
}
