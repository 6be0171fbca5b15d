/** A table's parts in their places: on a desk seats round the felt and the ladder at the right, on a phone one column. */
import { signal } from "@preact/signals";
import { html } from "../../html.js";
import { Moving } from "../ui/motion.js";
import { Ladder, Oval, Strip } from "./seating.js";

const wide = matchMedia("(min-width: 60rem) and (min-height: 38rem)");

/** A phone on its side, where the hand lies beside the felt. */
const lying = matchMedia("(max-height: 29.9rem) and (min-width: 36rem)");

/** Whether there is room for the oval and the ladder. */
export const desk = signal(wide.matches);
wide.addEventListener("change", () => (desk.value = wide.matches));

/** How many pixels of height a hand may take on this screen. */
export function handLimit(own = true) {
  if (!own) return 0;
  if (lying.matches) return Math.max(150, innerHeight - 150);
  return desk.value
    ? Math.min(250, innerHeight * 0.27)
    : Math.max(150, Math.min(290, innerHeight * 0.36));
}

/**
 * `rows`: see seating.js; `seating`: seats clockwise, where they do not sit in the order of `rows`;
 * `middle`: what lies on the felt; `hand`, `bar`, `aside`: the parts below and beside it;
 * `pick`: {seats: Set, choose(seat), label} while somebody is to be picked.
 */
export function TableLayout({ table, rows, seating, middle, hand, bar, aside, pick }) {
  const seated = seating ? seating.map((seat) => rows.find((row) => row.seat === seat)) : rows;
  if (desk.value)
    return html`<${Moving} key="desk" class="board board--desk">
      <div class="board__play">
        <${Oval} rows=${rows} seating=${seated} table=${table} pick=${pick}>${middle}</${Oval}>
        ${hand}
        ${bar}
      </div>
      <aside class="board__side" aria-label="The ladder and more">
        <${Ladder} rows=${rows} table=${table} />
        ${aside}
      </aside>
      <span class="deck-spot" data-spot="deck"></span>
    </${Moving}>`;
  return html`<${Moving} key="phone" class="board board--phone">
    <${Strip} rows=${rows} seating=${seated} table=${table} pick=${pick} />
    <div class="felt" data-drop>
      <span class="deck-spot" data-spot="deck"></span>
      ${middle}
      ${aside}
    </div>
    ${hand}
    ${bar}
  </${Moving}>`;
}
