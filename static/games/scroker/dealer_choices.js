/** Dealer's Choice: the dealer's sheet, and the changes of a named game in sentences. */
import { signal } from "@preact/signals";
import { html } from "../../js/html.js";
import { Paper } from "../../js/table/parts/papers.js";
import { CODES, cardName, DECK, letterOf, ONE_OF, SUITS } from "./deck.js";

/** @import { Child } from "../../js/table/core/game_types.js" */
/** @import { InputEvent } from "../../js/table/ui/number_field.js" */
/** @import { Named, Options } from "./records.js" */

/** @type {Record<string, string>} */
export const BASES = { scroker: "Scroker", spit: "Spit in the Can", longhorn: "Longhorn Stud" };
/** @type {Record<string, string>} */
const BRIEF = {
  scroker: "five cards, draw up to three",
  spit: "four cards and one for all, draw up to four",
  longhorn: "seven cards, four of them open",
};
/** @type {Named} */
const PLAIN = {
  base: "scroker",
  hot: false,
  ruling: "",
  wild: [],
  scrokers: 0,
  hot_n_sour: null,
  mix_juice: false,
};
/** @type {Record<string, string>} */
const OF_ONE = { an: "Animal", ch: "chili", le: "Lemon", li: "Lime" };

const sheet = signal({ key: /** @type {string | null} */ (null), named: PLAIN });
/** @param {string} key */
export const draftFor = (key) => (sheet.value.key === key ? sheet.value.named : PLAIN);
/** @type {(key: string, fields: Partial<Named>) => void} */
const set = (key, fields) => (sheet.value = { key, named: { ...draftFor(key), ...fields } });

/**
 * The name of a named game: "Hot Longhorn Stud".
 * @param {Named} named
 */
export const gameName = (named) => `${named.hot ? "Hot " : ""}${BASES[named.base]}`;

/**
 * The differences from the standard game, a sentence each.
 * @param {Named} named
 */
export function changes(named) {
  return [
    named.hot &&
      "Chili peppers are hot: between hands of the same kind, more peppers win before the high " +
        `card counts.${named.hot === "hand" ? " Peppers on all five cards count." : ""}`,
    named.ruling && `${rulers(named.ruling)} above all other cards, even the Unicorn.`,
    named.wild.length &&
      `Wild (any letter): ${named.wild.map(cardName).join("; ")}. Each may also be played ` +
        "as the letter it shows.",
    named.scrokers &&
      `${named.scrokers === 1 ? "One wild card is" : "Two wild cards are"} in the deck, for ` +
        "any letter.",
    named.hot_n_sour === 0 && "A word of Lemons or Limes takes no chilis.",
    named.hot_n_sour &&
      "A word of Lemons or Limes takes " +
        `${named.hot_n_sour === 1 ? "one chili" : `${named.hot_n_sour} chilis`} at most.`,
    named.mix_juice && "Lemons and Limes may be mixed in one word.",
  ].filter(Boolean);
}

/** @param {string} ruling */
function rulers(ruling) {
  if (ruling.includes(" ")) return `${ruling.split(" ").map(cardName).join("; ")}: these rank`;
  const [suit, face] = ruling.includes(":")
    ? ruling.split(":")
    : ruling.length === 2
      ? [ruling, null]
      : [null, ruling];
  if (face === null) return `${SUITS[suit]} rank`;
  if (suit === null) return `Every ${face} ranks`;
  return face.length === 2
    ? `The ${face[0]} with ${face[1] === "1" ? "one chili" : `${face[1]} chilis`} ranks`
    : suit === "ch"
      ? `The chili ${face}’s rank`
      : `The ${face} of the ${SUITS[suit]} ranks`;
}

/**
 * The panel that shows everybody what was named.
 * @param {{named: Named, title?: string}} props
 */
