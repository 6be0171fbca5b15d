/**
 * The moments of a hand, by their events. How often each comes in a hand of five casual bots (12
 * matches, 252 shuffles, `tests/games/moment_figures.py`): pot won 0.9, Bullfrog 0.7, Tadpole 0.4,
 * Frog 0.4, all in 0.23, Scroker 0.19, unseen pot 0.19, a word that stands 0.1, no such word 0.08.
 */
import { momentTable } from "../../js/table/core/moment_table.js";
import { listed } from "../../js/table/core/name.js";

/** @import { Greatness, Moment, MomentTable, Scene } from "../../js/table/core/moment_table.js" */
/** @import { GameEvent, Public } from "./records.js" */

/** By category, from Scum: what the stamp says of the claim, and how great it is. */
/** @type {[string, Greatness][]} */
const CLAIMS = [
  ["No word", "small"],
  ["A Duck", "small"],
  ["Two Ducks", "small"],
  ["A Tadpole", "small"],
  ["A Frog", "great"],
  ["A Bullfrog", "great"],
  ["A Slush", "great"],
  ["A Scroker", "rare"],
  ["Flying Scroker", "rare"],
];

/** @type {MomentTable<GameEvent, Public>} */
const MOMENTS = {
  opened: ({ seat }, scene) => allIn(seat, scene),
  called: ({ seat }, scene) => allIn(seat, scene),
  raised: ({ seat }, scene) => allIn(seat, scene),
  "tapped-out": ({ seat }, scene) => staked(seat, scene),

  "claim-shown": ({ seat, words, presented }, { names }) => {
    if (!words.length) return null;
    const [stamp, greatness] = CLAIMS[presented];
    return { greatness, stamp, line: names[seat], seat, letters: words.join(" ") };
  },

  spellchecked: ({ by, seat, word, listed: found, payer, chips }, { names }) => ({
    greatness: "great",
    stamp: found ? "It stands" : "No such word",
    line: `${names[payer]} pays ${chips}`,
    seat: found ? seat : by,
    sore: [payer],
    letters: word,
  }),

  "pot-won": ({ seats, chips }, { names }) => ({
    greatness: "great",
    stamp: seats.length > 1 ? "Pot shared" : "Pot won",
    line: listed(seats.map((seat) => names[seat])),
    seat: seats[0],
    glad: [...seats],
    amount: seats.map((to, i) => ({ text: `+${chips[i]}`, to })),
  }),

  "folded-out": ({ seat, chips }, { names }) => ({
    greatness: "small",
    stamp: "Pot won",
    line: `${names[seat]}, unseen`,
    seat,
    amount: { text: `+${chips}`, to: seat },
  }),
};

export const momentsOf = momentTable(MOMENTS);

/**
 * A bet that takes the last chip. Who may tap out is named by the event that says so.
 * @param {number} seat
 * @param {Scene<Public>} scene
 */
const allIn = (seat, scene) =>
  scene.now.stacks[seat] || scene.now.tapped.includes(seat) ? null : staked(seat, scene);

/**
 * @param {number} seat
 * @param {Scene<Public>} scene
 * @returns {Moment}
 */
const staked = (seat, { now, names }) => ({
  greatness: "great",
  stamp: "All in",
  line: `${names[seat]}, with ${now.staked[seat]} at stake`,
  seat,
  glad: [],
});
