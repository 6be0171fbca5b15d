/** The place of a table while its game's module is missing: in words, with a way out. */
import { html } from "../../html.js";
import { gameFailed } from "../core/game.js";

/** @param {{words: string}} props `words`: while nothing has failed */
export function GameWait({ words }) {
  const failed = gameFailed.value;
  return html`<div class="felt__word felt__word--page">
    <p role="status">${failed ? "The game did not load. Trying again." : words}</p>
    ${
      failed
        ? html`<button type="button" class="button" onClick=${() => location.reload()}>
          Reload the page
        </button>`
        : null
    }
  </div>`;
}
