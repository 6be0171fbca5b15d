/** The one line that says what is asked, and the buttons that answer it. */
import { html } from "../../html.js";
import { busy } from "../net/commands.js";
import { Countdown, clockOf } from "../ui/countdown.js";
import { Amount } from "../ui/number_field.js";

/**
 * `ask`: the sentence. `refusal`: the sentence of the last refused try, or null. `buttons`: [{label, act, kind,
 * shortcut, disabled, pressed, locks}], kind "main" or "quiet"; while an answer is on its way, and in a pause, they are
 * locked, unless `locks` is false. `choices`: {label, items: [{label, name, act}]}: many small buttons for one question. `amount`: see amount.js,
 * a number that goes with one of the buttons.
 */
export function Bar({ table, ask, refusal, buttons, choices = null, amount = null }) {
  const busyNow = busy("play");
  const locked = busyNow || table.frame.paused;
  const off = (button) => button.disabled || (table.frame.paused && button.locks !== false);
  const yours = table.frame.prompt !== null;
  return html`<section class="bar" aria-label="Your answer" data-yours=${yours ? "" : null}
    data-refused=${refusal ? "" : null}>
    <div class="bar__words">
      <p class="bar__ask">${ask}</p>
      ${
        table.frame.seat === null
          ? null
          : html`<${Countdown} clock=${clockOf(table.frame, table.frame.seat)} />`
      }
    </div>
    <p class="bar__refusal" role="status">${refusal ?? ""}</p>
    ${
      choices
        ? html`<div class="bar__choices" role="group" aria-label=${choices.label}>
          <span class="bar__choices-label">${choices.label}</span>
          ${choices.items.map(
            (item) =>
              html`<button key=${item.name} type="button" class="bar__choice"
                aria-label=${item.name} aria-busy=${busyNow ? "true" : null}
                aria-disabled=${table.frame.paused ? "true" : null}
                onClick=${() => locked || item.act()}>
                ${item.label}
              </button>`,
          )}
        </div>`
        : null
    }
    ${amount ? html`<${Amount} ...${amount} />` : null}
    ${
      buttons.length
        ? html`<div class="bar__buttons" data-count=${buttons.length}>
          ${buttons.map(
            (button) => html`<button key=${button.label} type="button"
              class=${`button ${button.kind === "main" ? "" : "quiet"}`}
              aria-busy=${busyNow && button.locks !== false ? "true" : null}
              aria-disabled=${off(button) ? "true" : null} aria-keyshortcuts=${button.shortcut}
              aria-pressed=${button.pressed === undefined ? null : String(button.pressed)}
              onClick=${() => !off(button) && !(locked && button.locks !== false) && button.act()}>
              ${button.label}
            </button>`,
          )}
        </div>`
        : null
    }
  </section>`;
}
