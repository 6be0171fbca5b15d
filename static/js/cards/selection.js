/** Which cards are chosen: kept by card key through every re-render and through a reload of the page. */
import { signal } from "@preact/signals";

/** Keys of the chosen cards, "7#0", in the order of choosing. */
export const chosen = signal([]);

const KEY = "chosen";

/** Names the cards of a hand: equal cards are told apart by their number only. */
export function keyed(codes) {
  const seen = new Map();
  return codes.map((code) => {
    const number = seen.get(code) ?? 0;
    seen.set(code, number + 1);
    return { key: `${code}#${number}`, code };
  });
}

export const codeOf = (key) => key.slice(0, key.lastIndexOf("#"));

export const codesOf = (keys) => keys.map(codeOf);

export function choose(keys) {
  chosen.value = keys;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // the choice lasts as long as the page
  }
}

/** Forgets the chosen cards that are no longer in the hand. */
export function keepOnly(codes) {
  const present = new Set(keyed(codes).map((card) => card.key));
  const kept = chosen.value.filter((key) => present.has(key));
  if (kept.length !== chosen.value.length) choose(kept);
}

export function restoreChoice() {
  try {
    chosen.value = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
  } catch {
    chosen.value = [];
  }
}

/** Keys of `hand` for these codes, `first` among them. */
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

/** Whether two lists hold the same codes, whatever their order. */
export function sameCards(one, other) {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}

/** The keys after a tap on `key`: a plain toggle, or the whole set that is needed, or a fresh start where the old choice cannot go with it. */
export function toggled(keys, key, hand, { need = 0, group = codeOf, together = () => true } = {}) {
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
