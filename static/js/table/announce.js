/** What a screen reader hears: one polite region for the log, one assertive one for "your turn". */

const LEVELS = { turns: 1, plays: 2, all: 3 };

let polite = null;
let urgent = null;

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
  put(polite, text);
}

/** Says something at once. */
export function announceTurn(text) {
  put(urgent, text);
}

function put(region, text) {
  if (!region) return;
  region.textContent = "";
  // an empty moment in between makes the same sentence heard twice
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
