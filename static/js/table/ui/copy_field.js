/** A line of text to read, to select, or to copy with one press. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { Icon } from "./icons.js";

/** @param {{id: string, label: string, text: string}} props */
export function CopyField({ id, label, text }) {
  const [status, setStatus] = useState("");
  const copy = async (event) => {
    const field = event.currentTarget.closest(".copy").querySelector("input");
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied.");
    } catch {
      field.focus(); // no clipboard on a plain http address
      field.select();
      setStatus("Selected. Copy it from here.");
    }
  };
  return html`<label class="label" for=${id}>${label}</label>
    <div class="copy">
      <input class="input" id=${id} readonly value=${text}
        onFocus=${(event) => event.currentTarget.select()} />
      <button type="button" class="button quiet" onClick=${copy}>
        <${Icon} name="copy" /> Copy
      </button>
    </div>
    <p class="said" role="status">${status}</p>`;
}
