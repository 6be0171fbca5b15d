/** Single flights of elements, of copies of those that have gone, and of cards on their way. */
import { layer } from "./layer.js";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** @type {Record<string, number>} */
const DURATION = { hand: 220, play: 220, rung: 600, deal: 260 };
export const GATHER_MS = 300;

/** @param {HTMLElement} element */
export const durationOf = (element) => DURATION[element.dataset.motion ?? ""] ?? DURATION.play;

/**
 * The newest flight of each element. To ask the element itself would lay out the page.
 * @type {WeakMap<HTMLElement, Animation>}
 */
const newest = new WeakMap();

/**
 * Flies an element from where it was; null where it has hardly moved.
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} delay
 */
export function fly(element, from, to, delay) {
  if (from.width === 0 || to.width === 0) return null;
  const x = from.left - to.left;
  const y = from.top - to.top;
  const scale = element.dataset.motion === "rung" ? 1 : from.width / to.width;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return null;
  const flight = element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { duration: durationOf(element), delay, easing: EASE, fill: "backwards" },
  );
  element.dataset.flying = y > 0 ? "up" : "down";
  newest.set(element, flight);
  flight.onfinish = flight.oncancel = () => {
    if (newest.get(element) === flight) delete element.dataset.flying;
  };
  return flight;
}

/**
 * A copy of what has gone flies to where it is gathered.
 * @param {HTMLElement} element
 * @param {DOMRect} box
 * @param {DOMRect} to
 */
export function gather(element, box, to) {
  if (box.width === 0) return null;
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.removeAttribute("data-flip");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  layer("ghosts").append(ghost);
  const x = to.left + to.width / 2 - box.left - box.width / 2;
  const y = to.top + to.height / 2 - box.top - box.height / 2;
  const flight = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 0 },
    ],
    { duration: GATHER_MS, easing: EASE },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
  return flight;
}

/**
 * Cards on their way to the table: each lies pale where it goes until the table has answered, and
 * its place in the hand stays free. The cards themselves are moved, since copies in the document
 * make every style look again. This brings each back.
 * @type {Map<HTMLElement, () => void>}
 */
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
