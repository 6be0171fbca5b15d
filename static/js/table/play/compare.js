/**
 * The sheet to compare with friends: four words to read out, the whole head for a camera, who was
 * shown the same, and what was checked.
 */
import { generate } from "lean-qr/nano";
import { dealSentences, matchVerdict } from "../../fair/verdict_text.js";
import { addressToCompare, fourWords } from "../../fair/words.js";
import { html } from "../../html.js";
import { frame } from "../core/store.js";
import { Icon } from "../ui/icons.js";
import { Sheet } from "../ui/sheets.js";
import { COMPARE, report } from "./fairness.js";

/** @import { DealReport, Report } from "../../fair/types.js" */

const and = new Intl.ListFormat("en", { type: "conjunction" });

export function CompareSheet() {
  const shown = report.value;
  const deal = shown?.lies.length ? null : shown?.deal;
  return html`<${Sheet} title=${COMPARE} name="fair">
    <div class="stack">
      ${shown && html`<${Words} ...${shown} /><${Camera} ...${shown} />`}
      ${deal && html`<${Agreement} agree=${deal.agree} /><${Checked} deal=${deal} />`}
      ${shown?.end && html`<section class="stack tight"><h3>The whole match</h3><p>${matchVerdict(shown.end)}</p></section>`}
      <p><a href="/fair" target="_blank">How this works</a></p>
    </div>
  </${Sheet}>`;
}

/** @param {Report} props */
function Words({ words, joined }) {
  if (words === null)
    return html`<p>
      There are four words to compare once your browser has helped with a shuffle. Before that the
      server could have chosen them.
    </p>`;
  return html`<section class="stack tight">
    <p>Read these four words to each other, and the number of the shuffle:</p>
    <ol class="four-words">
      ${fourWords(words.head).map((word, at) => html`<li key=${at}>${word}</li>`)}
    </ol>
    <p class="field-help">
      ${`Shuffle ${words.number}. Whoever helped with it sees the same words in the same order. If `}
      ${"somebody’s words differ, the server showed you different shuffles."}
    </p>
    ${
      joined !== null &&
      html`<p class="field-help">
        ${"Your browser missed some shuffles of this match. What came before it took from the "}
        ${"server, so the words speak for those shuffles only if somebody who saw them agrees."}
      </p>`
    }
  </section>`;
}

/**
 * The whole head as a code: the page that it leads to compares it with what that browser keeps.
 * @param {Report} props
 */
function Camera({ match, head, number }) {
  if (head === null) return null;
  const code = generate(addressToCompare(location.origin, { match, number, head }));
  const cells = Array.from({ length: code.size ** 2 }, (_, at) => at)
    .filter((at) => code.get(at % code.size, Math.floor(at / code.size)))
    .map((at) => `M${at % code.size} ${Math.floor(at / code.size)}h1v1h-1z`);
  return html`<section class="row">
    <svg class="compare-code" viewBox=${`-4 -4 ${code.size + 8} ${code.size + 8}`} role="img"
      aria-label="A code for the camera of a friend’s phone" shape-rendering="crispEdges">
      <path d=${cells.join("")} />
    </svg>
    <p>
      Or let a friend’s phone look at this code. It compares the whole shuffle, if that phone’s
      browser plays at this table too.
    </p>
  </section>`;
}

/** @param {{agree: number[]}} props */
function Agreement({ agree }) {
  const names = agree.map((seat) => frame.value?.names[seat] ?? `Seat ${seat + 1}`);
  return html`<section class="stack tight">
    <h3>Who was shown the same</h3>
    ${
      names.length
        ? html`<p>${and.format(names)} ${names.length === 1 ? "was" : "were"} shown the same as you.</p>
          <p class="field-help">
            The server passed this on. The four words and the code do not go through it.
          </p>`
        : html`<p>No other browser took part in this shuffle.</p>`
    }
  </section>`;
}

/** @param {{deal: DealReport}} props */
const Checked = ({ deal }) => html`<section class="stack tight">
  <h3>What your browser checked</h3>
  <ul class="fair-checks stack tight">
    ${dealSentences(deal).map(
      ([kind, words]) => html`<li key=${words} data-missing=${kind === "checked" ? null : ""}>
        <${Icon} name=${kind === "checked" ? "check" : "dash"}
          label=${kind === "checked" ? "Checked" : "Not checked"} />
        <span>${words}</span>
      </li>`,
    )}
  </ul>
</section>`;
