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

/** @param {{board: BoardShown, pick: PlacePick | null, look: CardLook}} props */
export function PlaceGrid({ board, pick, look }) {
  const list = () => html`<${List} board=${board} pick=${pick} look=${look} />`;
  return html`<section class="places" aria-label=${board.label}>
    <${Zoomable} list=${list}>
      <${Grid} board=${board} pick=${pick} look=${look} />
    </${Zoomable}>
  </section>`;
}

function Grid({ board, pick, look }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { places, columns } = board;
  const [last, note] = useState(/** @type {string | null} */ (null));
  const first = places.find(({ name }) => pick?.names.has(name)) ?? places[0];
  const focus = places.some(({ name }) => name === last) ? last : first?.name;
  const onKeyDown = (event) => {
    const from = event.target.closest("[data-place]")?.dataset.place;
    const to = from === undefined ? null : stepOver(places, from, event.key);
    if (to === null) return;
    event.preventDefault();
    note(to);
    const spot = box.current?.querySelector(`[data-place="${CSS.escape(to)}"]`);
    if (spot instanceof HTMLElement) spot.focus();
  };
  return html`<div class="places__grid" ref=${box} role="group" aria-label="Places"
    style=${{ "--columns": columns }} onKeyDown=${onKeyDown}
    onFocusIn=${(event) => note(event.target.closest("[data-place]")?.dataset.place ?? last)}>
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

function stateOf({ name }, pick) {
  const open = pick?.names.has(name) ?? false;
  return {
    "aria-pressed": open ? String(pick.chosen.includes(name)) : null,
    "aria-disabled": open ? null : "true",
  };
}

/** @param {Place} place */
const spokenName = ({ label, words, cards = [] }, look) =>
  [label, words, cards.map((code) => look.cardName(String(code))).join(", ")]
    .filter(Boolean)
    .join(": ");

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
