/**
 * The moments of a hand, by their events. How often each comes in a hand of four casual bots (30
 * matches, 115 hands of 4.5 Races, `tests/games/moment_figures.py`): hats marked 4.3, duel won 4.1,
 * Race won 3.3, Landslide 1.1, Coalition tips 0.6, Power Play 0.4, skunked 0.3, hats full 0.3, both
 * out 0.15.
 */
import { cardsInWords, momentTable } from "../../js/table/core/moment_table.js";
import { kindOf, RANKS, SUIT_CARDS } from "./deck.js";
import { marked, marksOf, ROLES } from "./standing.js";

/** @import { Moment, MomentTable, Scene } from "../../js/table/core/moment_table.js" */
/** @import { GameEvent, Public } from "./records.js" */

/** @type {MomentTable<GameEvent, Public>} */
const MOMENTS = {
  "politiks-played": ({ seat, card, target, role }, { names }) =>
    isSkunk(card)
      ? skunked(seat, card, target, `${names[target]}’s ${ROLES[role]} card counts 0`)
      : null,

  played: ({ seat, cards, power, own, other }, { now, names }) => {
    const skunk = cards.find(isSkunk);
    const against = opponentOf(now, seat);
    if (skunk && against !== null)
      return skunked(seat, skunk, against, `${names[against]} falls to ${other}`);
    if (!power) return null;
    const line = `${names[seat]}, ${own} against ${other}`;
    return { greatness: "great", stamp: "Power Play", line, seat, cards: [...cards] };
  },

  joined: ({ seat, card, kingmaker }, { before, names }) => {
    const earlier = before.kingmaker ?? null;
    return kingmaker && earlier !== null && earlier !== seat
      ? {
          greatness: "great",
          stamp: "Coalition tips",
          line: `${names[seat]} is Kingmaker now`,
          ...{ seat, cards: [card], sore: [earlier] },
        }
      : null;
  },

  conceded: ({ seat, winner }, scene) => ({
    greatness: "great",
    stamp: "Duel won",
    line: `${scene.names[winner]}${totals(winner, scene)}`,
    ...{ seat: winner, sore: [seat] },
  }),

  "duel-tied": ({ seats }, { names }) => ({
    greatness: "rare",
    stamp: "Both are out",
    line: `${names[seats[0]]} and ${names[seats[1]]}`,
    ...{ seat: null, glad: [], sore: [...seats] },
  }),

  "race-won": ({ seat, role, landslide, cards }, { names }) => ({
    greatness: "great",
    stamp: landslide ? "Landslide" : "Race won",
    line: `${names[seat]}, ${ROLES[role]}`,
    seat,
    amount: { text: cardsInWords(cards), to: seat },
  }),

  "hats-marked": ({ seat, hats }, scene) => hatsMoment(seat, hats, scene),
  "hats-bought": ({ seat, hats }, scene) => hatsMoment(seat, hats, scene),
};

export const momentsOf = momentTable(MOMENTS);

/** @param {string} card */
const isSkunk = (card) => kindOf(card) === "ASKUNK";

/**
 * @param {number} seat
 * @param {string} card
 * @param {number} target
 * @param {string} line
 * @returns {Moment}
 */
const skunked = (seat, card, target, line) => ({
  greatness: "great",
  stamp: "Skunked",
  line,
  ...{ seat, cards: [card], sore: [target] },
});

/**
 * Hats in a score box; the one that leaves no place for another is a moment of its own.
 * @param {number} seat
 * @param {readonly string[]} hats
 * @param {Scene<Public>} scene
 * @returns {Moment | null}
 */
function hatsMoment(seat, hats, { now, before, names }) {
  if (!hats.length) return null;
  if (isFull(now, seat) && !isFull(before, seat))
    return { greatness: "great", stamp: "Hats full", line: names[seat], seat };
  const best = [...hats].sort((one, other) => RANKS.indexOf(other) - RANKS.indexOf(one))[0];
  const many = hats.length > 1;
  return {
    greatness: "small",
    stamp: many ? `${hats.length} hats` : "Hat marked",
    line: `${names[seat]}, ${many ? "the best a" : "a"} ${SUIT_CARDS[best].name}`,
    seat,
    amount: { text: `+${hats.length}`, to: seat },
  };
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
const isFull = (tableau, seat) => {
  const { hats } = marksOf(tableau, seat);
  return (
    marked({ ...marksOf(tableau, seat), votes: 0 }) > 0 &&
    hats.every((held, rank) => held >= tableau.hat_sizes[rank])
  );
};

/**
 * The other side of the running duel; null where it is over.
 * @param {Public} tableau
 * @param {number} seat
 */
const opponentOf = ({ duel, duels }, seat) =>
  (duel ?? duels.at(-1))?.sides.map(([player]) => player).find((other) => other !== seat) ?? null;

/**
 * The points of the duel that has just ended, the winner's first; "" where they are gone.
 * @param {number} winner
 * @param {Scene<Public>} scene
 */
function totals(winner, { now, before }) {
  const sides = (now.duels.at(-1) ?? before.duel)?.sides ?? [];
  const points = [...sides]
    .sort(([one], [other]) => Number(other === winner) - Number(one === winner))
    .map(([, , , total]) => total);
  return sides.some(([seat]) => seat === winner) ? `, ${points.join(" against ")}` : "";
}
