/** The sheet about the latest shuffle: four words to read out, who agrees, and what was checked. */
import { dealDetails, matchVerdict } from "../../fair/verdict_text.js";
import { fourWords } from "../../fair/words.js";
import { html } from "../../html.js";
import { frame } from "../core/store.js";
import { Icon } from "../ui/icons.js";
import { Sheet } from "../ui/sheets.js";
import { report } from "./fairness.js";

/** @import { DealReport } from "../../fair/types.js" */

const and = new Intl.ListFormat("en", { type: "conjunction" });

export function FairSheet() {
  const { deal = null, head = null, joined = null, end = null } = report.value ?? {};
  return html`<${Sheet} title="Fair shuffle" name="fair">
    <div class="stack">
      ${head && html`<${FourWords} head=${head} late=${joined !== null} />`}
      ${deal && !deal.lies.length ? html`<${Agreement} agree=${deal.agree} />` : null}
      ${deal && html`<${Checked} deal=${deal} />`}
      ${end && html`<section><h3>The whole match</h3><p>${matchVerdict(end)}</p></section>`}
      <p><a href="/fair" target="_blank">How this works</a></p>
    </div>
  </${Sheet}>`;
}

/** @param {{head: string, late: boolean}} props */
function FourWords({ head, late }) {
  return html`<section>
    <p>Read these four words to each other:</p>
    <ol class="four-words">${fourWords(head).map((word, at) => html`<li key=${at}>${word}</li>`)}</ol>
    <p class="field-help">
      ${"Everybody at the table should see the same words in the same order, until the next cards "}
      ${"are dealt. If somebody’s words differ, the server showed you different shuffles."}
    </p>
    ${
      late
        ? html`<p class="field-help">
          ${"Your browser missed some shuffles of this match. What came before it took from the "}
          ${"server, so the words speak for those shuffles only if somebody who saw them agrees."}
        </p>`
        : null
    }
  </section>`;
}

/** @param {{agree: number[]}} props */
function Agreement({ agree }) {
  const names = agree.map((seat) => frame.value?.names[seat] ?? `Seat ${seat + 1}`);
  return html`<section>
    <h3>Who was shown the same</h3>
    <p>
      ${
        names.length
          ? `${and.format(names)} ${names.length === 1 ? "was" : "were"} shown the same as you.`
          : "No other browser took part in this shuffle."
      }
    </p>
    ${
      names.length
        ? html`<p class="field-help">
          The server passed this on. The four words do not go through it.
        </p>`
        : null
    }
  </section>`;
}

/** @param {{deal: DealReport}} props */
function Checked({ deal }) {
  return html`<section>
    <h3>What your browser checked</h3>
    ${
      deal.lies.length
        ? html`<p>The shuffle does not check out.</p>`
        : html`<ul class="fair-checks">
          ${dealDetails(deal).map(
            ([checked, words]) => html`<li key=${words} data-missing=${checked ? null : ""}>
              <${Icon} name=${checked ? "check" : "dash"} label=${checked ? "Checked" : "Not checked"} />
              <span>${words}</span>
            </li>`,
          )}
        </ul>`
    }
  </section>`;
}
