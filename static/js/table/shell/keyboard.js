/** The keyboard of the whole page: a key presses the button that names it in aria-keyshortcuts. */

import { prefs, setPref } from "../core/prefs.js";
import { frame } from "../core/store.js";
import { announce } from "../ui/announce.js";
import { openSheet } from "../ui/sheets.js";

/** @import { GameModule } from "../core/game_types.js" */

/** @type {[string, string][]} */
const KEYS = [
  ["← → ↑ ↓", "move through your hand"],
  ["Space", "choose a card or put it back"],
  ["Enter", "play the chosen cards"],
  ["Shift + ← →", "move a card in your hand"],
  ["S", "sort your hand another way"],
  ["H", "go to your hand"],
  ["T", "read the prompt aloud"],
  ["R", "read the standings aloud"],
  ["C", "chat"],
  ["G", "log"],
  ["M", "sound on or off"],
  ["E", "ask for a hint"],
  [".", "the next bot’s move, if you play alone by tap"],
  ["?", "this list"],
];

/**
 * The rows of the help sheet as [key, what it does]; the game's own come after those of the cards.
 * @param {GameModule | null} game
 */
export const keysOf = (game) => [...KEYS.slice(0, 4), ...(game?.keys ?? []), ...KEYS.slice(4)];

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, dialog[open], [contenteditable]")) return;
    if (event.key === "Enter") {
      if (!target.closest("button, a, summary")) pressOnly("Enter", event);
      return;
    }
    if (!prefs.value.keys || event.key.length !== 1) return;
    act(event);
  });
}

/** @param {KeyboardEvent} event */
function act(event) {
  switch (event.key.toLowerCase()) {
    case "?":
      return handled(event, openSheet("keys"));
    case "c":
      return handled(event, openSheet("chat"));
    case "g":
      return handled(event, openSheet("log"));
    case "m":
      return handled(event, setPref("sound", !prefs.value.sound));
    case "h":
      return handled(event, focusHand());
    case "t":
      return handled(event, frame.value && announce(frame.value.prompt_text));
    case "r":
      return handled(event, announce(standingsText()));
    default:
      return pressOnly(event.key.toUpperCase(), event);
  }
}

/**
 * Ends a key's event after its action.
 * @param {KeyboardEvent} event
 * @param {unknown} _done
 */
function handled(event, _done) {
  event.preventDefault();
}

/**
 * Presses the one button that has this key, or focuses the field that has it. Where several have
 * it, none.
 * @param {string} key
 * @param {KeyboardEvent} event
 */
function pressOnly(key, event) {
  /** @type {NodeListOf<HTMLElement>} */
  const named = document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  const buttons = [...named].filter((button) => !button.closest("dialog:not([open])"));
  if (buttons.length !== 1) return;
  event.preventDefault();
  if (buttons[0].matches("input")) buttons[0].focus();
  else buttons[0].click();
}

function focusHand() {
  const card = /** @type {HTMLElement | null} */ (document.querySelector('.hand [tabindex="0"]'));
  card?.focus();
}

function standingsText() {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(".strip__seat, .ladder .rung");
  return [...found].map((row) => row.innerText.replace(/\s+/g, " ").trim()).join(". ");
}
