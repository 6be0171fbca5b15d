/**
 * A tip: one line about a kind of question, the first time that it comes to this person. It lies
 * over the felt, above the hand, so that it takes no room from the table. What was told is kept in
 * this browser. Loaded with the first question.
 *
 * | the tip | a question of a kind not told | the question goes | a tap | tips are switched off |
 * |---|---|---|---|---|
 * | none | its tip is shown, and kept as told | none | none | none |
 * | shown | the new one is shown instead | none | none | none |
 */
import { effect } from "@preact/signals";
import { addStyleSheet, game } from "../core/game.js";
import { prefs, readValue, saveValue } from "../core/prefs.js";
import { frame, questionKey, room } from "../core/store.js";

/** Pixels between the tip and what is below it. */
const GAP = 6;

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
  addEventListener("pointerdown", () => shown.text && show("", shown.question));
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
  if (fresh) saveValue(name, [...told, kind]);
  show(fresh ? tips[kind] : "", question);
}

/**
 * @param {string} text empty: none
 * @param {string | null} question
 */
function show(text, question) {
  shown = { text, question };
  watcher.disconnect();
  if (text) watcher.observe(document.body, { childList: true, subtree: true });
  draw();
}

function draw() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".bar__tip"));
  if (!place) return;
  if (place.textContent !== shown.text) place.textContent = shown.text;
  const bar = place.parentElement;
  if (!shown.text || !place.offsetParent || !bar) return;
  const [around, below] = [place.offsetParent, document.querySelector(".hand-tools") ?? bar].map(
    (part) => part.getBoundingClientRect(),
  );
  place.style.bottom = `${around.bottom - below.top + GAP}px`;
  place.style.left = `${bar.getBoundingClientRect().left - around.left + 2 * GAP}px`;
  place.style.setProperty("--most", `${bar.clientWidth - 4 * GAP}px`);
}
