/** A line of text to read, to select, or to copy with one press. */
import { useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { Icon } from "./icons.js";

/** @param {{id: string, label: string, text: string}} props */
export function CopyField({ id, label, text }) {
  const [status, setStatus] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const select = () => field.current?.select();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Copied.");
    } catch {
      field.current?.focus(); // no clipboard on a plain http address
      select();
      setStatus("Selected. Copy it from here.");
    }
  };
  return html`<label class="label" for=${id}>${label}</label>
    <div class="copy">
      <input class="input" id=${id} ref=${field} readonly value=${text} onFocus=${select} />
      <button type="button" class="button quiet" onClick=${copy}>
        <${Icon} name="copy" /> Copy
      </button>
    </div>
    <p class="said" role="status">${status}</p>`;
}
