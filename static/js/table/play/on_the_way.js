/**
 * One's own deed on its way: the cards of an answer without a reply lie pale on the table. A page
 * that was loaded again shows what it had sent before. Nobody else sees any of it.
 */
import { effect } from "@preact/signals";
import { chosen, codeOf } from "../../cards/selection.js";
import { game } from "../core/game.js";
import { frame } from "../core/store.js";
import { pending } from "../net/commands.js";
import { bringBack, sendAway } from "../ui/flights.js";
import { motionAllowed } from "../ui/motion.js";

/** @import { Command } from "../../messages.js" */

/** @type {string | null} the id of the answer that is drawn */
let drawn = null;

export function drawWhatIsOnItsWay() {
  effect(() => {
    const answer = [...pending.value.values()].find(({ type }) => type === "play");
    if (answer === undefined) {
      if (drawn !== null) bringBack(true);
      drawn = null;
      return;
    }
    if (drawn === answer.id || frame.value === null || game.value === null) return;
    if (draw(answer)) drawn = answer.id;
    else
      requestAnimationFrame(() => {
        if (pending.peek().has(answer.id) && draw(answer)) drawn = answer.id;
      });
  });
}

/**
 * Returns whether the cards of that answer were found in the hand.
 * @param {Command} answer
 */
function draw(answer) {
  const parts = new Set(primitives(/** @type {any} */ (answer).move));
  const cards = chosen
    .peek()
    .filter((key) => parts.has(codeOf(key)))
    .flatMap((key) => [...document.querySelectorAll(`.hand [data-key="${CSS.escape(key)}"]`)]);
  const goal = document.querySelector("[data-drop]")?.getBoundingClientRect();
  if (!cards.length || !goal) return false;
  sendAway(/** @type {HTMLElement[]} */ (cards), goal, motionAllowed());
  return true;
}

/**
 * All words and numbers in a move, as text.
 * @param {unknown} value
 * @returns {string[]}
 */
function primitives(value) {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(primitives)
    : [String(value)];
}
