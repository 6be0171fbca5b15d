/**
 * The moments of a round, by their events; none is an event that only two seats are told. How often
 * each comes in a round of five casual bots (8 evenings of disciplines, 40 rounds,
 * `tests/games/moment_figures.py`): trick won 9.4, out first 0.8, a decision 0.5, a new first 0.45,
 * revolution 0.2. Boons, hunts, pacts and disciplines are offers, which that count does not take.
 */
import { momentTable } from "../../js/table/core/moment_table.js";
import { listed } from "../../js/table/core/name.js";
import { powerName } from "./powers.js";
import { hasRanks, titleOf } from "./standing.js";

/** @import { Moment, MomentTable, Scene } from "../../js/table/core/moment_table.js" */
/** @import { GameEvent, Public } from "./records.js" */

/** @type {MomentTable<GameEvent, Public>} */
const MOMENTS = {
  "boon-asked": ({ seat }, { now, names }) => ({
    greatness: "great",
    stamp: "Boon called",
    line: `${names[seat]} calls on ${names[now.order[0]]}`,
    seat,
  }),

  "boon-answered": ({ seat, granted }, { names }) => ({
    greatness: granted ? "great" : "small",
    stamp: granted ? "Boon granted" : "Boon refused",
    line: names[seat],
    ...(granted ? { seat } : { seat, glad: [], sore: [seat] }),
  }),

  "hunt-declared": ({ seat, hunted }, { names }) => ({
    greatness: "rare",
    stamp: "Blood hunt",
    line: `on ${names[hunted]}, by ${names[seat]}`,
    ...{ seat, sore: [hunted] },
  }),

  "discipline-used": ({ seat, discipline, targets, cards }, { now, names }) => ({
    greatness: "great",
    stamp: powerName(now, discipline),
    line: `${names[seat]}${targets.length ? ` on ${listed(targets.map((one) => names[one]))}` : ""}`,
    ...{ seat, cards: [...cards], sore: targets.filter((one) => one !== seat) },
  }),

  "use-cancelled": ({ seat, user, discipline }, { now, names }) => ({
    greatness: "great",
    stamp: "Cancelled",
    line: `${names[seat]} stops ${names[user]}’s ${powerName(now, discipline)}`,
    ...{ seat, sore: [user] },
  }),

  decided: ({ seat }, { now, names }) => ({
    greatness: "great",
    stamp: "So decided",
    line: [names[seat], titleOf(now, seat)].filter(Boolean).join(", "),
    seat,
  }),

  "pacts-revealed": ({ seats }, { names }) =>
    seats.length
      ? {
          greatness: "rare",
          stamp: seats.length > 1 ? "Masks drop" : "A mask drops",
          line: `${listed(seats.map((seat) => names[seat]))} had a pact`,
          ...{ seat: seats[0], glad: [...seats] },
        }
      : null,

  "bluff-called": ({ seat, user, cards, false: bluff }, { names }) => ({
    greatness: "great",
    stamp: bluff ? "Caught bluffing" : "It was true",
    line: `${names[seat]} challenged ${names[user]}`,
    cards: [...cards],
    ...(bluff ? { seat, sore: [user] } : { seat: user, sore: [seat] }),
  }),

  "trick-won": ({ seat }, { names }) => ({
    ...{ greatness: "small", stamp: "Trick won", line: names[seat], seat },
  }),

  "went-out": ({ seat, place }, { names }) =>
    place > 1 ? null : { greatness: "great", stamp: "Out first", line: names[seat], seat },

  revolution: ({ seat }, { names, before }) => ({
    greatness: "rare",
    stamp: "Revolution",
    line: `${names[seat]}: the last are first`,
    ...{ seat, sore: before.order.slice(0, 1) },
  }),

  "round-ended": ({ order }, { before, names }) => {
    if (!hasRanks(before) || order[0] === before.order[0]) return null;
    return {
      greatness: "great",
      stamp: "A new first",
      line: names[order[0]],
      ...{ seat: order[0], sore: [before.order[0]] },
    };
  },
};

export const momentsOf = momentTable(MOMENTS);
