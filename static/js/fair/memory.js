/** What this browser keeps of a match to compare with later, for all of its windows and through a reload. */

const KEY = "fair";
const MOST = 20;

/**
 * One match: {receipt, commitments: {"number.attempt": hex}, parts: {"number.attempt": {seat, entropy, opened, seals: what all had sealed when it was opened}},
 * deals: {number: {attempt, root, commitment, cards: [[position, card]]}}, lies: what did not fit}.
 */
export function recallMatch(match) {
  return { commitments: {}, parts: {}, deals: {}, ...read(`${KEY}:${match}`) };
}

/** Changes what is kept by `change(kept)` and gives it back: read anew, since another window may have written meanwhile. */
export function keep(match, change) {
  const kept = recallMatch(match);
  change(kept);
  if (!write(`${KEY}:${match}`, kept)) held.set(match, kept);
  notice(match);
  return kept;
}

/** What examples/verify.py takes as heard at the table: notices as JSON lines, "" where this browser heard nothing. */
export function heardOf(match) {
  const { commitments, deals } = recallMatch(match);
  const promised = Object.entries(commitments).map(([id, commitment]) => {
    const [number, attempt] = id.split(".").map(Number);
    return { type: "shuffle", match, number, attempt, commitment };
  });
  const dealt = Object.entries(deals).map(([number, { attempt, commitment, root }]) => ({
    type: "dealt",
    match,
    number: Number(number),
    attempt,
    commitment,
    root,
  }));
  return [...promised, ...dealt].map((notice) => `${JSON.stringify(notice)}\n`).join("");
}

/** For a browser that keeps nothing: as long as the page. */
const held = new Map();

function notice(match) {
  const known = (read(KEY) ?? []).filter((other) => other !== match);
  for (const old of known.splice(MOST - 1)) forget(old);
  write(KEY, [match, ...known]);
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? held.get(name.slice(KEY.length + 1)) ?? null;
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
