/**
 * The panels instead of the Discard or beside it: all plays, the Reveal pile, and the end of a
 * hand.
 */

import { cardRow } from "../../js/cards/draw.js";
import { Back, bySuit } from "../../js/cards/french.js";
import { html } from "../../js/html.js";
import { capital, who } from "../../js/table/core/name.js";
import { Paper } from "../../js/table/parts/papers.js";
import { cardName, Face } from "./cards.js";
import { describePlay, discardPlays, ownDowncard, shortEffect, whoLaid } from "./discard.js";
import { sideName } from "./standing.js";

/** @import { Frame, Paid, Shown } from "./records.js" */

/** Cards in a row that only show. */
export const Cards = cardRow(Face, cardName);

/**
 * Every card of the Discard with its player and its points.
 * @param {{frame: Frame}} props
 */
export function AllPlays({ frame }) {
  const { shown } = frame.view.public;
  const known = new Map(shown?.downcards.map(([, code, index]) => [index, code]));
  return html`<${Paper} kind="paper--wide" title="The Discard">
    <ol class="plays">
      ${discardPlays(frame.view.public).map((laid, index) => {
        const code = laid.card ?? known.get(index) ?? ownDowncard(frame, index);
        return html`<li key=${index} data-down=${laid.card ? null : ""}>
          <span class="shown__card" aria-hidden="true">
            ${code ? html`<${Face} code=${code} small />` : html`<${Back} />`}
          </span>
          <span class="plays__who">${whoLaid(frame, laid.seat)}</span>
          <span class="plays__did">${shortEffect(frame, laid)}</span>
          <span class="unseen">${describePlay(laid, code)}</span>
          ${shown?.renegs.includes(index) ? html`<b class="plays__reneg">Reneg</b>` : null}
        </li>`;
      })}
    </ol>
  </${Paper}>`;
}

/**
 * The Stock's cards that were turned up, by suit.
 * @param {{frame: Frame}} props
 */
export function RevealPile({ frame }) {
  const codes = [...frame.view.public.reveal].sort((a, b) => bySuit(a) - bySuit(b));
  return html`<${Paper} kind="paper--wide" title="The Reveal pile" note="Nobody holds these.">
    ${codes.length ? html`<p><${Cards} codes=${codes} /></p>` : html`<p>Nothing yet.</p>`}
  </${Paper}>`;
}

/**
 * The part below the result of a match: the end of its last hand, and what was hidden in it.
 * @param {{frame: Frame}} props
 */
export const Aftermath = ({ frame }) =>
  frame.view.public.paid ? html`<${HandOver} frame=${frame} />` : null;

/**
 * The end of a hand: who won it with how much, and all that was hidden in it.
 * @param {{frame: Frame}} props
 */
export function HandOver({ frame }) {
  const tableau = frame.view.public;
  const { shown } = tableau;
  const paid = /** @type {Paid} */ (tableau.paid);
  const title =
    paid.winner === null
      ? "A tie: nobody wins the hand"
      : `${capital(sideName(frame, paid.winner))} ${plural(frame, paid.winner) ? "win" : "wins"} ` +
        "the hand";
  const again = paid.winner === null ? "The same dealer deals again. " : "";
  return html`<${Paper} kind="paper--engraved" over=${`Hand ${paid.hand}`} title=${title}
    note=${`${again}Points are play points.`}>
    <table class="purses">
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Who</span></th>
          <th scope="col">Hand points</th>
          <th scope="col">Game points</th>
        </tr>
      </thead>
      <tbody>
        ${tableau.sides.map(
          (
            seats,
            side,
          ) => html`<tr key=${side} data-mine=${seats.some((seat) => seat === frame.seat) ? "" : null}
            data-won=${side === paid.winner ? "" : null}>
            <th scope="row">${capital(sideName(frame, side))}</th>
            <td class="figures purses__points">${paid.hand_points[side]}</td>
            <td class="purses__games">
              <span class="figures">${tableau.game_points[side]}</span> of ${tableau.to_win}
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${shown ? html`<${Secrets} frame=${frame} shown=${shown} />` : null}
  </${Paper}>`;
}

/** @param {{frame: Frame, shown: Shown}} props */
function Secrets({ frame, shown }) {
  const { calls } = frame.view.public;
  const lies = discardPlays(frame.view.public);
  return html`<div class="secrets">
    ${
      shown.downcards.length
        ? html`<p class="secrets__head">Downcards that nobody challenged</p>
          ${frame.view.public.seats
            .filter((seat) => downcardsOf(shown, seat).length)
            .map(
              (seat) =>
                html`<p key=${seat} class="secrets__of">
                  <b>${who(frame, seat)}</b> <${Cards} codes=${downcardsOf(shown, seat)} />
                </p>`,
            )}`
        : null
    }
    ${
      shown.renegs.length
        ? html`<p>
          Renegs: ${shown.renegs.map(
            (index) => html`<span key=${index} class="secrets__one">
              ${whoLaid(frame, lies[index].seat)} <${Cards} codes=${[lies[index].card]} />
              ${calls.some((call) => call.index === index && call.true) ? "called" : "not called"}
            </span>`,
          )}
        </p>`
        : null
    }
    ${
      shown.stock.length
        ? html`<details class="secrets__stock">
          <summary>Cards left in the Stock</summary>
          <${Cards} codes=${[...shown.stock].sort((a, b) => bySuit(a) - bySuit(b))} />
        </details>`
        : null
    }
  </div>`;
}

/**
 * @param {Shown} shown
 * @param {number} seat
 */
const downcardsOf = (shown, seat) =>
  shown.downcards.filter(([owner]) => owner === seat).map(([, code]) => code);

/**
 * @param {Frame} frame
 * @param {number} side
 */
const plural = (frame, side) =>
  frame.view.public.sides[side].length > 1 ||
  frame.view.public.sides[side].some((seat) => seat === frame.seat);
