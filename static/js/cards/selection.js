/** The chosen cards, kept by card key through every re-render and through a reload of the page. */
import { signal } from "@preact/signals";

/** @import { Signal } from "@preact/signals" */

/** @typedef {{key: string, code: string}} KeyedCard */

/**
 * Keys of the chosen cards, "7#0", in the order of choosing.
 * @type {Signal<string[]>}
 */
export const chosen = signal([]);

const KEY = "chosen";

/**
 * Gives the cards of a hand their keys: equal cards differ by number only.
 * @param {string[]} codes
 * @returns {KeyedCard[]}
 */
export function keyCards(codes) {
  const seen = new Map();
  return codes.map((code) => {
    const number = seen.get(code) ?? 0;
    seen.set(code, number + 1);
    return { key: `${code}#${number}`, code };
  });
}

/** @param {string} key */
export const codeOf = (key) => key.slice(0, key.lastIndexOf("#"));

/** @param {string[]} keys */
export const codesOf = (keys) => keys.map(codeOf);

/** @param {string[]} keys */
export function choose(keys) {
  chosen.value = keys;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // the choice lasts as long as the page
  }
}

/**
 * Drops chosen cards that are no longer in the hand.
 * @param {string[]} codes
 */
export function dropMissing(codes) {
  const present = new Set(keyCards(codes).map((card) => card.key));
  const kept = chosen.value.filter((key) => present.has(key));
  if (kept.length !== chosen.value.length) choose(kept);
}

/** Restores the choice that was made before the page was loaded again. */
export function restoreChoice() {
  try {
    chosen.value = JSON.parse(sessionStorage.getItem(KEY) ?? "null") ?? [];
  } catch {
    chosen.value = [];
  }
}

/**
 * Keys of `hand` for these codes, `first` among them.
 * @param {string[]} codes
 * @param {string} first
 * @param {KeyedCard[]} hand
 * @returns {string[]}
 */
export function keysFor(codes, first, hand) {
  const left = [...codes];
  left.splice(left.indexOf(codeOf(first)), 1);
  const found = [first];
  for (const card of hand) {
    const at = card.key === first ? -1 : left.indexOf(card.code);
    if (at < 0) continue;
    left.splice(at, 1);
    found.push(card.key);
  }
  return found;
}

/**
 * True if two lists hold the same codes in any order.
 * @param {string[]} one
 * @param {string[]} other
 */
export function sameCards(one, other) {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}

/**
 * The chosen keys after a tap on `key`: a simple toggle, the whole set that is needed, or a new
 * choice where the old one cannot go with it.
 * @param {string[]} keys
 * @param {string} key
 * @param {KeyedCard[]} hand
 * @param {{need?: number, group?: (code: string) => string, together?: (codes: string[]) =>
 *   boolean}} [options]
 * @returns {string[]}
 */
export function toggle(keys, key, hand, { need = 0, group = codeOf, together = () => true } = {}) {
  if (keys.includes(key)) return keys.filter((other) => other !== key);
  const rest =
    keys.length && !together(codesOf([...keys, key])) && together([codeOf(key)]) ? [] : keys;
  if (rest.length || need < 2) return [...rest, key];
  const mates = hand.filter(
    (card) =>
      card.key !== key &&
      group(card.code) === group(codeOf(key)) &&
      codeOf(card.key) === codeOf(key),
  );
  return [key, ...mates.slice(0, need - 1).map((card) => card.key)];
}
