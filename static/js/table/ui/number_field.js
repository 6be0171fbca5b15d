/** A number between two bounds: by steps, by typing or by a slider, all of one value. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";

/**
 * @typedef {object} NumberFieldProps
 * @property {string} label what is counted
 * @property {number} least
 * @property {number} most
 * @property {number} value
 * @property {(value: number) => void} set gets a value within the bounds
 * @property {() => void} enter by the Enter key in the field
 * @property {string | null} [shortcut] of the field; the keys + and - step
 */
/** @typedef {{currentTarget: HTMLInputElement}} InputEvent */

/** @param {NumberFieldProps} props */
export function NumberField({ label, least, most, value, set, enter, shortcut = null }) {
  const [draft, write] = useState(/** @type {{of: number, text: string} | null} */ (null));
  /** @param {number} number */
  const to = (number) => Number.isInteger(number) && set(Math.max(least, Math.min(most, number)));
  /** @param {InputEvent} event */
  const typed = (event) => {
    const text = event.currentTarget.value;
    write({ of: value, text });
    const number = Number(text);
    if (text !== "" && Number.isInteger(number) && number >= least && number <= most) set(number);
  };
  /** @param {InputEvent} event */
  const slid = (event) => to(event.currentTarget.valueAsNumber);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    enter();
  };
  /**
   * @param {number} by
   * @param {string} sign
   * @param {string} words
   */
  const step = (
    by,
    sign,
    words,
  ) => html`<button type="button" class="amount__step" aria-label=${words}
    aria-keyshortcuts=${sign === "−" ? "-" : "+"}
    aria-disabled=${value + by < least || value + by > most ? "true" : null}
    onClick=${() => to(value + by)}>
    <span aria-hidden="true">${sign}</span>
  </button>`;
  return html`<div class="amount" role="group" aria-label=${label}>
    <span class="amount__label" aria-hidden="true">${label}</span>
    ${step(-1, "−", "One less")}
    <input class="amount__field figures" type="text" inputmode="numeric" autocomplete="off"
      aria-label=${`${label}, ${least} to ${most}`} aria-keyshortcuts=${shortcut}
      value=${draft !== null && draft.of === value ? draft.text : value}
      onInput=${typed} onBlur=${() => write(null)} onKeyDown=${onKeyDown} />
    ${step(1, "+", "One more")}
    ${
      most > least
        ? html`<input class="amount__slider" type="range" aria-label=${`${label}, by slider`}
          min=${least} max=${most} step="1" value=${value}
          onInput=${slid} />`
        : null
    }
  </div>`;
}
