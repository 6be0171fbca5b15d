/**
 * The picture of a match that is over, or of the evening up to it, to share: made by a tap of a player, shown, and handed to the
 * device's own sheet, to copy or to save.
 */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { CopyField } from "../ui/copy_field.js";
import { Icon } from "../ui/icons.js";

/** @typedef {{page: string, image: string}} Links the picture's addresses, as paths */

/** @param {{match: string, title: string, kind: "match" | "evening", label: string}} props */
export function Share({ match, title, kind, label }) {
  const [links, keep] = useState(/** @type {Links | null} */ (null));
  const [refused, refuse] = useState("");
  const [waiting, wait] = useState(false);
  const share = async () => {
    if (waiting) return;
    wait(true);
    const answer = links ?? (await make(match, kind));
    wait(false);
    refuse(answer.error ?? "");
    if (answer.error) return;
    keep(answer);
    if (typeof navigator.share === "function")
      navigator.share({ title, url: page.origins[0] + answer.page }).catch(() => {});
  };
  return html`<div class="end__share">
    <button type="button" class="end__way" aria-busy=${waiting ? "true" : null} onClick=${share}>
      <${Icon} name="share" /> ${label}
    </button>
    <p class="end__refused" role="status">
      ${refused || (links ? "The picture is made. Anybody with its link sees it." : "")}
    </p>
    ${links ? html`<${Picture} links=${links} kind=${kind} />` : null}
  </div>`;
}

/** @param {{links: Links, kind: "match" | "evening"}} props */
function Picture({ links, kind }) {
  return html`<section class="end__picture stack tight" aria-label=${`Picture of this ${kind}`}>
    <img src=${links.image} width="1200" height="630" alt=${`This ${kind} as a picture`} />
    <${CopyField} id=${`picture-of-${kind}`} label="Link to the picture" text=${page.origins[0] + links.page} />
    <p class="end__picture-ways">
      <a class="button quiet" href=${links.image} download="pecking-order.png">Save the picture</a>
      <a class="button plain" href=${links.page} target="_blank">Look at it, or take it back</a>
    </p>
  </section>`;
}

/**
 * @param {string} match
 * @param {"match" | "evening"} kind
 * @returns {Promise<any>} Links, or `{error}` with a sentence
 */
async function make(match, kind) {
  try {
    const answer = await fetch(`/api/matches/${match}/picture?kind=${kind}`, {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/json" },
    });
    return await answer.json();
  } catch {
    return { error: "The picture could not be made. Try again in a moment." };
  }
}
