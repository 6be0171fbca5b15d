/** Illegal trades on the felt: who may still trade, what was exchanged, and the viewer's offers. */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { cardSign } from "./cards.js";

/** @import { Bid, Frame } from "./records.js" */

/**
 * The window for illegal trades.
 * @param {{frame: Frame}} props
 */
export function Market({ frame }) {
  const { swaps, takers } = frame.view.public;
  const unseen = frame.seat !== null && takers.includes(frame.seat);
  const bids = frame.view.private?.bids ?? [];
  return html`<div class="paper trades">
    <h2 class="paper__title trades__title">Illegal trades</h2>
    <p class="trades__rule">
      ${unseen ? "You have a pact and cannot trade." : "Offer anybody one to three cards for as many of theirs."}
      ${" "}The table sees who traded and how many cards, never which.
    </p>
    ${
      bids.length
        ? html`<ul class="trades__others" aria-label="Your illegal trades">
          ${bids.map((bid, at) => html`<li key=${at}>${bidWords(frame, bid)}</li>`)}
        </ul>`
        : null
    }
    <ul class="trades__others" aria-label="Illegal trades of this round">
      ${swaps
        .filter(({ kind }) => kind === "illegal")
        .map(
          ({ seats, number = 1 }, at) => html`<li key=${at}>
            ${pairWords(frame, seats)} exchanged ${number === 1 ? "a card" : `${number} cards`}.
          </li>`,
        )}
    </ul>
  </div>`;
}

/**
 * "Ann and Ben", "You and Ann".
 * @param {Frame} frame
 * @param {readonly number[]} seats
 */
const pairWords = (frame, seats) =>
  [...seats]
    .sort((one, other) => Number(other === frame.seat) - Number(one === frame.seat))
    .map((seat) => who(frame, seat))
    .join(" and ");

/**
 * "You offer Ann 3♣ for 2♥: no.".
 * @param {Frame} frame
 * @param {Bid} bid
 */
function bidWords({ names, seat }, { seat: maker, partner, give, want, open = true, swap = 0 }) {
  const cards = `${signs(give)} for ${signs(want)}`;
  const state = open ? "waiting" : swap ? "agreed" : "came to nothing";
  return maker === seat
    ? `You offered ${names[partner]} ${cards}: ${state}.`
    : `${names[maker]} offered you ${cards}: ${state}.`;
}

/** @param {string[]} codes */
const signs = (codes) => codes.map(cardSign).join(" ");
