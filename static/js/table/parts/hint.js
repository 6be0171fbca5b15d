/**
 * A hint: what a search found best, in a sentence, and marked on the cards and the button that
 * do it. It goes with its question. Loaded when a hint is first asked for.
 */
import { effect, signal } from "@preact/signals";
import { addStyleSheet, game } from "../core/game.js";
import { frame, questionKey, refusal } from "../core/store.js";
import { request } from "../net/commands.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Move } from "../../messages.js" */
/** @import { HintShown } from "../../records.js" */

const MARK = "data-hint";

/**
 * The hint in sight.
 * @type {Signal<(HintShown & {question: string | null, button: string}) | null>}
 */
const shown = signal(null);

/** Asks for a hint to the open question. A refusal is shown like that of a move. */
export async function askHint() {
  const key = frame.value?.prompt?.key;
  if (!key) return;
  addStyleSheet("css/table/hint.css");
  const question = questionKey.value;
  const [answer, buttons] = await Promise.all([
    request("hint", { key }, true),
    game.value?.hintButtons?.() ?? { hintButton: () => "Enter" },
  ]);
  if (question !== questionKey.value || !frame.value) return; // answered before the hint came
  if (answer.type === "refused") refusal.value = answer;
  if (answer.type !== "hint") return;
  const button = buttons.hintButton(answer.move, frame.value);
  shown.value = { ...answer, question, button };
}

/** The table is drawn again while a hint is in sight, and new parts have no mark. */
const watcher = new MutationObserver(() => draw());

effect(() => {
  const gone = shown.value?.question !== questionKey.value;
  watcher.disconnect();
  if (shown.value && gone) shown.value = null;
  draw();
  if (shown.value) watcher.observe(document.body, { childList: true, subtree: true });
});

function draw() {
  const hint = shown.peek();
  const place = document.querySelector(".bar__hint");
  const text = hint?.text ?? "";
  if (place && place.textContent !== text) place.textContent = text;
  /** @type {Set<Element>} */
  const marked = new Set(hint ? [...cardsOf(hint.move), ...buttonsOf(hint)] : []);
  for (const part of document.querySelectorAll(`[${MARK}]`))
    if (!marked.has(part)) part.removeAttribute(MARK);
  for (const part of marked) part.setAttribute(MARK, "");
}

/**
 * As many cards of the hand as the move plays, chosen ones first.
 * @param {Move} move
 */
function cardsOf(move) {
  const wanted = [...(move.cards ?? [])];
  if (move.card !== undefined && move.card !== null) wanted.push(move.card);
  const cards = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hand .card")),
  ];
  cards.sort(
    (one, other) => Number(other.ariaPressed === "true") - Number(one.ariaPressed === "true"),
  );
  return wanted.flatMap((code) => {
    const at = cards.findIndex((card) => card.dataset.code === String(code));
    return at < 0 ? [] : cards.splice(at, 1);
  });
}

/**
 * The buttons that make the move, by shortcut or by the words on them.
 * @param {{button: string}} hint
 */
function buttonsOf({ button: wanted }) {
  const buttons = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bar button")),
  ];
  return buttons.filter(
    (button) =>
      button.ariaDisabled !== "true" &&
      (button.getAttribute("aria-keyshortcuts") === wanted || button.innerText.trim() === wanted),
  );
}
