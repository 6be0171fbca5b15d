/** What this person likes, kept in this browser: sorting, sound, motion, words, keys, and whom not to hear. */
import { effect, signal } from "@preact/signals";

const KEY = "table-prefs";
const DEFAULTS = {
  sort: null, // one of SORTS in cards/order.js; null: as the game would
  sets: true, // one tap picks the whole set that is needed
  sound: true,
  volume: 0.6,
  belled: false, // has heard the bell that calls to a turn
  motion: true,
  verbosity: "plays", // "all" | "plays" | "turns"
  keys: true,
  notify: false,
  titles: true,
  inks: false, // four inks for the four suits
  drawer: true,
  muted: [],
};

export const prefs = signal({ ...DEFAULTS, ...read(KEY) });

effect(() => {
  document.documentElement.dataset.suits = prefs.value.inks ? "four" : "two";
});

export function setPref(name, value) {
  if (!(name in DEFAULTS)) throw new Error(`no such preference: ${name}`);
  prefs.value = { ...prefs.value, [name]: value };
  write(KEY, prefs.value);
}

/** A value kept for one match only, such as the order of a hand. */
export function recall(name) {
  return read(`table:${name}`);
}

export function remember(name, value) {
  write(`table:${name}`, value);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: the preference lasts as long as the page
  }
}