export function Named({ named, title }) {
  const list = changes(named);
  return html`<${Paper} kind="paper--engraved named" over=${title} title=${gameName(named)}>
    <p class="paper__soft">${BRIEF[named.base]}</p>
    ${
      list.length
        ? html`<p class="named__count">
            ${list.length === 1 ? "One change" : `${list.length} changes`} from the standard game:
          </p>
          <ul class="named__list">${list.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`
        : html`<p>No changes from the standard game.</p>`
    }
  </${Paper}>`;
}

/**
 * The dealer's sheet.
 * @param {{question: string, options: Options}} props
 */
export function Sheet({ question, options }) {
  const named = draftFor(question);
  /** @param {Partial<Named>} fields */
  const change = (fields) => set(question, fields);
  /** @param {string} ruling */
  const rule = (ruling) => change({ ruling });
  return html`<form class="paper naming" aria-label="The game of this hand"
    onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <fieldset class="naming__bases">
      <legend>You deal. Choose the game.</legend>
      ${Object.entries(BASES).map(
        ([base, name]) =>
          html`<label key=${base} class="naming__base" data-on=${named.base === base ? "" : null}>
            <input type="radio" name="base" value=${base} checked=${named.base === base}
              onChange=${() => change({ base: /** @type {Named["base"]} */ (base) })} />
            <b>${name}</b>
            <span class="paper__soft">${BRIEF[base]}</span>
          </label>`,
      )}
    </fieldset>
    <${Tick} on=${named.hot} set=${(/** @type {boolean} */ hot) => change({ hot })}>
      Chili peppers are hot
    </${Tick}>
    <${Tick} on=${named.mix_juice}
      set=${(/** @type {boolean} */ mix_juice) => change({ mix_juice })}>
      Lemons and Limes may be mixed
    </${Tick}>
    <label class="naming__line">
      Chilis in a word of Lemons or Limes <${Select} value=${String(named.hot_n_sour)}
        set=${(/** @type {string} */ value) =>
          change({ hot_n_sour: value === "null" ? null : numberOf(value) })}>
        <option value="null">any number</option>
        <option value="2">two at most</option>
        <option value="1">one at most</option>
        <option value="0">none</option>
      </${Select}>
    </label>
    <${Ruling} value=${named.ruling} set=${rule} />
    ${
      options.rulings === "free" ? html`<${RulingCards} value=${named.ruling} set=${rule} />` : null
    }
    <label class="naming__line">
      Wild cards in the deck <${Select} value=${String(named.scrokers)}
        set=${(/** @type {string} */ value) => change({ scrokers: numberOf(value) })}>
        <option value="0">none</option>
        <option value="1" disabled=${named.wild.length >= options.wilds}>one</option>
        <option value="2" disabled=${named.wild.length + 1 >= options.wilds}>two</option>
      </${Select}>
    </label>
    ${[...Array(options.wilds).keys()].map(
      (at) =>
        html`<${WildCard} key=${at} at=${at} most=${options.wilds} named=${named}
          change=${change} />`,
    )}
    <p class="naming__says paper__soft" role="status">
      ${changes({ ...named, hot: named.hot && options.peppers === "hand" ? "hand" : named.hot }).join(" ")}
    </p>
  </form>`;
}

/** @param {{on: boolean, set: (on: boolean) => void, children?: Child}} props */
const Tick = ({ on, set, children }) =>
  html`<label class="naming__line">
    <input type="checkbox" checked=${on}
      onChange=${(/** @type {InputEvent} */ event) => set(event.currentTarget.checked)} /> ${children}
  </label>`;

/**
 * @param {{label?: string, value: string, set: (value: string) => void, children?: Child}} props
 */
const Select = ({ label, value, set, children }) =>
  html`<select aria-label=${label} value=${value}
    onChange=${(/** @type {InputEvent} */ event) => set(event.currentTarget.value)}>
    ${children}
  </select>`;

/** @param {string} value */
const numberOf = (value) => /** @type {0 | 1 | 2} */ (Number(value));

/** @typedef {{value: string, set: (ruling: string) => void}} RulingProps */

/**
 * The choice of a suit, a letter, both, or one chili of several, which ranks above all.
 * @param {RulingProps} props
 */
function Ruling({ value: named, set }) {
  const value = named.includes(" ") ? "" : named;
  const [suit, face] = value.includes(":")
    ? value.split(":")
    : value.length === 2
      ? [value, ""]
      : ["", value];
  const letter = face[0] ?? "";
  /** @type {(suit: string, face: string) => void} */
  const say = (suit, face) => set(suit && face ? `${suit}:${face}` : suit || face);
  const letters = suit
    ? [...new Set(DECK[suit].map((one) => one[0]))].sort()
    : [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const many = suit === "ch" && letter ? DECK.ch.filter((one) => one[0] === letter) : [];
  return html`<fieldset class="naming__line naming__ruling">
    <legend class="unseen">Highest card</legend>
    <span aria-hidden="true">Highest card</span>
    <${Select} label="Suit" value=${suit}
      set=${(/** @type {string} */ next) =>
        say(next, next && !DECK[next].some((one) => one[0] === letter) ? "" : letter)}>
      <option value="">any suit</option>
      ${Object.entries(OF_ONE).map(
        ([code]) => html`<option key=${code} value=${code}>${SUITS[code]}</option>`,
      )}
    </${Select}>
    <${Select} label="Letter" value=${letter} set=${(/** @type {string} */ next) => say(suit, next)}>
      <option value="">${suit ? "any letter" : "none"}</option>
      ${letters.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
    </${Select}>
    ${
      many.length > 1
        ? html`<${Select} label="Number of chilis" value=${face}
          set=${(/** @type {string} */ next) => say("ch", next)}>
          <option value=${letter}>every ${letter}</option>
          ${many.map(
            (one) =>
              html`<option key=${one} value=${one}>
                ${one[1]} ${one[1] === "1" ? "chili" : "chilis"}
              </option>`,
          )}
        </${Select}>`
        : null
    }
  </fieldset>`;
}

/**
 * Any cards that rule together, one tap each.
 * @param {RulingProps} props
 */
function RulingCards({ value, set }) {
  const chosen = value.split(" ").filter((code) => CODES.includes(code));
  /** @param {string} code */
  const tap = (code) =>
    set(CODES.filter((one) => chosen.includes(one) !== (one === code)).join(" "));
  return html`<details class="naming__any">
    <summary>Several highest cards${chosen.length ? `: ${chosen.length}` : ""}</summary>
    ${Object.keys(OF_ONE).map(
      (suit) =>
        html`<div key=${suit} class="naming__codes" role="group" aria-label=${SUITS[suit]}>
          <span aria-hidden="true">${SUITS[suit]}</span>
          ${CODES.filter((code) => code.startsWith(suit)).map(
            (code) =>
              html`<button key=${code} type="button" class="naming__code"
                aria-pressed=${String(chosen.includes(code))} aria-label=${cardName(code)}
                onClick=${() => tap(code)}>${code.slice(3)}</button>`,
          )}
        </div>`,
    )}
  </details>`;
}

/**
 * @param {{at: number, most: number, named: Named, change: (fields: Partial<Named>) => void
 * }} props
 */
function WildCard({ at, most, named, change }) {
  if (at > named.wild.length || named.scrokers + at >= most) return null;
  /** @param {string} code */
  const choose = (code) =>
    change({
      wild: [...named.wild.slice(0, at), ...(code ? [code] : []), ...named.wild.slice(at + 1)],
    });
  return html`<label class="naming__line">
    ${at ? "Also wild" : "Wild card"} <${Select} value=${named.wild[at] ?? ""} set=${choose}>
      <option value="">no card</option>
      ${["an", "ch", "le", "li"].map(
        (suit) =>
          html`<optgroup key=${suit} label=${SUITS[suit]}>
            ${[...DECK[suit]]
              .reverse()
              .map((face) => `${suit}:${face}`)
              .filter((code) => !named.wild.includes(code) || named.wild[at] === code)
              .map((code) => html`<option key=${code} value=${code}>${nameOf(code)}</option>`)}
          </optgroup>`,
      )}
    </${Select}>
  </label>`;
}

/** @param {string} code */
const nameOf = (code) =>
  code.startsWith("ch")
    ? `${letterOf(code)}, ${code[4]} ${code[4] === "1" ? "chili" : "chilis"}`
    : `${letterOf(code)}, ${ONE_OF[code.slice(0, 2)]}`;
