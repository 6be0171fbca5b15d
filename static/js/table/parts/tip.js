/**
 * A tip: one line in the bar about a kind of question, the first time that it comes to this person.
 * What was told is kept in this browser. Loaded with the first question.
 *
 * | the tip | a question of a kind not told | the question goes | tips are switched off |
 * |---|---|---|---|
 * | none | its tip is shown, and kept as told | none | none |
 * | shown | the new one is shown instead | none | none |
 */
import { effect } from "@preact/signals";
import { addStyleSheet, game } from "../core/game.js";
import { prefs, readValue, saveValue } from "../core/prefs.js";
import { frame, questionKey, room } from "../core/store.js";

/** @type {Record<string, string>} */
let tips = {};
/** @type {{text: string, question: string | null}} */
let shown = { text: "", question: null };

/** The table is drawn again while a tip is in sight. */
const watcher = new MutationObserver(draw);

export function watchTips() {
  addStyleSheet("css/table/tip.css");
  effect(() => {
    tips = {};
    game.value?.tips?.().then(
      (found) => {
        tips = found.TIPS;
        look(questionKey.peek(), prefs.peek().tips);
      },
      () => {}, // offline: no tips
    );
  });
  effect(() => look(questionKey.value, prefs.value.tips));
}

/**
 * Shows the tip of a question, where it has one that was not told.
 * @param {string | null} question
 * @param {boolean} on
 */
function look(question, on) {
  if (on && shown.text !== "" && shown.question === question) return;
  const kind = frame.peek()?.prompt?.kind ?? "";
  const name = `tips:${room.peek()?.game}`;
  /** @type {string[]} */
  const told = readValue(name) ?? [];
  const fresh = on && question !== null && kind in tips && !told.includes(kind);
  shown = { text: fresh ? tips[kind] : "", question };
  if (fresh) saveValue(name, [...told, kind]);
  watcher.disconnect();
  if (fresh) watcher.observe(document.body, { childList: true, subtree: true });
  draw();
}

function draw() {
  const place = document.querySelector(".bar__tip");
  if (place && place.textContent !== shown.text) place.textContent = shown.text;
}
