/** The one line that says what is asked, and the buttons that answer it. */
import { html } from "../html.js";
import { busy } from "./commands.js";
import { clockOf, Countdown } from "./clock.js";

/**
 * `ask`: the sentence. `refusal`: the sentence of the last refused try, or null. `buttons`: [{label, act, kind, key,
 * disabled, wide}], where kind is "main" or "quiet"; while an answer is on its way they are locked.
 */
export function Bar({ table, ask, refusal, buttons, children }) {
  const locked = busy("play");
  const yours = table.frame.prompt !== null;
  return html`<section class="bar" aria-label="Your answer" data-yours=${yours ? "" : null}>
    <div class="bar__words">
      <p class="bar__ask">${ask}</p>
      ${table.frame.seat === null ? null : html`<${Countdown} clock=${clockOf(table.frame, table.frame.seat)} />`}
    </div>
    <p class="bar__refusal" role="status">${refusal ?? ""}</p>
    ${children}
    ${buttons.length
      ? html`<div class="bar__buttons" data-count=${buttons.length}>
          ${buttons.map((button) => html`<button key=${button.label} type="button" class=${`button ${button.kind === "main" ? "" : "quiet"}`}
            aria-busy=${locked && button.locks !== false ? "true" : null} aria-disabled=${button.disabled ? "true" : null}
            aria-keyshortcuts=${button.shortcut} aria-pressed=${button.pressed === undefined ? null : String(button.pressed)}
            onClick=${() => !button.disabled && !(locked && button.locks !== false) && button.act()}>${button.label}</button>`)}
        </div>`
      : null}
  </section>`;
}
