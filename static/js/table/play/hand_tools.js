/** The small row above a hand: how it is sorted, and what else the game puts there. */

import { SORTS, sortAmong } from "../../cards/order.js";
import { html } from "../../html.js";
import { setPref } from "../core/prefs.js";
import { Icon } from "../ui/icons.js";

/** `sorts`: between which orders of the hand one may choose (see cards/order.js). */
export function HandTools({ buttons = [], sorts = [], count = null }) {
  const now = sortAmong(sorts);
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
