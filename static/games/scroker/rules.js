/**
 * The rules page with scripts: the table's drawings replace the simple cards, and cards can be laid
 * into a word.
 */

import { signal } from "@preact/signals";
import { drawPageCards } from "../../js/cards/page_cards.js";
import { drawTrial } from "../../js/cards/page_trial.js";
import { html } from "../../js/html.js";
import { cardName, Face } from "./cards.js";
import { BLANK, laid, placeCard, reads, takeBack } from "./spelling.js";
import { explained, judge } from "./suits.js";

drawPageCards(Face);

const CARDS = ["an:D", "an:O", "an:G", "ch:E5", "le:T", "le:N", "li:Z", "li:O"];
const RULES = { mix: false, chilis: null };
const draft = signal(BLANK);
/** @param {string} code */
const tap = (code) =>
  (draft.value = laid(draft.value).includes(code)
    ? takeBack(draft.value, code)
    : placeCard(draft.value, code, 0));

function rows() {
  const [word] = draft.value.words;
  const rest = CARDS.filter((code) => !word.includes(code));
  return [
    { label: "Your word", items: word.map(button) },
    { label: "Your cards", items: rest.map(button) },
  ];
}

/** @param {string} code */
const button = (code) =>
  html`<button key=${code} type="button" class="trial-card" aria-label=${cardName(code)}
    onClick=${() => tap(code)}>
    <${Face} code=${code} small />
  </button>`;

function says() {
  const { words, as } = draft.value;
  if (!words[0].length) return "Tap cards to spell something.";
  const { fault, name, natural } = judge(words, as, RULES);
  if (fault) return fault;
  return (
    `${reads(words[0], as)}: ${explained(name ?? "Scum")}, ${natural ? "natural" : "hot-’n’-sour"}. ` +
    "The table does not say whether it is a word, unless somebody challenges it."
  );
}

drawTrial(rows, says);
