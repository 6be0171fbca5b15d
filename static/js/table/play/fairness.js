/** What the table shows of fair shuffles: a calm line where all is well, a loud one with the evidence where it is not. */
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { dealWords, endWords } from "../../fair/verdict_text.js";
import { Witness } from "../../fair/witness.js";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { room } from "../core/store.js";
import { tellQuietly } from "../net/commands.js";
import { openSheet, Sheet } from "../ui/sheets.js";

/** {match, deal, end, lies}: see witness.js; null before the first deal. */
const seen = signal(null);

export const witness = new Witness({
  tell: tellQuietly,
  shuffles,
  changed: (found) => {
    const before = seen.peek();
    const end = found.end ?? (before?.match === found.match ? before.end : null);
    seen.value = { ...found, end };
  },
});

/** What the house opens of a match that is over, or null where it does not (yet). */
async function shuffles(match) {
  const answer = await fetch(`/api/matches/${match}/shuffles`);
  return answer.ok ? answer.json() : null;
}

function words() {
  if (seen.value === null) return null;
  if (seen.value.lies.length) return "The shuffle does not check out.";
  return endWords(seen.value.end) ?? dealWords(seen.value.deal);
}

/** Under the log. */
export function FairLine() {
  const said = words();
  return said
    ? html`<p class="fair-line" data-lies=${seen.value.lies.length ? "" : null}>
      ${said} <${How} />
    </p>`
    : null;
}

/** What a screen reader hears of it; there from the beginning, so that it is heard. Single deals are none of "turns and results". */
export function FairHeard() {
  const spare = prefs.value.verbosity === "turns" && !seen.value?.end && !seen.value?.lies.length;
  return html`<p class="unseen" role="status">${spare ? "" : (words() ?? "")}</p>`;
}

/** With the result of a match. */
export function FairEnd({ match }) {
  if (seen.value?.match !== match || !room.value?.member) return null;
  const said = endWords(seen.value.end);
  return html`<p class="fair-end">${said ?? "The shuffles are being checked."} <${How} /></p>`;
}

/** The hash that stands for the whole match, kept by this browser too: shown short, copied whole. */
export function Receipt({ match, receipt }) {
  const [copied, setCopied] = useState(null);
  if (!receipt) return null;
  const groups = receipt.match(/.{4}/g);
  const copy = async () => setCopied(await copyText(groups.join(" ")));
  return html`<p class="receipt" key=${match}>
    <span>
      Receipt <code>
        ${copied === false ? groups.join(" ") : `${groups.slice(0, 3).join(" ")} …`}
      </code>
    </span>
    <button type="button" class="button plain" onClick=${copy}>Copy the receipt</button>
    <span role="status">
      ${copied === null ? "" : copied ? "Copied." : "Copy it with your keys."}
    </span>
  </p>`;
}

/** Over everything: what does not fit. */
export function FairAlarm() {
  const lies = seen.value?.lies ?? [];
  if (!lies.length) return null;
  const kinds = kindsOf(lies);
  return html`<section class="notice bad fair-alarm" role="alert">
    <div>
      <b>The shuffle does not check out.</b> ${kinds[0].says} ${
        kinds.length > 1 ? `And ${kinds.length - 1} more.` : ""
      }
    </div>
    <button type="button" class="button quiet" onClick=${() => openSheet("evidence")}>
      Show the evidence
    </button>
  </section>`;
}

/** All that does not fit, in a sheet, to be copied. */
export function EvidenceSheet() {
  const lies = seen.value?.lies ?? [];
  const evidence = JSON.stringify({ room: room.value?.id ?? page.room, lies }, null, 1);
  const [copied, setCopied] = useState("");
  const copy = async () =>
    setCopied(
      (await copyText(evidence)) ? "Copied." : "Select it below and copy it with your keys.",
    );
  return html`<${Sheet} title="The shuffle does not check out" name="evidence">
    <div class="stack">
      <ul class="fair-lies">
        ${kindsOf(lies).map(
          ({ says, times }) =>
            html`<li key=${says}>${says}${times > 1 ? ` ${times} times.` : ""}</li>`,
        )}
      </ul>
      <p>
        Either the house is not honest, or something is broken. Keep the evidence before you go on, and ask whoever runs the house. <${
          How
        } />
      </p>
      <p class="row">
        <button type="button" class="button" onClick=${copy}>Copy the evidence</button>
        <span role="status">${copied}</span>
      </p>
      <details class="more">
        <summary>What was promised, what was shown</summary>
        <pre class="fair-evidence" tabindex="0" role="region" aria-label="The evidence">
          ${evidence}
        </pre>
      </details>
    </div>
  </${Sheet}>`;
}

/** The sentences, each once, with how often it is true. */
function kindsOf(lies) {
  const times = new Map();
  for (const { says } of lies) times.set(says, (times.get(says) ?? 0) + 1);
  return [...times].map(([says, count]) => ({ says, times: count }));
}

const How = () => html`<a href="/fair" target="_blank">How that works</a>`;

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard on a plain http address
  }
}
