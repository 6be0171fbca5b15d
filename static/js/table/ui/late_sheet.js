/** A sheet whose script comes when it is first opened. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { Sheet } from "./sheets.js";

/** @import { Child } from "../core/game_types.js" */

/**
 * Shows nothing until the script has come, and a way out where it does not.
 * @param {{title: string, name: string, load: () => Promise<() => Child>}} props
 *   `title`, `name`: those of the sheet; `load`: its component
 */
export function LateSheet({ title, name, load }) {
  const [found, keep] = useState(/** @type {{Shown: () => Child} | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let closed = false;
    load().then(
      (Shown) => closed || keep({ Shown }),
      () => closed || setFailed(true),
    );
    return () => {
      closed = true;
    };
  }, []);
  if (found) return html`<${found.Shown} />`;
  if (!failed) return null;
  return html`<${Sheet} title=${title} name=${name}>
    <div class="stack">
      <p class="notice bad" role="alert">This did not load.</p>
      <button type="button" class="button" onClick=${() => location.reload()}>
        Reload the page
      </button>
    </div>
  </${Sheet}>`;
}
