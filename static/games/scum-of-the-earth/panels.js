/**
 * The panels between tricks, and those for the viewer alone: draws, bonuses, salaries, seen hands.
 */
import { cardRow } from "../../js/cards/draw.js";
import { html } from "../../js/html.js";
import { log } from "../../js/table/core/store.js";
import { Paper, Ranks } from "../../js/table/parts/papers.js";
import { isDesktop } from "../../js/table/play/layout.js";
import { Icon } from "../../js/table/ui/icons.js";
import { cardName, Face } from "./cards.js";
import { placesGained, titleOf } from "./standing.js";

/** @import { EventLine, Frame, Seen } from "./records.js" */

/** Cards in a row that only show. */
export const Cards = cardRow(Face, cardName);

/**
 * The draws for the first ranks, and the order they made.
 * @param {{frame: Frame}} props
 */
export function Draws({ frame }) {
  const { draws, ranks } = frame.view.public;
  return html`<${Paper} title="The draw">
    <ol class="draws">
      ${ranks.map((seat) => {
        const cards = draws.flatMap((round) =>
          round.cards.filter(([drawer]) => drawer === seat).map(([, card]) => card),
        );
        return html`<li key=${seat}>
          <${Cards} codes=${cards} />
          <span class="draws__who">${frame.names[seat]}</span>
        </li>`;
      })}
    </ol>
  </${Paper}>`;
}

/** @param {{frame: Frame}} props */
export function Window({ frame }) {
  const { confirmed, ranks, deal } = frame.view.public;
  return html`<${Paper} over=${`Hand ${deal}`} title="Cards are dealt"
    note=${`${confirmed.length} of ${ranks.length} are ready.`}>
    <p>A player who was dealt both WILDs may take over now. The card swap comes next.</p>
  </${Paper}>`;
}

/**
 * The bonuses: who gives whom how many. The cards are known to those two alone.
 * @param {{frame: Frame}} props
 */
export function Bonuses({ frame }) {
  const tableau = frame.view.public;
  const last = tableau.ranks.length - 1;
  const own = frame.view.private?.exchange;
  /** @type {[number, number, string][]} */
  const pairs = [
    [tableau.ranks[0], tableau.ranks[last], "two best cards"],
    [tableau.ranks[1], tableau.ranks[last - 1], "best card"],
  ];
  return html`<${Paper} title="Card swap">
    <ul class="bonuses">
      ${pairs.map(
        ([high, low, number]) => html`<li key=${high}>
          <b>${frame.names[low]}</b> gave the ${number} to <b>${frame.names[high]}</b>
          , ${
            tableau.giving.includes(high)
              ? "who chooses what goes back."
              : "and has something back."
          }
        </li>`,
      )}
    </ul>
    ${own ? html`<${Swapped} ...${own} />` : null}
  </${Paper}>`;
}

/** @param {{got: string[], gave: string[]}} props */
const Swapped = ({ got, gave }) =>
  html`${got.length ? html`<p>You got <${Cards} codes=${got} /></p>` : null}
    ${gave.length ? html`<p>You gave <${Cards} codes=${gave} /></p>` : null}`;

/**
 * The exchange between the viewer and the bonus partner.
 * @param {{frame: Frame}} props
 */
export function Exchange({ frame }) {
  const exchange = frame.view.private?.exchange;
  if (!exchange || frame.view.public.phase === "bonus") return null;
  const partner = frame.names[exchange.partner];
  return html`<details class="note"
    open=${isDesktop.value && frame.view.public.trick?.number === 1}>
    <summary>Your card swap with ${partner}</summary>
    <${Swapped} ...${exchange} />
  </details>`;
}

/**
 * The hands that a special 5 showed to the viewer.
 * @param {{frame: Frame}} props
 */
export function SeenHands({ frame }) {
  const seen = frame.view.private?.seen ?? [];
  return seen.map(
    (look, i) => html`<details key=${i} class="note note--secret" open=${i === seen.length - 1}>
      <summary><${Icon} name="eye" /> ${frame.names[look.seat]}’s hand, as you saw it</summary>
      <${Cards} codes=${look.cards} />
      <p class="paper__soft">Only you were shown this. ${playedSince(frame, look)}</p>
    </details>`,
  );
}

/**
 * @param {Frame} frame
 * @param {Seen} look
 */
function playedSince(frame, look) {
  const number = frame.view.public.played[look.seat].length - look.played;
  if (number === 0) return "None of it has been played since.";
  return `${number} ${number === 1 ? "card has" : "cards have"} been played since.`;
}

/**
 * The part below the result of a match: the ranks after its last hand.
 * @param {{frame: Frame}} props
 */
export const Aftermath = ({ frame }) =>
  frame.view.public.paid.length ? html`<${Salaries} frame=${frame} lines=${log.value} />` : null;

/**
 * The end of a hand: the new ranks, rises and falls, and earnings. `lines`: the log so far.
 * @param {{frame: Frame, lines: EventLine[]}} props
 */
export function Salaries({ frame, lines }) {
  const tableau = frame.view.public;
  const moved = placesGained(lines);
  const ranks = tableau.paid.map(([seat, points]) => ({
    ...{ seat, title: titleOf(tableau, seat), climbed: moved?.get(seat) },
    ...{ earned: `+${points}`, total: tableau.salaries[seat] },
  }));
  return html`<${Paper} kind="paper--engraved" over=${`Hand ${tableau.paid_deal}`}
    title="Salaries are paid" note="Salaries are play points.">
    <${Ranks} frame=${frame} ranks=${ranks} />
  </${Paper}>`;
}
