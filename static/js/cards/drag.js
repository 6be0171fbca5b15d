/**
 * Dragging cards of a hand with a finger or a mouse: up to the table plays, sideways reorders. A
 * tap stays a click.
 */
import { useEffect, useRef } from "preact/hooks";

const SLOP = 9;

/**
 * @typedef {object} DragHandlers
 * @property {(key: string, place: HTMLElement, x: number) => void} drop a card was let go over an
 *   element with data-drop, at that x of the window
 * @property {(key: string, other: string) => void} lay a card was let go over another card of the
 *   hand
 * @property {(held: boolean) => void} hold a finger is down, so nothing may move under it
 * @property {(on: boolean) => void} drag a drag has begun or ended
 */
/** @typedef {{card: HTMLElement, id: number, x: number, y: number, dragged: boolean}} Held */

/**
 * Lets the cards in a box be dragged.
 * @param {{current: HTMLElement | null}} box
 * @param {DragHandlers} acts those of the latest drawing count
 */
export function useDrag(box, acts) {
  const grip = useRef(/** @type {HandDrag | null} */ (null));
  useEffect(() => {
    grip.current = new HandDrag(/** @type {HTMLElement} */ (box.current), acts);
  }, []);
  if (grip.current) grip.current.acts = acts;
}

class HandDrag {
  #hand;
  #acts;
  /** @type {(Held & {companions?: HTMLElement[]}) | null} */
  #held = null;
  /** @type {AbortController | null} */
  #listening = null;

  /**
   * @param {HTMLElement} hand
   * @param {DragHandlers} handlers
   */
  constructor(hand, handlers) {
    this.#hand = hand;
    this.#acts = handlers;
    hand.addEventListener("pointerdown", (event) => this.#down(event));
  }

  /** @param {DragHandlers} acts */
  set acts(acts) {
    this.#acts = acts;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const target = /** @type {Element} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest("[data-key]"));
    if (!card || event.button !== 0 || this.#held) return;
    this.#held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, dragged: false };
    this.#acts.hold(true);
    this.#listen();
  }

  /** Listens on the document: a quick mouse has left the hand before its first move is heard. */
  #listen() {
    const listening = new AbortController();
    this.#listening = listening;
    const { signal } = listening;
    document.addEventListener("pointermove", (event) => this.#move(event), { signal });
    document.addEventListener("pointerup", (event) => this.#up(event), { signal });
    document.addEventListener(
      "pointercancel",
      (event) => event.pointerId === this.#held?.id && this.#release(),
      { signal },
    );
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    if (!held.dragged) {
      if (Math.hypot(x, y) < SLOP) return;
      held.dragged = true;
      held.card.setPointerCapture(held.id);
      held.companions = this.#companions(held.card);
      this.#acts.drag(true);
    }
    for (const card of held.companions ?? []) {
      card.style.translate = `${x}px ${y}px`;
      card.classList.add("held");
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const key = held.card.dataset.key ?? "";
    const under = held.dragged ? this.#under(event, held.companions ?? []) : null;
    const other = /** @type {HTMLElement | null | undefined} */ (under?.closest("[data-key]"));
    this.#release();
    if (!held.dragged) return;
    // the click that follows a drag chooses nothing
    this.#hand.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.#hand.removeEventListener("click", swallow, { capture: true }));
    const place = /** @type {HTMLElement | null | undefined} */ (under?.closest("[data-drop]"));
    if (place) this.#acts.drop(key, place, event.clientX);
    else if (other) this.#acts.lay(key, other.dataset.key ?? "");
  }

  #release() {
    const held = this.#held;
    this.#held = null;
    this.#listening?.abort();
    for (const card of held?.companions ?? []) {
      card.style.translate = "";
      card.classList.remove("held");
    }
    if (held?.dragged) this.#acts.drag(false);
    this.#acts.hold(false);
  }

  /**
   * The cards that are dragged together.
   * @param {HTMLElement} card
   * @returns {HTMLElement[]}
   */
  #companions(card) {
    if (card.getAttribute("aria-pressed") !== "true") return [card];
    /** @type {NodeListOf<HTMLElement>} */
    const chosen = this.#hand.querySelectorAll('[data-key][aria-pressed="true"]');
    return [...chosen];
  }

  /**
   * The element under the dragged cards.
   * @param {PointerEvent} event
   * @param {HTMLElement[]} dragged
   */
  #under(event, dragged) {
    for (const card of dragged) card.style.pointerEvents = "none";
    const found = document.elementFromPoint(event.clientX, event.clientY);
    for (const card of dragged) card.style.pointerEvents = "";
    return found;
  }
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
