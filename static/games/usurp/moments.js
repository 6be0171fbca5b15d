/**
 * The moments of a hand, by their events. How often each comes in a hand of two casual bots (60
 * matches, 308 hands, `tests/games/moment_figures.py`): an Uprising that was true 2.2, a bluff caught
 * 1.9, usurped 0.8, hand won 0.8, the Order turned 0.4, Crown beats Plow 0.06, Plow beats Crown 0.03.
 */
import { cardSign } from "../../js/cards/french.js";
import { momentTable } from "../../js/table/core/moment_table.js";
import { listed } from "../../js/table/core/name.js";

/** @import { MomentTable, Scene } from "../../js/table/core/moment_table.js" */
/** @import { GameEvent, Order, Public } from "./records.js" */

/** @type {Record<Order, string>} */
const ORDERS = { regal: "high wins now", common: "low wins now" };

/** @type {MomentTable<GameEvent, Public>} */
const MOMENTS = {
  usurped: ({ seat, card, points, to }, scene) => ({
    greatness: "great",
    stamp: "Usurped",
    line: `${scene.names[seat]}, with ${cardSign(card)}`,
    ...{ seat, cards: [card], amount: amount(points, to, seat, scene) },
  }),

  scored: ({ seat, card, points, to, beater }, scene) =>
    beater
      ? {
          greatness: "rare",
          stamp: crownOrPlow(card),
          line: scene.names[seat],
          ...{ seat, cards: [card], amount: amount(points, to, seat, scene) },
        }
      : null,

  "order-named": ({ seat, order, leading, changed }, { names }) =>
    changed && !leading
      ? {
          greatness: "great",
          stamp: "The Order turns",
          line: `${names[seat]}: ${ORDERS[order]}`,
          seat,
        }
      : null,

  "turned-up": ({ seat, card, points, to, beater, bonus }, scene) => {
    const honest = scene.now.sides[to].includes(seat);
    return {
      greatness: beater ? "rare" : "great",
      stamp: honest ? "It was true" : "Caught bluffing",
      line: `${scene.names[seat]} uprose with ${cardSign(card)}`,
      seat,
      cards: [card],
      amount: amount(points + bonus, to, seat, scene),
      ...(honest ? {} : { glad: scene.now.sides[to], sore: [seat] }),
    };
  },

  "hand-over": ({ hand_points, winner }, { now, names }) => {
    if (winner === null)
      return {
        greatness: "rare",
        stamp: "A drawn hand",
        line: hand_points.join(" to "),
        seat: null,
      };
    const seats = now.sides[winner];
    return {
      greatness: "great",
      stamp: "Hand won",
      line: `${listed(seats.map((seat) => names[seat]))}, ${score(hand_points, winner)}`,
      seat: seats[0],
      glad: seats,
      amount: { text: "+1", to: seats[0] },
    };
  },
};

export const momentsOf = momentTable(MOMENTS);

/** @param {string} card */
const crownOrPlow = (card) => (card.startsWith("A") ? "Crown beats Plow" : "Plow beats Crown");

/**
 * The points go to the player, or to the first of the other side.
 * @param {number} points
 * @param {number} to a side
 * @param {number} seat
 * @param {Scene<Public>} scene
 */
const amount = (points, to, seat, { now }) => ({
  text: `+${points}`,
  to: now.sides[to].includes(seat) ? seat : now.sides[to][0],
});

/**
 * The hand points, the winner's first.
 * @param {readonly number[]} points
 * @param {number} winner
 */
const score = (points, winner) =>
  [points[winner], ...points.filter((_, side) => side !== winner)].join(" to ");
