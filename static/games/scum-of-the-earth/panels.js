/**
 * The panels between tricks, and those for the viewer alone: draws, bonuses, salaries, seen hands.
 */
import { cardRow } from "../../js/cards/draw.js";
import { html } from "../../js/html.js";
import { Name, who } from "../../js/table/core/name.js";
import { log } from "../../js/table/core/store.js";
import { isDesktop } from "../../js/table/play/layout.js";
import { Icon } from "../../js/table/ui/icons.js";
import { cardName, Face } from "./cards.js";
import { placeOf, placesGained, titleOf } from "./standing.js";

/** @import { EventLine, Frame, Seen } from "./records.js" */

/** Cards in a row that only show. */
export const Cards = cardRow(Face, cardName);

/**
 * The draws for the first ranks, and the order they made.
 * @param {{frame: Frame}} props
 */
export function Draws({ frame }) {
  const { draws, ranks } = frame.view.public;
  return html`<div class="paper">
    <h2 class="paper__title">The draw</h2>
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
  </div>`;
}

/** @param {{frame: Frame}} props */
export function Window({ frame }) {
  const { confirmed, ranks, deal } = frame.view.public;
  return html`<div class="paper">
    <p class="over">Hand ${deal}</p>
    <h2 class="paper__title">Cards are dealt</h2>
    <p>A player who was dealt both WILDs may take over now. The card swap comes next.</p>
    <p class="paper__soft">${confirmed.length} of ${ranks.length} are ready.</p>
  </div>`;
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
  return html`<div class="paper">
    <h2 class="paper__title">Card swap</h2>
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
    ${own?.got.length ? html`<p>You got <${Cards} codes=${own.got} /></p>` : null}
    ${own?.gave.length ? html`<p>You gave <${Cards} codes=${own.gave} /></p>` : null}
  </div>`;
}

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
    ${exchange.got.length ? html`<p>You got <${Cards} codes=${exchange.got} /></p>` : null}
    ${exchange.gave.length ? html`<p>You gave <${Cards} codes=${exchange.gave} /></p>` : null}
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
  return html`<div class="paper paper--engraved">
    <p class="over">Hand ${tableau.paid_deal}</p>
    <h2 class="paper__title">Salaries are paid</h2>
    <ol class="ranks">
      ${tableau.paid.map(
        ([seat, points], i) => html`<li key=${seat} data-mine=${seat === frame.seat ? "" : null}
          data-place=${placeOf(i, tableau.paid.length)}>
          <span class="ranks__title">${titleOf(tableau, seat)}</span>
          <span class="ranks__name">
            <${Name} name=${who(frame, seat)} />
          </span>
          <${Climb} places=${moved?.get(seat)} />
          <span class="ranks__points figures">+${points}</span>
          <span class="ranks__total figures">${tableau.salaries[seat]}</span>
        </li>`,
      )}
    </ol>
    <p class="paper__soft">Salaries are play points.</p>
  </div>`;
}

/** @type {Record<string, string>} */
const ARROWS = { up: "▲", down: "▼" };

/** @param {{places: number | undefined}} props */
function Climb({ places }) {
  if (places === undefined) return html`<span></span>`;
  const way = places > 0 ? "up" : places < 0 ? "down" : "same";
  return html`<span class="ranks__climb figures" data-way=${way}>
    <span aria-hidden="true">${places ? `${ARROWS[way]}${Math.abs(places)}` : "–"}</span>
    <span class="unseen">${places ? `${way} ${Math.abs(places)}` : "no change"}</span>
  </span>`;
}
