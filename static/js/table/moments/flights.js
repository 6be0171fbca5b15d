/** The flights of a moment: its cards come from where they lie, its amounts go to their owners. */

/** @import { Moment } from "../core/moment_table.js" */

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const GATHER_MS = 280;
/** The part of a moment after which its amounts leave. */
const LEAVES_AFTER = 0.45;

/** @typedef {{cards: (DOMRect | null)[], owners: (DOMRect | null)[]}} Origins */

/**
 * The boxes that a moment's flights begin or end at, read before its own are drawn: those of its
 * cards on the felt, else of the seat whose moment it is, and those of the amounts' owners.
 * @param {Element} felt
 * @param {Moment} moment
 * @returns {Origins}
 */
export function originsOf(felt, { cards = [], seat, amount = [] }) {
  const lying = cards.length ? [...felt.querySelectorAll("[data-code]")] : [];
  const found = cards.map((code) => {
    const at = lying.findIndex((one) => one.getAttribute("data-code") === String(code));
    return at < 0 ? spotOf(seat) : lying.splice(at, 1)[0];
  });
  return { cards: found.map(boxOf), owners: [amount].flat().map(({ to }) => boxOf(spotOf(to))) };
}

/**
 * The cards gather: each flies from where it lay.
 * @param {HTMLElement} place
 * @param {Origins["cards"]} from
 */
export function flyCards(place, from) {
  const drawn = [...place.querySelectorAll(".moment__card")];
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
 * The amounts fly to their owners' seats.
 * @param {HTMLElement} place
 * @param {Origins["owners"]} owners
 * @param {number} ms
 */
export function flyAmounts(place, owners, ms) {
  const drawn = [...place.querySelectorAll(".moment__amount")];
  const boxes = drawn.map((one) => one.getBoundingClientRect());
  for (const [i, one] of drawn.entries()) flyAmount(one, boxes[i], owners[i], ms);
}

/**
 * @param {Element} drawn
 * @param {DOMRect} box
 * @param {DOMRect | null} owner
 * @param {number} ms
 */
function flyAmount(drawn, box, owner, ms) {
  if (!owner) return;
  const [here, there] = [box, owner].map(middle);
  // whole on the screen, also where its owner sits at the edge
  const most = innerWidth - box.width / 2;
  there.x = Math.max(box.width / 2, Math.min(most, there.x));
  drawn.animate(
    [
      { offset: LEAVES_AFTER, translate: "0 0" },
      { offset: 0.9, translate: `${there.x - here.x}px ${there.y - here.y}px`, opacity: 1 },
      { translate: `${there.x - here.x}px ${there.y - here.y}px`, opacity: 0 },
    ],
    { duration: ms, easing: "ease-in-out", fill: "forwards" },
  );
}

/** @param {number | null} seat */
const spotOf = (seat) =>
  seat === null ? null : document.querySelector(`[data-spot="seat:${seat}"]`);

/** @param {Element | null} element */
const boxOf = (element) => element?.getBoundingClientRect() ?? null;

/** @param {DOMRect} box */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
