/**
 * The rules page with scripts: the table's drawings replace the simple cards, and cards can be laid
 * into a word.
 */

import { signal } from "@preact/signals";
import { h, render } from "preact";
import { drawPageCards } from "../../js/cards/page_cards.js";
import { html } from "../../js/html.js";
import { cardName, Face } from "./cards.js";
import { BLANK, laid, placeCard, reads, takeBack } from "./spelling.js";
import { explained, judge } from "./suits.js";

drawPageCards(Face);

/** @import { VNode } from "preact" */

const CARDS = ["an:D", "an:O", "an:G", "ch:E5", "le:T", "le:N", "li:Z", "li:O"];
const RULES = { mix: false, chilis: null };
const trial = /** @type {HTMLElement} */ (document.querySelector(".trial"));
const trialCards = /** @type {HTMLElement} */ (trial.querySelector("[data-trial]"));
const trialSays = /** @type {HTMLElement} */ (trial.querySelector("[data-trial-says]"));
const draft = signal(BLANK);
/** @param {string} code */
const tap = (code) =>
  (draft.value = laid(draft.value).includes(code)
    ? takeBack(draft.value, code)
    : placeCard(draft.value, code, 0));

function Trial() {
  const [word] = draft.value.words;
  /** @type {(label: string, codes: string[]) => VNode} */
  const row = (label, codes) => html`<div class="trial-row" role="group" aria-label=${label}>
    <span class="trial-label" aria-hidden="true">${label}</span>
    ${codes.map(
      (code) =>
        html`<button key=${code} type="button" class="trial-card" aria-label=${cardName(code)}
          onClick=${() => tap(code)}>
          <${Face} code=${code} small />
        </button>`,
    )}
  </div>`;
  return [
    row("Your word", word),
    row(
      "Your cards",
      CARDS.filter((code) => !word.includes(code)),
    ),
  ];
}

function Says() {
  const { words, as } = draft.value;
  if (!words[0].length) return "Tap cards to spell something.";
  const { fault, name, natural } = judge(words, as, RULES);
  if (fault) return fault;
  return (
    `${reads(words[0], as)}: ${explained(name ?? "Scum")}, ${natural ? "natural" : "hot-’n’-sour"}. ` +
    "The table does not say whether it is a word, unless somebody challenges it."
  );
}

trial.hidden = false;
render(h(Trial, null), trialCards);
render(h(Says, null), trialSays);
