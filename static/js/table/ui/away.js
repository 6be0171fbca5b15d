/**
 * Cards on their way to the table: each is pale in the hand, and a pale copy lies where it goes,
 * until the table has answered.
 */
import { DURATION, EASE } from "./flights.js";

/** @type {Map<HTMLElement, HTMLElement>} the copy of each card that is on its way */
const copies = new Map();
/** Pixels between two copies that lie beside each other. */
const GAP = 6;

/**
 * Puts copies of these cards side by side into the middle of `goal`.
 * @param {HTMLElement[]} cards
 * @param {DOMRect} goal
 * @param {boolean} flies false: they lie there at once
 */
export function sendAway(cards, goal, flies) {
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const most = goal.width / Math.max(1, cards.length);
  const steps = boxes.map(({ width }) => Math.min(width + GAP, most));
  let x = goal.left + goal.width / 2 - steps.reduce((sum, step) => sum + step, 0) / 2;
  cards.forEach((card, i) => {
    const from = boxes[i];
    const y = goal.top + (goal.height - from.height) / 2;
    const copy = copyOf(card, x, y, from);
    if (flies)
      copy.animate([{ transform: `translate(${from.left - x}px, ${from.top - y}px)` }, {}], {
        duration: DURATION.play,
        easing: EASE,
      });
    x += steps[i];
  });
}

/**
 * @param {HTMLElement} card
 * @param {number} x
 * @param {number} y
 * @param {DOMRect} box
 */
function copyOf(card, x, y, { width, height }) {
  copies.get(card)?.remove();
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const name of ["data-flip", "data-key", "data-code", "id", "tabindex"])
    copy.removeAttribute(name);
  copy.inert = true;
  copy.classList.add("ghost", "away");
  Object.assign(copy.style, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(copy);
  card.dataset.away = "";
  copies.set(card, copy);
  return copy;
}

/**
 * The box in which a thing is seen: that of its copy while it is on its way.
 * @param {HTMLElement} element
 */
export const seenBox = (element) => (copies.get(element) ?? element).getBoundingClientRect();

/** @param {HTMLElement} element */
export const isAway = (element) => copies.has(element);

/** Takes the copies away: of cards that have left the hand, or of all. */
export function bringBack(all = false) {
  for (const [card, copy] of copies) {
    if (!all && card.isConnected) continue;
    copy.remove();
    delete card.dataset.away;
    copies.delete(card);
  }
}
