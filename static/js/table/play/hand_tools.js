/** The small row above a hand: its sort order and the game's own buttons. */

import { useEffect, useState } from "preact/hooks";
import { preferredSort, SORTS } from "../../cards/order.js";
import { html } from "../../html.js";
import { setPref } from "../core/prefs.js";
import { frame, questionKey, room } from "../core/store.js";
import { Icon } from "../ui/icons.js";

/** @import { ToolButton } from "../core/game_types.js" */

/**
 * The panel that lies on the felt in place of the cards, and the buttons that open and close it.
 * @param {any[]} moment the panel closes when one of these changes
 * @param {string} [back] the button of an open panel
 */
export function usePanel(moment, back = "Back to the table") {
  const [panel, show] = useState(/** @type {string | null} */ (null));
  useEffect(() => show(null), moment);
  /** @type {(name: string, label: string, shortcut: string) => ToolButton} */
  const tool = (name, label, shortcut) => ({
    label: panel === name ? back : label,
    shortcut,
    pressed: panel === name,
    act: () => show(panel === name ? null : name),
  });
  return { panel, tool };
}

/**
 * True if a hint may be asked for; a game's own "Hint" takes its place.
 * @param {ToolButton[]} buttons
 */
const mayHint = (buttons) =>
  room.value?.may_hint &&
  questionKey.value !== null &&
  frame.value?.prompt?.automatic !== true &&
  !buttons.some(({ label }) => label === "Hint");

const askHint = () => import("../parts/hint.js").then((hint) => hint.askHint());

/**
 * `sorts`: the orders to choose from (see cards/order.js).
 * @param {{buttons?: ToolButton[], sorts?: string[], count?: number | null}} props
 */
export function HandTools({ buttons = [], sorts = [], count = null }) {
  const now = preferredSort(sorts);
  const next = sorts[(sorts.indexOf(now) + 1) % sorts.length];
  return html`<div class="hand-tools">
    ${
      count === null
        ? null
        : html`<span class="hand-tools__count figures">
          ${count} ${count === 1 ? "card" : "cards"}
        </span>`
    }
    ${
      sorts.length
        ? html`<button type="button" class="tool" aria-keyshortcuts="S"
          onClick=${() => setPref("sort", next)}
          aria-label=${`Sorted ${SORTS[now]}; sort ${SORTS[next]}`}>
          <${Icon} name="sort" /> ${SORTS[now]}
        </button>`
        : null
    }
    ${buttons.map(
      (button) => html`<button key=${button.shortcut} type="button" class="tool"
        aria-keyshortcuts=${button.shortcut} aria-pressed=${String(button.pressed)}
        onClick=${button.act}>
        <${Icon} name="last" /> ${button.label}
      </button>`,
    )}
    ${
      mayHint(buttons)
        ? html`<button type="button" class="tool" aria-keyshortcuts="E" onClick=${askHint}>
          <${Icon} name="hint" label="Hint" /> <span class="tool__word" aria-hidden="true">Hint</span>
        </button>`
        : null
    }
  </div>`;
}
