/** The evening's ledger: a line for each person through the matches of tonight, and their points. */
import { html } from "../../html.js";
import { words } from "../core/game.js";
import { ledgerOf } from "./ledger_rows.js";

/** @import { Played } from "./ledger_rows.js" */

const ACROSS = 170;
const DOWN = 26;

/** @param {{evening: Played[]}} props */
export function Ledger({ evening }) {
  const { orders, earned } = ledgerOf(evening);
  const last = orders.at(-1);
  if (!last || orders.length < 2) return null;
  const most = Math.max(...orders.map((order) => order.length));
  const step = ACROSS / (orders.length - 1);
  /** @param {number} who */
  const label = (who) => `${earned.get(who)?.name} ${earned.get(who)?.points}`;
  return html`<section class="end__evening" aria-labelledby="end-evening">
    <h3 id="end-evening">This evening</h3>
    <svg class="evening__lines" viewBox=${`-8 0 330 ${DOWN * most}`} role="img"
      aria-label=${`Places in ${orders.length} matches. Now, with ${words.value.result} of tonight: ${last.map(label).join(", ")}`}>
      ${last.map((who, place) => {
        const points = orders.flatMap((order, at) =>
          order.includes(who)
            ? [{ x: Math.round(at * step), y: DOWN * (order.indexOf(who) + 0.5) }]
            : [],
        );
        return html`<g key=${who} data-tone=${place % 5}>
          <polyline points=${points.map(({ x, y }) => `${x},${y}`).join(" ")} />
          ${points.map(({ x, y }) => html`<circle key=${x} cx=${x} cy=${y} r="4" />`)}
          <text x=${ACROSS + 12} y=${DOWN * (place + 0.5) + 5}>${label(who)}</text>
        </g>`;
      })}
    </svg>
  </section>`;
}
