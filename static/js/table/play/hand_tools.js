/** The small row above a hand: its sort order and the game's own buttons. */

import { preferredSort, SORTS } from "../../cards/order.js";
import { html } from "../../html.js";
import { setPref } from "../core/prefs.js";
import { Icon } from "../ui/icons.js";

/** @import { ToolButton } from "../core/game_types.js" */

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
  </div>`;
}
