/** The announcements to a screen reader: the events of each frame, then the open question. */

import { effect } from "@preact/signals";
import { game } from "../core/game.js";
import { prefs } from "../core/prefs.js";
import { frame, questionKey, unheard } from "../core/store.js";
import { announceNews, announceQuestion, findRegion } from "../ui/announce.js";
import { newsOf, openingsOf } from "../ui/announcement.js";

/** @import { Frame, GameEvent, LogLine } from "../../messages.js" */
/** @import { GameModule } from "../core/game_types.js" */

/** Announces every change of the table from now on. */
export function announceTable() {
  /** @type {LogLine[] | null} */
  let heard = null;
  /** @type {string | null} */
  let asked = null;
  /** @type {Set<string>} */
  const opened = new Set();
  findRegion();
  effect(() => {
    const [module, now, lines, key] = [game.value, frame.value, unheard.value, questionKey.value];
    if (module === null) return;
    if (lines !== heard) announceNews(newsOf(lines, prefs.peek().verbosity, module.weigh));
    heard = lines;
    if (now !== null) announceNews(openings(now, module, opened));
    if (key === asked) return;
    asked = key;
    /** @param {GameEvent} event */
    const isRestated = (event) => now !== null && (module.isRestated?.(event, now) ?? false);
    announceQuestion(key === null || now === null ? null : { text: now.prompt_text, isRestated });
  });
}

/**
 * Offers and spans that are new in a frame: told once, with the plays.
 * @param {Frame} now
 * @param {GameModule} module
 * @param {Set<string>} known
 */
function openings(now, module, known) {
  const texts = openingsOf(now, known, (key) => module.spanText?.(key, now));
  return prefs.peek().verbosity === "turns" ? [] : texts.map((text) => ({ text, weight: 2 }));
}
