/** Sheets that come up over the table: which one is open, and the frame round each. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { html } from "../../html.js";
import { Icon } from "./icons.js";

/** "chat", "log", "invite", "brief", "menu", "settings", "keys", "handover", "ladder", "options", "evidence" or null. */
export const open = signal(null);

export function openSheet(name) {
  open.value = name;
}

export function closeSheet() {
  open.value = null;
}

/** A dialog that lives while it is open; Escape, the cross and a click beside it close it. */
export function Sheet({ title, name, children, foot }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
    return () => dialog.current?.close();
  }, []);
  return html`<dialog class=${`sheet sheet--${name}`} ref=${dialog} aria-label=${title}
    onClose=${closeSheet} onClick=${(event) => event.target === dialog.current && closeSheet()}>
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
