/** The right column of a desk below the standing: this evening as lines, and what is at stake. */
import { html } from "../../html.js";
import { pure } from "../../pure.js";
import { game } from "../core/game.js";
import { readValue, saveValue } from "../core/prefs.js";
import { noted } from "./so_far.js";

/** @import { Evening } from "./so_far.js" */
/** @import { Component, Row, TableState } from "../core/game_types.js" */

const KEY = "evening";
const LAST = 8;
const WIDTH = 150;
const STEP = 22;

/** @type {Evening} */
let known = { match: "", deals: {} };

/**
 * Notes the order of a frame. A reload finds it again.
 * @param {TableState} table
 * @param {Row[]} rows best first
 * @returns {Evening}
 */
export function noteOrder({ frame }, rows) {
  if (!game.value) return known;
  const { match, view } = frame;
  if (known.match !== match) {
    const kept = /** @type {Evening | null} */ (readValue(KEY));
    if (kept?.match === match) known = kept;
  }
  const { deal } = game.value.chapter(view.public);
  const next = noted(
    known,
    match,
    deal,
    rows.map((row) => row.seat),
  );
  if (Object.keys(next.deals).length !== Object.keys(known.deals).length) saveValue(KEY, next);
  known = next;
  return known;
}

/** @param {{table: TableState, evening: Evening}} props */
export function EveningColumn({ table, evening }) {
  const { frame } = table;
  const orders = Object.values(evening.deals).slice(-LAST);
  const stake = game.value?.atStake?.(frame) ?? null;
  return html`${
    orders.length > 1
      ? html`<section class="evening">
        <h2>This evening</h2>
        <${Lines} orders=${orders} names=${frame.names} mine=${frame.seat} />
      </section>`
      : null
  }
  ${
    stake
      ? html`<section class="evening">
        <h2>At stake</h2>
        <p class="evening__stake">${stake}</p>
      </section>`
      : null
  }`;
}

/**
 * A line for each seat through its places, deal by deal.
 * @type {Component<{orders: number[][], names: string[], mine: number | null}>}
 */
const Lines = pure(({ orders, names, mine }) => {
  const last = /** @type {number[]} */ (orders.at(-1));
  const across = WIDTH / (orders.length - 1);
  /** @param {number} place */
  const down = (place) => STEP * (place + 0.5);
  return html`<svg class="evening__lines" viewBox="-6 0 256 ${STEP * last.length}" role="img"
    aria-label=${`The order after each of ${orders.length} deals; now ${last.map((seat) => names[seat]).join(", ")}`}>
    ${last.map((seat, place) => {
      const points = orders.flatMap((order, deal) =>
        order.includes(seat)
          ? [{ x: Math.round(deal * across), y: down(order.indexOf(seat)) }]
          : [],
      );
      return html`<g key=${seat} data-tone=${place % 5} data-mine=${seat === mine ? "" : null}>
        <polyline points=${points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        ${points.map(({ x, y }) => html`<circle key=${x} cx=${x} cy=${y} r="4" />`)}
        <text x=${WIDTH + 10} y=${down(place) + 5}>${names[seat]}</text>
      </g>`;
    })}
  </svg>`;
});
