/**
 * Cards on their way to the table: each lies pale where it goes until the table has answered, and
 * its place in the hand stays free. The cards themselves are moved, by animations that end there:
 * a copy in the document would cost a slow phone ten times as much.
 */
import { DURATION, EASE } from "./flights.js";

/** @type {Map<HTMLElement, () => void>} what brings each card back that is on its way */
const undos = new Map();
const PALE = 0.6;
/** Pixels between two cards that lie beside each other. */
const GAP = 6;

/**
 * Lays these cards side by side into the middle of `goal`.
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
    const y = goal.top + (goal.height - boxes[i].height) / 2;
    const there = {
      translate: `${x - boxes[i].left}px ${y - boxes[i].top}px`,
      opacity: PALE,
      zIndex: 60,
    };
    undos.get(card)?.();
    undos.set(card, flies ? flown(card, there) : laid(card, there));
    card.dataset.away = "";
    x += steps[i];
  });
}

/**
 * @param {HTMLElement} card
 * @param {Keyframe} there
 */
function flown(card, there) {
  const how = { duration: DURATION.play, easing: EASE, fill: /** @type {const} */ ("forwards") };
  const flight = card.animate([{}, there], how);
  return () => flight.cancel();
}

/**
 * @param {HTMLElement} card
 * @param {Keyframe} there
 */
function laid(card, there) {
  Object.assign(card.style, there);
  return () => Object.assign(card.style, { translate: "", opacity: "", zIndex: "" });
}

/** @param {HTMLElement} element */
export const isAway = (element) => undos.has(element);

/** Forgets the cards that have left the hand; with `all`, brings the others back to it. */
export function bringBack(all = false) {
  for (const [card, undo] of undos) {
    if (!all && card.isConnected) continue;
    undo();
    delete card.dataset.away;
    undos.delete(card);
  }
}
