/** Gestures on a board in a window: two fingers zoom it, a mouse drags it. One finger scrolls. */

/** @import { Pair } from "./zoom_steps.js" */

const SLOP = 6;

/**
 * @typedef {object} PinchHandlers
 * @property {() => number} begin the zoom as two fingers come down
 * @property {(zoom: number, point: Pair) => void} pinch another zoom, about a point of the window
 */

/**
 * Listens to two fingers. One finger scrolls as everywhere, so the page scrolls with it where the
 * board has nothing to scroll.
 * @param {HTMLElement} box the window; its `touch-action` leaves out pinch-zoom
 * @param {PinchHandlers} handlers
 * @param {AbortSignal} signal
 */
export function listenToPinches(box, { begin, pinch }, signal) {
  let [apart, zoom] = [0, 1];
  /** @param {TouchEvent} event */
  const down = (event) => {
    if (event.touches.length !== 2) return;
    apart = distance(event.touches);
    zoom = begin();
  };
  /** @param {TouchEvent} event */
  const move = (event) => {
    if (event.touches.length !== 2 || apart === 0) return;
    if (event.cancelable) event.preventDefault();
    pinch((zoom * distance(event.touches)) / apart, middle(event.touches, box));
  };
  const up = () => (apart = 0);
  box.addEventListener("touchstart", down, { signal, passive: true });
  box.addEventListener("touchmove", move, { signal, passive: false });
  box.addEventListener("touchend", up, { signal });
  box.addEventListener("touchcancel", up, { signal });
}

/** @param {TouchList} touches */
const distance = ({ 0: one, 1: other }) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/**
 * @param {TouchList} touches
 * @param {HTMLElement} box
 * @returns {Pair}
 */
function middle({ 0: one, 1: other }, box) {
  const { left, top } = box.getBoundingClientRect();
  return [(one.clientX + other.clientX) / 2 - left, (one.clientY + other.clientY) / 2 - top];
}

/**
 * Lets a mouse drag what is larger than its window. A click after a drag chooses nothing.
 * @param {HTMLElement} box
 * @param {AbortSignal} signal
 */
export function listenToDrags(box, signal) {
  /** @type {{x: number, y: number, left: number, top: number, dragged: boolean} | null} */
  let held = null;
  box.addEventListener(
    "pointerdown",
    ({ pointerType, button, clientX: x, clientY: y }) => {
      if (pointerType !== "mouse" || button !== 0) return;
      held = { x, y, left: box.scrollLeft, top: box.scrollTop, dragged: false };
    },
    { signal },
  );
  box.addEventListener(
    "pointermove",
    ({ clientX, clientY, pointerId, buttons }) => {
      if (!held) return;
      if (!(buttons & 1)) held = null;
      else if (held.dragged || Math.hypot(clientX - held.x, clientY - held.y) >= SLOP) {
        if (!held.dragged) box.setPointerCapture(pointerId);
        held.dragged = true;
        box.scrollTo(held.left + held.x - clientX, held.top + held.y - clientY);
      }
    },
    { signal },
  );
  box.addEventListener(
    "click",
    (event) => {
      if (held?.dragged) {
        event.stopPropagation();
        event.preventDefault();
      }
      held = null;
    },
    { signal, capture: true },
  );
}
