/** Cards that travel from one person to another; loaded with the first of them. */
import { render } from "preact";
import { html } from "../../html.js";
import { requireGame } from "../core/game.js";
import { layer } from "../ui/layer.js";
import { painted } from "../ui/painted.js";

/** @import { Travel } from "../core/game_types.js" */

const TRAVEL_MS = 900;
/** As many travels of one frame as are seen, and cards of each. */
const MOST = 4;
const MOST_CARDS = 5;

/**
 * Flies these cards over the table: faces where the viewer knows them, backs elsewhere. The frame
 * that brings them is painted first; then all seats are looked at before anything is drawn.
 * @param {Travel[]} travels
 */
export async function showTravels(travels) {
  await painted();
  const found = travels.slice(0, MOST).map((travel) => ({
    travel,
    start: middleOf(travel.from),
    end: middleOf(travel.to),
  }));
  for (const { travel, start, end } of found) if (start && end) fly(travel, start, end);
}

/** @typedef {{x: number, y: number}} Spot */

/**
 * @param {Travel} travel
 * @param {Spot} start
 * @param {Spot} end
 */
function fly({ number, codes }, start, end) {
  const { Face } = requireGame();
  const cards = document.createElement("div");
  cards.className = "travel";
  render(
    codes
      ? codes.slice(0, MOST_CARDS).map(
          (code, i) => html`<span key=${i} class="travel__card">
            <${Face} code=${String(code)} small />
          </span>`,
        )
      : html`<span class="backs">
          ${Array.from({ length: Math.min(number, MOST_CARDS) }, (_, i) => html`<i key=${i}></i>`)}
        </span>`,
    cards,
  );
  layer("travels").append(cards);
  const at = (/** @type {Spot} */ { x, y }) => `calc(${x}px - 50%) calc(${y}px - 50%)`;
  const flight = cards.animate(
    [
      { translate: at(start), scale: "0.6", opacity: 0 },
      { translate: at(start), scale: "1", opacity: 1, offset: 0.15 },
      { translate: at(end), scale: "1", opacity: 1, offset: 0.85 },
      { translate: at(end), scale: "0.6", opacity: 0 },
    ],
    { duration: TRAVEL_MS, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => {
    render(null, cards);
    cards.remove();
  };
}

/**
 * The middle of a seat on the screen; null where it is not drawn.
 * @param {number} seat
 */
function middleOf(seat) {
  const box = document.querySelector(`[data-spot="seat:${seat}"]`)?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}
