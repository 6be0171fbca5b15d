/** A button that sends a command: it alone spins until the reply, and it rests while offline. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { connected } from "../core/store.js";

/** @import { Child } from "../core/game_types.js" */

/**
 * @typedef {object} CommandButtonProps
 * @property {() => unknown} act sends the command; a promise is waited for
 * @property {string} [kind] further classes
 * @property {boolean} [disabled]
 * @property {Child} [children]
 */

/** @param {CommandButtonProps & Record<string, unknown>} props */
export function CommandButton({ act, kind = "", disabled = false, children, ...rest }) {
  const [waiting, wait] = useState(false);
  const off = disabled || !connected.value;
  const press = async () => {
    if (off || waiting) return;
    wait(true);
    await act();
    wait(false);
  };
  return html`<button ...${rest} type="button" class=${`button ${kind}`}
    aria-busy=${waiting ? "true" : null} aria-disabled=${off && !waiting ? "true" : null}
    onClick=${press}>
    ${children}
  </button>`;
}
