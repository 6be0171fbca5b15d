/** The keys that move a replay. */

import { SPEEDS } from "./controls.js";
import { actions, current, speed, steps } from "./moment.js";

/** @param {KeyboardEvent} event */
export function pressKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input, select, textarea, dialog[open]") ||
    !current.value
  )
    return;
  const deed = {
    ArrowLeft: () => (event.shiftKey ? actions.part(-1) : actions.step(-1)),
    ArrowRight: () => (event.shiftKey ? actions.part(1) : actions.step(1)),
    PageUp: () => actions.deal(-1),
    PageDown: () => actions.deal(1),
    Home: () => actions.to(0),
    End: () => actions.to((steps.total ?? 0) - 1),
    "+": () => actions.speed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed.value) + 1)]),
    "-": () => actions.speed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed.value) - 1)]),
    " ": () => target.closest("button, a, summary") || actions.play(),
  }[event.key];
  if (!deed || (target.closest("[data-key]") && event.key.startsWith("Arrow"))) return;
  if (event.key !== " " || !target.closest("button, a, summary")) event.preventDefault();
  deed();
}
