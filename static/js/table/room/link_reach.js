/** The reach of a table's links, said where they do not have the address bar's own address. */
import { html } from "../../html.js";
import { page } from "../core/page_data.js";

/** @param {{link: string}} props */
export function LinkReach({ link }) {
  if (!page.linksWorkElsewhere)
    return html`<p class="notice brass">
      This link works on this computer only. So that others can open it, stop the server and start
      it with <code>python3 run.py --friends</code>.
    </p>`;
  const [likeliest, ...others] = page.origins;
  if (likeliest === location.origin) return null;
  return html`<p class="soft">Works on every device in your network.</p>
    ${
      others.length > 0 &&
      html`<details class="invite__more">
        <summary>Links for your other networks</summary>
        ${others.map(
          (origin) => html`<p class="invite__other">${link.replace(likeliest, origin)}</p>`,
        )}
      </details>`
    }`;
}
