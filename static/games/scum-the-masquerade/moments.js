/**
 * The moments of a round, by their events; none is an event that only two seats are told. How often
 * each comes in a round of five casual bots (40 matches of the preset "long", 280 rounds,
 * `tests/games/moment_figures.py`): trick won 11.6, boon called and refused 1.6, out first 1.0, a
 * discipline 1.2 at most (Auspex), a decision 0.6, a new first 0.5, cancelled 0.3, revolution 0.05,
 * bluff caught 0.01. Bots grant no boon, declare no hunt and take no pact. Where all play at random:
 * hunt 0.7, boon granted 0.6, masks drop 0.4, one mask 0.3. So these are no rarer than great.
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
    greatness: "great",
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
          greatness: "great",
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
