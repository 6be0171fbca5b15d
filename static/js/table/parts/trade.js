/** The two sides of a trade: what I give and what I get. */
import { html } from "../../html.js";

/** @import { CardLook } from "../core/game_types.js" */

/**
 * @typedef {object} TradeTerms
 * @property {number} with the other seat
 * @property {(string | number)[]} gives the cards that the viewer gives
 * @property {(string | number)[]} wants the cards that the viewer gets
 * @property {string} [givesWords] where it is not all cards
 * @property {string} [wantsWords]
 */

/** @param {{terms: TradeTerms, names: string[], look: CardLook}} props */
export function Trade({ terms, names, look }) {
  return html`<dl class="trade" aria-label=${`A trade with ${names[terms.with]}`}>
    <${Side} title="You give" codes=${terms.gives} words=${terms.givesWords} look=${look} />
    <${Side} title=${`${names[terms.with]} gives`} codes=${terms.wants} words=${terms.wantsWords}
      look=${look} />
  </dl>`;
}

/** @param {{title: string, codes: (string | number)[], words?: string, look: CardLook}} props */
function Side({ title, codes, words, look }) {
  return html`<div class="trade__side">
    <dt>${title}</dt>
    <dd>
      ${codes.map(
        (code, i) => html`<span key=${`${code}:${i}`} class="trade__card" role="img"
          aria-label=${look.cardName(String(code))}>
          <${look.Face} code=${String(code)} small />
        </span>`,
      )}
      ${words ?? (codes.length ? null : "nothing")}
    </dd>
  </div>`;
}
