/** The result of a match: the final order with points, and the link to its replay. */
import { html } from "../../html.js";
import { requireGame, words } from "../core/game.js";
import { Icon } from "../ui/icons.js";
import { FairEnd, Receipt } from "./fairness.js";
import { finalOrder } from "./final_order.js";
import { Ladder } from "./seating.js";

/** @import { Frame } from "../../messages.js" */
/** @import { Outcome } from "../../records.js" */
/** @import { TableState } from "../core/game_types.js" */

/** @type {Record<string, string>} */
const REASONS = {
  "end-point": "Points target reached.",
  "last-deal": "Final hand played.",
  stopped: "The match was stopped; nobody won.",
};

/** @param {{table: TableState}} props */
export function Result({ table }) {
  const { frame } = table;
  const outcome = /** @type {Outcome} */ (frame.outcome);
  const { ranking, reason } = outcome;
  const winners = ranking[0] ?? [];
  const seated = requireGame()
    .standing(frame)
    .map((row) => row.seat);
  const rows = finalOrder(seated, outcome);
  return html`<section class="panel engraved result" aria-labelledby="result-head">
    <p class="over">
      ${requireGame().reasons?.[reason] ?? REASONS[reason] ?? "The match is over."}
    </p>
    ${winners.length ? html`<span class="result__crown"><${Icon} name="crown" /></span>` : null}
    <h2 id="result-head">${whoWon(frame, winners)}</h2>
    <${Ladder} rows=${rows} table=${table} label="Final order" unit=${words.value.result} />
    ${requireGame().Aftermath ? html`<${requireGame().Aftermath} frame=${frame} />` : null}
    <${FairEnd} match=${frame.match} />
    <${Receipt} match=${frame.match} receipt=${frame.receipt} />
    ${
      table.room?.unrated
        ? html`<p class="soft">Not rated: hints were allowed or given in this match.</p>`
        : null
    }
    <p class="soft">
      Points are play points. <a href=${`/match/${frame.match}#replay-head`}>Watch the replay</a>
      ${frame.seat === null ? null : html` or <a href=${`/match/${frame.match}#look-back`}>look back</a>`}
    </p>
  </section>`;
}

/**
 * The winners' names; the viewer comes first.
 * @param {Frame} frame
 * @param {number[]} winners
 */
function whoWon(frame, winners) {
  if (!winners.length) return "No winner";
  const others = winners.filter((seat) => seat !== frame.seat).map((seat) => frame.names[seat]);
  return `${(winners.some((seat) => seat === frame.seat) ? ["You", ...others] : others).join(" and ")} won`;
}
