/**
 * The rules page with scripts: the table's drawings replace the simple cards, and cards can be
 * tried against each other.
 */

import { signal } from "@preact/signals";
import { Back, rankOf, SUIT_NAMES, suitOf } from "../../js/cards/french.js";
import { drawPageCards } from "../../js/cards/page_cards.js";
import { drawTrial, trial } from "../../js/cards/page_trial.js";
import { html } from "../../js/html.js";
import { cardName, Face } from "./cards.js";
import { moveEffect } from "./move_effects.js";

/** @import { Order } from "./records.js" */

drawPageCards(Face, Back);

/** @type {Record<string, Record<string, number>>} */
const WORTH = {
  olde: { A: 15, K: 13, Q: 12, J: 11, 10: 10, 9: 9, 8: 8, 7: 7, 6: 6, 5: 5, 4: 4, 3: 3, 2: 2 },
  alternative: {
    A: 15,
    K: 10,
    Q: 10,
    J: 10,
    10: 10,
    9: 5,
    8: 5,
    7: 5,
    6: 5,
    5: 5,
    4: 5,
    3: 5,
    2: 5,
  },
};
const chosen = signal({
  order: /** @type {Order} */ ("regal"),
  upcard: "9H",
  card: /** @type {string | null} */ (null),
});
/** @param {Partial<typeof chosen.value>} fields */
const choose = (fields) => (chosen.value = { ...chosen.value, ...fields });

/** @type {{of: keyof typeof chosen.value, label: string, items: string[]}[]} */
const ROWS = [
  { of: "order", label: "Order", items: ["regal", "common"] },
  { of: "upcard", label: "Upcard", items: ["9H", "KS", "AC", "2D"] },
  { of: "card", label: "Your card", items: ["KH", "4H", "9S", "AS", "2C", "KC", "AD", "7D"] },
];

const rows = () =>
  ROWS.map(({ of, label, items }) => ({
    label,
    items: items.map(
      (item) => html`<button key=${item} type="button"
        class=${of === "order" ? "button quiet" : "trial-card"}
        aria-pressed=${String(chosen.value[of] === item)}
        aria-label=${of === "order" ? null : cardName(item)}
        onClick=${() => choose({ [of]: item })}>
        ${of === "order" ? ORDERS[item] : html`<${Face} code=${item} small />`}
      </button>`,
    ),
  }));

/** @type {Record<string, string>} */
const ORDERS = { regal: "Regal: high wins", common: "Common: low wins" };

function verdict() {
  const { order, upcard, card } = chosen.value;
  if (card === null) return "Choose a card of yours.";
  const points = trial.dataset.points === "olde" ? "olde" : "alternative";
  const {
    way,
    points: won,
    wins,
  } = moveEffect(
    { upcard, order, free: false, worth: WORTH[points][rankOf(upcard)], options: { points } },
    card,
  );
  switch (way) {
    case "usurp":
      return (
        `Usurp. ${won} to you; the suit is ${SUIT_NAMES[suitOf(card)]} now, and you may change ` +
        "the Order."
      );
    case "score":
      return wins
        ? `Score. It wins: ${won} to you.`
        : `It follows suit and loses: ${won} to your opponent.`;
    case "sluff":
      return (
        `Sluff Off, if you hold no ${SUIT_NAMES[suitOf(upcard)]}: ${won} to your ` +
        "opponent, who may play any card on it. Or uprise with it, and hope."
      );
    default:
      throw new Error(`a play of an unknown kind: ${way}`);
  }
}

drawTrial(rows, verdict);
