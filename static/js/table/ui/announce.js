/** What a screen reader hears: one polite region for the log, one assertive one for "your turn". */

const LEVELS = { turns: 1, plays: 2, all: 3 };

let polite = null;
let urgent = null;
/** What the polite region is about to say: all that came since the screen was last drawn, or the last alone would be heard. */
const waiting = [];

export function findRegions() {
  polite = document.getElementById("announce-log");
  urgent = document.getElementById("announce-turn");
}

/** Says the sentences whose weight the verbosity lets through. `weigh(event)`: 1 always, 2 plays, 3 every detail. */
export function announceEvents(told, verbosity, weigh) {
  const limit = LEVELS[verbosity];
  if (limit === undefined) throw new Error(`no such verbosity: ${verbosity}`);
  const heard = told.filter((line) => weigh(line.event) <= limit).map((line) => line.text);
  if (heard.length) announce(heard.join(" "));
}

/** Says something when the reader is free. */
export function announce(text) {
  if (!polite) return;
  waiting.push(text);
  if (waiting.length > 1) return;
  put(polite, () => waiting.splice(0).join(" "));
}

/** Says something at once. */
export function announceTurn(text) {
  if (urgent) put(urgent, () => text);
}

function put(region, text) {
  region.textContent = "";
  // an empty moment in between makes the same sentence heard twice
  requestAnimationFrame(() => {
    region.textContent = text();
  });
}
