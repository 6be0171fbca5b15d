/** The fair shuffle of this game by its rules: the cards that are shuffled, and who gets which. */
import { inTurn, lotOf, planOf } from "../../js/fair/plans.js";
import { deck } from "./cards.js";

/** @import { Public } from "./records.js" */

/** @param {Public} tableau */
function packs({ order, options }) {
  if (order.length !== 6) return order.length < 6 ? 1 : 2;
  if (options.packs === "auto")
    return options.evening === "first-night" || options.evening === "ranks" ? 1 : 2;
  return Number(options.packs);
}

/**
 * The cards that await the shuffle and the plan of the deal, as the rules say; null: nothing does.
 * @param {Public} tableau
 * @returns {{codes: string[], plan: string[]} | null}
 */
export function deckOf(tableau) {
  const { phase, round, options, extras } = tableau;
  const order = tableau.dealt_to.length ? tableau.dealt_to : tableau.order;
  const codes = deck(packs(tableau));
  const extra = codes.length % order.length;
  if (tableau.asked === "draw") return planOf(codes, []);
  switch (phase) {
    case "lot":
      return lotOf([...order.keys()], extra);
    case "deal": {
      const pacts = options.evening === "masquerade" && options.pacts;
      const later = round > 0 && pacts ? "?" : "";
      const each = inTurn(order, codes.length - extra);
      const last = order.filter((seat) => extras.includes(seat));
      return { codes, plan: [...each, ...last].map((seat) => `${seat}${later}`) };
    }
    default:
      return null;
  }
}
