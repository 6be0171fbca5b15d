/** The tiles of the word builder: drawn once, and moved between the rows as they are. */
import { render } from "preact";
import { html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { Face, spoken } from "./cards.js";

/** @import { ComponentType } from "preact" */

/** @typedef {{letter: string | null, named: boolean, shared: boolean}} Facts */

/**
 * The tiles by code. Each is a tree of its own, so that the rows never build it anew: a card that
 * goes from one row to the other keeps its element, its drawing and the focus.
 */
export class Tiles {
  /** @type {Map<string, HTMLElement>} */
  #places = new Map();

  /**
   * Lays the codes of each row into its `data-tiles`, and moves only what lies elsewhere.
   * @param {HTMLElement} box
   * @param {string[][]} rows
   * @param {(code: string) => Facts} facts
   */
  lay(box, rows, facts) {
    for (const code of this.#places.keys()) if (!rows.flat().includes(code)) this.#drop(code);
    for (const [number, codes] of rows.entries()) {
      const row = box.querySelector(`[data-tiles="${number}"]`);
      if (row) this.#layRow(row, codes, facts);
    }
  }

  /**
   * @param {Element} row
   * @param {string[]} codes
   * @param {(code: string) => Facts} facts
   */
  #layRow(row, codes, facts) {
    const kept = new Set(codes.map((code) => this.#draw(code, facts(code))));
    let next = firstOf(row.firstElementChild, kept);
    for (const place of kept) {
      if (place === next) next = firstOf(next.nextElementSibling, kept);
      else move(place, row, next);
    }
  }

  /**
   * The place of a tile, drawn anew where the facts have changed.
   * @param {string} code
   * @param {Facts} facts
   */
  #draw(code, facts) {
    const place = this.#places.get(code) ?? document.createElement("span");
    place.className = "builder__place";
    this.#places.set(code, place);
    render(html`<${Tile} code=${code} ...${facts} />`, place);
    return place;
  }

  /** @param {string} code */
  focus(code) {
    const tile = /** @type {HTMLElement | null | undefined} */ (
      this.#places.get(code)?.firstElementChild
    );
    if (tile !== document.activeElement) tile?.focus();
  }

  clear() {
    for (const code of [...this.#places.keys()]) this.#drop(code);
  }

  /** @param {string} code */
  #drop(code) {
    const place = this.#places.get(code);
    this.#places.delete(code);
    if (!place) return;
    render(null, place);
    place.remove();
  }
}

/**
 * The first sibling from `element` on that stays in the row.
 * @param {Element | null} element
 * @param {Set<Element>} kept
 */
function firstOf(element, kept) {
  let one = element;
  while (one && !kept.has(one)) one = one.nextElementSibling;
  return one;
}

/**
 * Moves a place before `next`; where the browser can, without taking it from the document.
 * @param {Element} place
 * @param {Element & {moveBefore?: (place: Element, next: Element | null) => void}} row
 * @param {Element | null} next
 */
function move(place, row, next) {
  if (row.moveBefore && place.isConnected) row.moveBefore(place, next);
  else row.insertBefore(place, next);
}

/** @type {ComponentType<{code: string} & Facts>} */
const Tile = pure(({ code, letter, named, shared }) => {
  const said = letter ? spoken(code, { [code]: letter }) : spoken(code);
  const name = `${said}${named ? ", wild" : ""}${shared ? ", everybody’s" : ""}`;
  return html`<button type="button" class="tile" data-key=${code} data-shared=${shared ? "" : null}
    aria-label=${name} data-flip=${`tile:${code}`} data-motion="hand"
    data-from=${shared ? "spot:deck" : `hand:${code}#0`}>
    <${Face} code=${code} small as=${letter} named=${named} />
  </button>`;
});
