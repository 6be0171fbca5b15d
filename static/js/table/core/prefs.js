/** This person's preferences, kept in this browser: sorting, sound, motion, keys, muted players. */
import { effect, signal } from "@preact/signals";

const KEY = "table-prefs";
const DEFAULTS = {
  sort: null, // one of SORTS in cards/order.js; null: the game's default
  sets: true, // one tap picks the whole set that is needed
  sound: true,
  volume: 0.6,
  belled: false, // has heard the sound of a turn
  motion: true,
  verbosity: "plays", // "all" | "plays" | "turns"
  keys: true,
  notify: false,
  titles: true,
  inks: false, // four colours for the four suits
  drawer: true,
  muted: [],
};

export const prefs = signal({ ...DEFAULTS, ...read(KEY) });

effect(() => {
  document.documentElement.dataset.suits = prefs.value.inks ? "four" : "two";
});

/**
 * @param {keyof typeof DEFAULTS} name
 * @param {unknown} value
 */
export function setPref(name, value) {
  if (!(name in DEFAULTS)) throw new Error(`no such preference: ${name}`);
  prefs.value = { ...prefs.value, [name]: value };
  write(KEY, prefs.value);
}

/**
 * A value kept for one match only, such as the order of a hand.
 * @param {string} name
 */
export function readValue(name) {
  return read(`table:${name}`);
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function saveValue(name, value) {
  write(`table:${name}`, value);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a preference lasts as long as the page.
  }
}
