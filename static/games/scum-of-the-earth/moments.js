/**
 * The moments of a hand, by their events. How often each comes in a hand of five casual bots
 * (24 matches, 259 shuffles, `tests/games/moment_figures.py`): trick won 17, four of a kind 1.2, out
 * first 0.9, a new Scum 0.5, up from Scum 0.5, five of a kind 0.19, top to bottom 0.12, bottom to
 * top 0.12, takeover 0.12, six of a kind 0.04.
 */
import { cardsInWords, momentTable } from "../../js/table/core/moment_table.js";
import { PLACES, placeOf } from "../../js/table/core/seat_states.js";

/** @import { Moment, MomentTable, Scene } from "../../js/table/core/moment_table.js" */
/** @import { GameEvent, Public } from "./records.js" */

const NUMBERS = ["", "", "", "", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** @type {MomentTable<GameEvent, Public>} */
const MOMENTS = {
  "takeover-declared": ({ seat }, { names, before }) => ({
    greatness: "rare",
    stamp: "Takeover",
    line: `${names[seat]}, ${titleOf(before, seat)} until now`,
    seat,
    cards: ["WILD", "WILD"],
    sore: before.ranks.slice(0, 1),
  }),

  "set-played": ({ seat, cards, size }, { now, names }) => {
    if (size < 4) return null;
    const last = now.ranks.at(-1) === seat;
    return {
      greatness: size > 4 ? "rare" : "great",
      stamp: `${NUMBERS[size] ?? size} of a kind`,
      line: last ? `${names[seat]}, of all people` : `${names[seat]}, ${titleOf(now, seat)}`,
      seat,
      cards,
    };
  },

  "trick-won": ({ seat }, { now, names }) => ({
    greatness: "small",
    stamp: "Trick won",
    line: names[seat],
    seat,
    ...(cardsOf(now) ? { amount: { text: cardsInWords(cardsOf(now)), to: seat } } : {}),
  }),

  "went-out": ({ seat, place }, { names }) =>
    place > 1 ? null : { greatness: "great", stamp: "Out first", line: names[seat], seat },

  "hand-ended": ({ order, pay }, scene) => endOfHand(order, pay, scene),
};

export const momentsOf = momentTable(MOMENTS);

/**
 * @param {Public} tableau
 * @param {number} seat
 */
const titleOf = ({ titles, ranks }, seat) =>
  titles[PLACES.indexOf(placeOf(ranks.indexOf(seat), ranks.length))];

/** @param {Public} tableau */
const cardsOf = ({ last_trick }) =>
  (last_trick?.sets ?? []).reduce((sum, { cards }) => sum + cards.length, 0);

/**
 * The fall to the bottom and the climb from it; the better one falls from or climbs to the top.
 * @param {number[]} order the new ranks
 * @param {number[]} pay
 * @param {Scene<Public>} scene
 */
function endOfHand(order, pay, { now, before, names }) {
  const [top, bottom] = [order[0], order[order.length - 1]];
  const { ranks } = before;
  const [topBefore, bottomBefore] = [ranks[0], ranks[ranks.length - 1]];
  const title = (/** @type {number} */ seat) => titleOf({ ...now, ranks: order }, seat);
  /** @type {Moment[]} */
  const found = [];
  if (bottom !== bottomBefore)
    found.push({
      greatness: bottom === topBefore ? "rare" : "great",
      stamp: bottom === topBefore ? "Top to bottom" : "Down you go",
      line: `${names[bottom]}, ${title(bottom)}`,
      ...{ seat: bottom, glad: [bottomBefore], sore: [bottom] },
    });
  if (bottomBefore !== bottom && order.includes(bottomBefore))
    found.push({
      greatness: top === bottomBefore ? "rare" : "great",
      stamp: top === bottomBefore ? "Bottom to top" : "Up from Scum",
      line: `${names[bottomBefore]}, ${title(bottomBefore)}`,
      seat: bottomBefore,
      amount: { text: `+${pay[order.indexOf(bottomBefore)]}`, to: bottomBefore },
    });
  return found;
}
