/**
 * Announcements for screen readers: a polite region for the log, an assertive one for "your turn".
 */

/** @import { EventLine, GameEvent } from "../../messages.js" */

const LEVELS = { turns: 1, plays: 2, all: 3 };

/** @type {HTMLElement | null} */
let polite = null;
/** @type {HTMLElement | null} */
let urgent = null;
/**
 * The texts for the polite region since the last redraw; without this list only the last would be
 * heard.
 */
const waiting = [];

export function findRegions() {
  polite = document.getElementById("announce-log");
  urgent = document.getElementById("announce-turn");
}

/**
 * Announces the sentences that the verbosity lets through.
 * @param {EventLine[]} lines
 * @param {string} verbosity
 * @param {(event: GameEvent) => number} weigh 1 always, 2 plays, 3 every detail
 */
export function announceEvents(lines, verbosity, weigh) {
  const limit = LEVELS[verbosity];
  if (limit === undefined) throw new Error(`no such verbosity: ${verbosity}`);
  const sentences = lines.filter((line) => weigh(line.event) <= limit).map((line) => line.text);
  if (sentences.length) announce(sentences.join(" "));
}

/**
 * Announces a text when the reader is free.
 * @param {string} text
 */
export function announce(text) {
  if (!polite) return;
  waiting.push(text);
  if (waiting.length > 1) return;
  put(polite, () => waiting.splice(0).join(" "));
}

/**
 * Announces a text at once.
 * @param {string} text
 */
export function announceTurn(text) {
  if (urgent) put(urgent, () => text);
}

function put(region, text) {
  region.textContent = "";
  // the empty moment makes the same sentence heard twice
  requestAnimationFrame(() => {
    region.textContent = text();
  });
}
