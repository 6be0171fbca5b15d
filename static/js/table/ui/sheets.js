/** The sheets over a table: the name of the open one, and the frame round each. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { html } from "../../html.js";
import { noteOpener, returnToOpener } from "./focus.js";
import { Icon } from "./icons.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Child } from "../core/game_types.js" */

/**
 * "chat", "log", "invite", "brief", "menu", "settings", "keys", "device-transfer", "ladder",
 * "options", "evidence", "fair" or null.
 */
/** @type {Signal<string | null>} */
export const openName = signal(null);

/** @param {string} name */
export function openSheet(name) {
  if (openName.value === null) noteOpener();
  openName.value = name;
}

export function closeSheet() {
  if (openName.value !== null) returnToOpener();
  openName.value = null;
}

/**
 * A modal dialog; Escape, the cross and a click beside it close it.
 * @param {{title: string, name: string, children?: Child, foot?: Child}} props
 */
export function Sheet({ title, name, children, foot }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  /** @param {MouseEvent} event */
  const onClick = (event) => event.target === dialog.current && closeSheet();
  return html`<dialog class=${`sheet sheet--${name}`} ref=${dialog} aria-label=${title}
    onClose=${closeSheet} onClick=${onClick}>
    <div class="sheet-head">
      <h2>${title}</h2>
      <button type="button" class="button plain round" onClick=${closeSheet} aria-label="Close">
        <${Icon} name="cross" />
      </button>
    </div>
    <div class="sheet-body">${children}</div>
    ${foot ? html`<div class="sheet-foot">${foot}</div>` : null}
  </dialog>`;
}
