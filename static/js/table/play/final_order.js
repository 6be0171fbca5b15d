/** The final order of a match: places, not the titles of its last hand. Touches no page. */

/** @import { Outcome } from "../../records.js" */
/** @import { Row } from "../core/game_types.js" */

/**
 * One row for each seat, best first; seats with the same result share a place.
 * @param {number[]} seated the seats that stayed to the end
 * @param {Outcome} outcome
 * @returns {Row[]}
 */
export function finalOrder(seated, { ranking, points }) {
  const order = ranking.flatMap((group) => group.map((seat) => ({ seat, group })));
  return order.map(({ seat, group }, i) => {
    const number = order.findIndex((one) => one.group === group) + 1;
    const shared = group.length > 1 ? ", shared" : "";
    const gone = seated.includes(seat) ? "" : ", left the table";
    return {
      seat,
      title: `${ordinal(number)} place${shared}${gone}`,
      place: medalOf(i, order.length),
      points: points[seat],
      count: null,
      state: null,
      note: "",
    };
  });
}

/**
 * The looks of a line of the ladder.
 * @param {number} at
 * @param {number} lines
 */
function medalOf(at, lines) {
  if (at === 0) return "first";
  if (at === lines - 1) return "last";
  if (at === 1) return "second";
  return at === lines - 2 ? "penult" : "middle";
}

/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en-GB", { type: "ordinal" });
/** @param {number} number */
export const ordinal = (number) => `${number}${ENDINGS[rules.select(number)]}`;
