/** The small row above a hand: how it is sorted, and what else the game puts there. */
import { html } from "../html.js";
import { SORTS } from "../cards/order.js";
import { prefs, setPref } from "./prefs.js";
import { Icon } from "./icons.js";

export function HandTools({ buttons = [], sort = false, count = null }) {
  const names = Object.keys(SORTS);
  const next = names[(names.indexOf(prefs.value.sort) + 1) % names.length];
  return html`<div class="hand-tools">
    ${count === null ? null : html`<span class="hand-tools__count figures">${count} ${count === 1 ? "card" : "cards"}</span>`}
    ${sort ? html`<button type="button" class="tool" aria-keyshortcuts="S" onClick=${() => setPref("sort", next)} aria-label=${`Sorted ${SORTS[prefs.value.sort]}; sort ${SORTS[next]}`}>
      <${Icon} name="sort" /> ${SORTS[prefs.value.sort]}</button>` : null}
    ${buttons.map((button) => html`<button key=${button.shortcut} type="button" class="tool" aria-keyshortcuts=${button.shortcut} aria-pressed=${String(button.pressed)} onClick=${button.act}>
      <${Icon} name="last" /> ${button.label}</button>`)}
  </div>`;
}
