/**
 * A board: named places on a grid, moved over by the arrow keys and spoken by name. It can be
 * zoomed, and a list of the same places is the alternative.
 */
import { useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { stepOver } from "./grid_steps.js";
import { Zoomable } from "./zoomable.js";

/** @import { Child, CardLook } from "../core/game_types.js" */

/**
 * @typedef {object} Place
 * @property {string} name as moves say it
 * @property {string} label as people say it
 * @property {[number, number]} at column and row, from 1
 * @property {string} [words] its state, seen and spoken
 * @property {(string | number)[]} [cards]
 * @property {Child} [figure] a drawing
 * @property {boolean} [brass] marked
 */
/**
 * @typedef {object} BoardShown
 * @property {string} label
 * @property {number} columns
 * @property {Place[]} places
 */
/**
 * The places that can be chosen.
 * @typedef {{names: Set<string>, chosen: string[], choose: (name: string) => unknown}} PlacePick
 */

/** @typedef {{board: BoardShown, pick: PlacePick | null, look: CardLook}} PlacesProps */

/** @param {PlacesProps} props */
export function PlaceGrid({ board, pick, look }) {
  const list = () => html`<${List} board=${board} pick=${pick} look=${look} />`;
  return html`<section class="places" aria-label=${board.label}>
    <${Zoomable} list=${list}>
      <${Grid} board=${board} pick=${pick} look=${look} />
    </${Zoomable}>
  </section>`;
}

/** @param {PlacesProps} props */
function Grid({ board, pick, look }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { places, columns } = board;
  const [last, note] = useState(/** @type {string | null} */ (null));
  const first = places.find(({ name }) => pick?.names.has(name)) ?? places[0];
  const focus = places.some(({ name }) => name === last) ? last : first?.name;
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const from = placeAt(event);
    const to = from === undefined ? null : stepOver(places, from, event.key);
    if (to === null) return;
    event.preventDefault();
    note(to);
    const spot = box.current?.querySelector(`[data-place="${CSS.escape(to)}"]`);
    if (spot instanceof HTMLElement) spot.focus();
  };
  return html`<div class="places__grid" ref=${box} role="group" aria-label="Places"
    style=${{ "--columns": columns }} onKeyDown=${onKeyDown}
    onFocusIn=${(/** @type {FocusEvent} */ event) => note(placeAt(event) ?? last)}>
    ${places.map((place) => {
      const state = stateOf(place, pick);
      return html`<button key=${place.name} type="button" class="place" data-place=${place.name}
        style=${{ gridColumn: place.at[0], gridRow: place.at[1] }}
        tabindex=${place.name === focus ? 0 : -1} data-brass=${place.brass ? "" : null}
        ...${state} aria-label=${spokenName(place, look)}
        onClick=${() => pick?.names.has(place.name) && pick.choose(place.name)}>
        <${Inside} place=${place} look=${look} />
      </button>`;
    })}
  </div>`;
}

/**
 * The name of the place that an event comes from.
 * @param {Event} event
 */
function placeAt({ target }) {
  /** @type {HTMLElement | null} */
  const place = /** @type {Element} */ (target).closest("[data-place]");
  return place?.dataset.place;
}

/** @param {PlacesProps} props */
function List({ board, pick, look }) {
  return html`<ul class="places__list">
    ${board.places.map(
      (place) => html`<li key=${place.name}>
        ${
          pick?.names.has(place.name)
            ? html`<button type="button" class="places__line" ...${stateOf(place, pick)}
              onClick=${() => pick.choose(place.name)}>
              ${spokenName(place, look)}
            </button>`
            : html`<span class="places__line">${spokenName(place, look)}</span>`
        }
      </li>`,
    )}
  </ul>`;
}

/**
 * @param {Place} place
 * @param {PlacePick | null} pick
 */
function stateOf({ name }, pick) {
  if (!pick?.names.has(name)) return { "aria-pressed": null, "aria-disabled": "true" };
  return { "aria-pressed": String(pick.chosen.includes(name)), "aria-disabled": null };
}

/**
 * @param {Place} place
 * @param {CardLook} look
 */
const spokenName = ({ label, words, cards = [] }, look) =>
  [label, words, cards.map((code) => look.cardName(String(code))).join(", ")]
    .filter(Boolean)
    .join(": ");

/** @param {{place: Place, look: CardLook}} props */
function Inside({ place: { label, words, cards = [], figure }, look }) {
  return html`<span class="place__label">${label}</span>
    ${figure ?? null}
    ${
      cards.length
        ? html`<span class="place__cards">
          ${cards.map(
            (code, i) =>
              html`<span key=${`${code}:${i}`} class="place__card">
                <${look.Face} code=${String(code)} small />
              </span>`,
          )}
        </span>`
        : null
    }
    ${words ? html`<span class="place__words">${words}</span>` : null}`;
}
