/** The flights of a moment: its cards come from where they lie, its amount goes to its owner. */

/** @import { Moment } from "../core/moment_table.js" */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const GATHER_MS = 280;
/** The part of a moment after which its amount leaves. */
const LEAVES_AFTER = 0.45;

/** @param {number | null} seat */
const spotOf = (seat) =>
  seat === null ? null : document.querySelector(`[data-spot="seat:${seat}"]`);

/**
 * The cards gather: each flies from its place on the felt, or from the seat whose moment it is.
 * @param {HTMLElement} place
 * @param {Element} felt
 * @param {Moment} moment
 */
export function flyCards(place, felt, { cards = [], seat }) {
  const drawn = [...place.querySelectorAll(".moment__card")];
  if (!drawn.length) return;
  const lying = [...felt.querySelectorAll("[data-code]")];
  const origins = drawn.map((_, i) => {
    const at = lying.findIndex((one) => one.getAttribute("data-code") === String(cards[i]));
    return at < 0 ? spotOf(seat) : lying.splice(at, 1)[0];
  });
  const from = origins.map((one) => one?.getBoundingClientRect() ?? null);
  const to = drawn.map((one) => one.getBoundingClientRect());
  drawn.forEach((card, i) => {
    const origin = from[i];
    if (!origin?.width) return;
    const [x, y] = [middle(origin).x - middle(to[i]).x, middle(origin).y - middle(to[i]).y];
    const scale = Math.min(1, origin.width / to[i].width);
    card.animate([{ translate: `${x}px ${y}px`, scale: `${scale}` }, {}], {
      duration: GATHER_MS,
      easing: EASE,
    });
  });
}

/**
 * The amount flies to its owner's seat.
 * @param {HTMLElement} place
 * @param {Moment} moment
 * @param {number} ms
 */
export function flyAmount(place, { amount }, ms) {
  const drawn = place.querySelector(".moment__amount");
  const spot = amount && spotOf(amount.to);
  if (!drawn || !spot) return;
  const [here, there] = [drawn.getBoundingClientRect(), spot.getBoundingClientRect()].map(middle);
  drawn.animate(
    [
      { offset: LEAVES_AFTER, translate: "0 0" },
      { offset: 0.9, translate: `${there.x - here.x}px ${there.y - here.y}px`, opacity: 1 },
      { translate: `${there.x - here.x}px ${there.y - here.y}px`, opacity: 0 },
    ],
    { duration: ms, easing: "ease-in-out", fill: "forwards" },
  );
}

/** @param {DOMRect} box */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
