/**
 * Fair shuffles at the table: a small seal where all was checked, words where something was not, and
 * a loud notice with the evidence where something does not fit.
 */
import { computed, signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { matchVerdict, tableVerdict } from "../../fair/verdict_text.js";
import { Witness } from "../../fair/witness.js";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { room } from "../core/store.js";
import { sendQuietly } from "../net/commands.js";
import { Icon } from "../ui/icons.js";
import { openSheet, Sheet } from "../ui/sheets.js";

/** @import { Report } from "../../fair/types.js" */

/** The newest report of the witness; null before the first deal. */
export const report = signal(/** @type {Report | null} */ (null));

export const witness = new Witness({
  send: sendQuietly,
  fetchShuffles,
  onChange: (found) => {
    report.value = found;
  },
});

/**
 * The opened shuffles of a finished match, or null where they are not open yet.
 * @param {string} match
 */
async function fetchShuffles(match) {
  const answer = await fetch(`/api/matches/${match}/shuffles`);
  return answer.ok ? answer.json() : null;
}

/** The name of the sheet, and of what leads to it. */
export const COMPARE = "Compare with friends";

const verdict = computed(() => {
  const silentLesson = page.lesson && !report.value?.deal;
  return report.value === null || silentLesson ? null : tableVerdict(report.value);
});
/** True while nothing has to be said about the newest deal. */
export const isChecked = computed(() => verdict.value?.state === "checked");

/** True while a notice about the deal is seen without a tap: a gap in words, or an alert. */
export const hasNotice = computed(
  () => verdict.value?.state === "gap" || Boolean(report.value?.lies.length),
);

const SEALS = { checked: "seal", gap: "seal-gap", fault: "seal-fault" };

/** True where each card of one's own was compared, and nothing else has to be said of the table. */
const isQuiet = computed(() => {
  const { deal, end, ledger } = report.value ?? {};
  return isChecked.value && Boolean(deal?.own) && !end && !ledger?.gaps && !ledger?.dropped;
});

/** The line under the log: a seal that unfolds while all was checked, and words when not. */
export function FairLine() {
  if (verdict.value === null) return null;
  const { state, says } = verdict.value;
  if (isQuiet.value)
    return html`<details class="fair-line fair-line--seal" data-state="checked">
      <summary><${Icon} name="seal" /> Deal checked</summary>
      <p>${says} <${Compare} /></p>
    </details>`;
  return html`<p class="fair-line" data-state=${state}>${words(state, says)}</p>`;
}

/**
 * @param {"checked" | "gap" | "fault"} state
 * @param {string} says
 */
const words = (state, says) => html`<${Icon} name=${SEALS[state]} />
  <span>${says} <${Compare} /></span>`;

const Compare = () => html`<button type="button" class="button plain fair-line__more"
  onClick=${() => openSheet("fair")}>${COMPARE}</button>`;

/**
 * The line for screen readers. It is in the page from the beginning, or it would not be announced.
 * With the verbosity "turns" deals of which all was checked are left out.
 */
export function FairStatus() {
  const spare = prefs.value.verbosity === "turns" && isChecked.value && !report.value?.end;
  return html`<p class="unseen" role="status">${spare ? "" : (verdict.value?.says ?? "")}</p>`;
}

/**
 * The line below the result of a match.
 * @param {{match: string}} props
 */
export function FairEnd({ match }) {
  if (report.value?.match !== match || !room.value?.member) return null;
  return html`<p class="fair-end">
    ${matchVerdict(report.value.end) ?? "Checking the shuffles."} <${Explanation} />
  </p>`;
}

/**
 * The receipt of a match: the hash that stands for all of it, shown short and copied whole.
 * @param {{match: string, receipt: string | null | undefined}} props
 */
export function Receipt({ match, receipt }) {
  const [copied, setCopied] = useState(/** @type {boolean | null} */ (null));
  if (!receipt) return null;
  const groups = receipt.match(/.{4}/g) ?? [];
  const copy = async () => setCopied(await copyText(groups.join(" ")));
  return html`<p class="receipt" key=${match}>
    <span>
      Receipt <code>
        ${copied === false ? groups.join(" ") : `${groups.slice(0, 3).join(" ")} …`}
      </code>
    </span>
    <button type="button" class="button plain" onClick=${copy}>Copy the receipt</button>
    <span role="status">
      ${copied === null ? "" : copied ? "Copied." : "Select it and copy it."}
    </span>
  </p>`;
}

/**
 * The notice that is seen without a tap: an alert where something does not fit; a gap in words, where no
 * drawer says it.
 * @param {{drawer: boolean}} props
 */
export function FairAlert({ drawer }) {
  if (verdict.value?.state === "gap" && !drawer)
    return html`<p class="notice brass fair-alarm" data-state="gap">
      ${words("gap", verdict.value.gap)}
    </p>`;
  const lies = report.value?.lies ?? [];
  if (!lies.length) return null;
  const [first, ...more] = sentences(lies);
  return html`<section class="notice bad fair-alarm" role="alert">
    <div>
      <b>The shuffle does not check out.</b> ${first} ${more.length ? `And ${more.length} more.` : ""}
    </div>
    <button type="button" class="button quiet" onClick=${() => openSheet("evidence")}>
      Show the evidence
    </button>
  </section>`;
}

/** The sheet with all the evidence, to be copied. */
export function EvidenceSheet() {
  const lies = report.value?.lies ?? [];
  const evidence = JSON.stringify({ room: room.value?.id ?? page.room, lies }, null, 1);
  const [copied, setCopied] = useState("");
  const copy = async () =>
    setCopied((await copyText(evidence)) ? "Copied." : "Select it below and copy it.");
  return html`<${Sheet} title="The shuffle does not check out" name="evidence">
    <div class="stack">
      <ul class="fair-lies stack tight">
        ${sentences(lies).map((says) => html`<li key=${says}>${says}</li>`)}
      </ul>
      <p>
        ${"Either the server cheated or something is broken. Copy the evidence before you "}
        ${"continue, and ask the person who runs this server. "}
        <${Explanation} />
      </p>
      <p class="row">
        <button type="button" class="button" onClick=${copy}>Copy the evidence</button>
        <span role="status">${copied}</span>
      </p>
      <details class="more">
        <summary>Promised and shown</summary>
        <pre class="fair-evidence" tabindex="0" role="region" aria-label="The evidence">
          ${evidence}
        </pre>
      </details>
    </div>
  </${Sheet}>`;
}

/**
 * Each sentence once; how often it is true stands in the evidence.
 * @param {{says: string}[]} lies
 */
const sentences = (lies) => [...new Set(lies.map(({ says }) => says))];

const Explanation = () => html`<a href="/fair" target="_blank">How this works</a>`;

/** @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard on a plain http address
  }
}
