/**
 * The shuffle check on the page of a finished match: makes every shuffle again and shows each
 * result.
 */
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { receiptLie } from "./lie_log.js";
import { exportHeard, recallMatch } from "./memory.js";
import { checkMatch, summarize } from "./review.js";
import { matchVerdict } from "./verdict_text.js";

/** @import { ShuffleCheck, Summary } from "./types.js" */

const place = document.getElementById("fair-check");

/**
 * The progress of the check: shuffles that are done, what it found, or why it failed.
 * @typedef {{done?: number, total?: number, results?: ShuffleCheck[], sum?: Summary,
 *   says?: string}} CheckState
 */

/** @param {{match: string, receipt: string}} props */
function Check({ match, receipt }) {
  const [state, setState] = useState(/** @type {CheckState} */ ({}));
  const { done, total = 1, results, sum, says } = state;
  const busy = done !== undefined;
  const press = () => {
    setState({ done: 0 });
    check(match, receipt, setState).then(setState, ({ message }) => setState({ says: message }));
  };
  return html`<div class="fair-check stack">
    <p class="row">
      <button type="button" class="button quiet" aria-busy=${busy ? "true" : null}
        onClick=${() => busy || press()}>
        Check the shuffles
      </button>
      ${
        busy &&
        html`<progress aria-label="Shuffles made again" max=${total} value=${done}></progress>`
      }
    </p>
    <${Heard} match=${match} />
    <div role="status">
      ${says && html`<p class="notice bad">${says}</p>`}
      ${sum && html`<p class="fair-check__result">${matchVerdict(sum)}</p>`}
    </div>
    ${sum && html`<${Results} results=${results} sum=${sum} match=${match} />`}
  </div>`;
}

/**
 * The download of what this browser was told, for a program that checks a record elsewhere.
 * @param {{match: string}} props
 */
function Heard({ match }) {
  const heard = exportHeard(match);
  if (!heard) return null;
  return html`<p class="field-help">
    <a href=${`data:application/jsonl,${encodeURIComponent(heard)}`}
      download=${`heard-${match}.jsonl`}>
      Save what this browser was told
    </a>, to check it with a program of your own.
  </p>`;
}

/** @param {{results: ShuffleCheck[], sum: Summary, match: string}} props */
function Results({ results, sum, match }) {
  return html`${
    sum.lies.length > 0 &&
    html`<div class="notice bad" role="alert">
        <ul>
          ${sum.lies.map((lie) => html`<li key=${`${lie.number} ${lie.says}`}>${lie.says}</li>`)}
        </ul>
      </div>
      <details class="more">
        <summary>The evidence</summary>
        <pre tabindex="0" role="region" aria-label="The evidence">
          ${JSON.stringify({ match, lies: sum.lies }, null, 1)}
        </pre>
      </details>`
  }
    <details class="more" open=${sum.lies.length > 0}>
      <summary>Each shuffle</summary>
      <table class="table narrow">
        <caption class="unseen">The result of each shuffle</caption>
        <thead>
          <tr>
            <th scope="col" class="num">Shuffle</th>
            <th scope="col" class="num">Cards</th>
            <th scope="col">Parts</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          ${results.map(
            (found) =>
              html`<tr key=${found.number}>
                <td class="num">${found.number + 1}</td>
                <td class="num">${found.n}</td>
                <td>${found.parts}</td>
                <td>${verdict(found)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

/** @param {ShuffleCheck} found */
function verdict({ lies, sealed, watched, cards }) {
  if (lies.length) return "does not fit";
  if (sealed) return cards ? "the cards you saw fit" : "stays sealed";
  return watched ? "fits the promise" : "consistent, not watched";
}

/**
 * Fetches the opened shuffles and makes each one again. The page can redraw in between.
 * @param {string} match
 * @param {string} receipt
 * @param {(state: CheckState) => void} progress
 */
async function check(match, receipt, progress) {
  const answer = await fetch(`/api/matches/${match}/shuffles`);
  if (!answer.ok)
    throw new Error(
      (await answer.json().catch(() => null))?.error ??
        "The server does not reveal the shuffles of this match.",
    );
  const revealed = await answer.json();
  const kept = recallMatch(match);
  const results = [];
  for (const found of checkMatch(revealed, kept)) {
    results.push(found);
    progress({ done: results.length, total: revealed.shuffles.length });
    await new Promise((resolve) => setTimeout(resolve));
  }
  const sum = summarize(results, kept);
  const known = kept.receipt ?? null;
  if (known !== null && known !== receipt) sum.lies.push(receiptLie(known, receipt));
  return { results, sum };
}

if (place)
  render(
    html`<${Check} match=${place.dataset.match}
      receipt=${(place.dataset.receipt ?? "").replaceAll(" ", "")} />`,
    place,
  );
