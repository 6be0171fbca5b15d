/** This person's preferences, kept in this browser: sorting, sound, motion, keys. */
import { effect, signal } from "@preact/signals";

const KEY = "table-prefs";
const DEFAULTS = {
  // one of SORTS in cards/order.js; null: the game's default
  sort: /** @type {string | null} */ (null),
  sets: true, // one tap picks the whole set that is needed
  sound: true,
  volume: 0.6,
  belled: false, // has heard the sound of a turn
  motion: true,
  moments: /** @type {"full" | "calmer" | "none"} */ ("full"),
  pace: /** @type {"brisk" | "calm" | "tap"} */ ("brisk"), // of bots, where one plays with them alone
  verbosity: /** @type {"all" | "plays" | "turns"} */ ("plays"),
  keys: true,
  tips: true, // a line at the first question of each kind
  notify: false,
  titles: true,
  inks: false, // four colours for the four suits
  drawer: true,
};

/** @typedef {typeof DEFAULTS} Preferences */

/** @type {import("@preact/signals").Signal<Preferences>} */
export const prefs = signal({ ...DEFAULTS, ...read(KEY) });

addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) prefs.value = { ...DEFAULTS, ...read(KEY) };
});

effect(() => {
  document.documentElement.dataset.suits = prefs.value.inks ? "four" : "two";
});

/**
 * Sets one preference; another window may have set others since this one last read them.
 * @param {keyof Preferences} name
 * @param {unknown} value
 */
export function setPref(name, value) {
  if (!(name in DEFAULTS)) throw new Error(`no such preference: ${name}`);
  prefs.value = { ...prefs.value, ...read(KEY), [name]: value };
  write(KEY, prefs.value);
}

/**
 * A value kept in this browser, such as the orders of hands; null if there is none.
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

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a preference lasts as long as the page.
  }
}
