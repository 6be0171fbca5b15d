/** The trades on the felt: the viewer's own in detail, the step of each other one, what they brought. */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { isDesktop } from "../../js/table/play/layout.js";
import { Cards, cardName, cardSign } from "./cards.js";
import { named } from "./panels.js";
import { isHigher, STEPS, stepNumber } from "./standing.js";

/** @import { Frame, Pair } from "./records.js" */

/**
 * The trades of the table: the viewer's own in detail, of the others the step.
 * @param {{frame: Frame}} props
 */
export function Trades({ frame }) {
  const { tempted, pairs: all } = frame.view.public;
  const pairs = tempted ? [tempted] : all;
  const mine = pairs.filter((pair) => isMine(frame, pair));
  const others = pairs.filter((pair) => !isMine(frame, pair));
  return html`<div class="paper trades">
    <h2 class=${`paper__title ${tempted ? "" : "trades__title"}`}>
      ${tempted ? "A bargain" : "Trades"}
    </h2>
    ${mine.map((pair) => html`<${OwnTrade} key=${pair.higher} frame=${frame} pair=${pair} />`)}
    ${
      others.length
        ? html`<ul class="trades__others" aria-label="The other trades">
          ${others.map(
            (pair) => html`<li key=${pair.higher}>
              ${named(frame, pair.higher)} and ${named(frame, pair.lower)}:
              ${" "}<span class="trades__step">${progress(frame, pair)}</span>
            </li>`,
          )}
        </ul>`
        : null
    }
  </div>`;
}

/** @type {(frame: Frame, pair: Pair) => boolean} */
const isMine = ({ seat }, { higher, lower }) => seat === higher || seat === lower;

/**
 * "forced trade 1 of 2, Ann answers".
 * @param {Frame} frame
 * @param {Pair} pair
 */
function progress(frame, pair) {
  const { parts, done = 0, exchanged = 0 } = pair;
  if (done === parts.length)
    return exchanged
      ? `done, ${exchanged === 1 ? "a card" : `${exchanged} cards`} each`
      : "no trade";
  const number = parts.length > 1 ? ` ${done + 1} of ${parts.length}` : "";
  const asked = [pair.higher, pair.lower].find((seat) => frame.awaited.includes(seat));
  const does =
    asked === undefined
      ? ""
      : `, ${asked === frame.seat ? `you ${YOU[pair.step]}` : `${frame.names[asked]} ${STEPS[pair.step]}`}`;
  return `${parts[done]} trade${number}${does}`;
}

/** The steps in the words for oneself. */
const YOU = {
  wish: "wish",
  answer: "answer",
  return: "give back",
  offer: "may offer",
  reply: "answer",
};

const FORCED = ["The wish", "The gift", "The return"];

/** @param {{frame: Frame, pair: Pair}} props */
function OwnTrade({ frame, pair }) {
  const { done = 0, parts } = pair;
  const own = frame.view.private;
  const higher = pair.higher === frame.seat;
  const other = higher ? pair.lower : pair.higher;
  const over = done === parts.length;
  const talk = own?.talk ?? null;
  const told = frame.prompt !== null; // the bar says it then
  const now = stepNumber(pair);
  return html`<section class="own-trade" aria-label=${`Your trade with ${frame.names[other]}`}>
    <p class="own-trade__with">You and ${named(frame, other)}: ${progress(frame, pair)}.</p>
    ${
      !over && now
        ? html`<ol class="own-trade__steps">
          ${FORCED.map(
            (words, at) => html`<li key=${at} aria-current=${at + 1 === now ? "step" : null}
              data-state=${at + 1 < now ? "done" : at + 1 > now ? "next" : "now"}>${words}</li>`,
          )}
        </ol>`
        : null
    }
    ${talk?.missed?.length ? html`<p>Wished for, not held: ${talk.missed.map(cardSign).join(" ")}</p>` : null}
    ${
      talk?.up && !told
        ? html`<p class="own-trade__card">
          ${higher ? "You get" : `${frame.names[other]} gets`} <${Cards} codes=${[talk.up]} />
        </p>`
        : null
    }
    ${talk?.asked && !told ? html`<p>Asked for in return: the ${cardName(talk.asked)}</p>` : null}
    ${talk?.offers?.map(
      (offer, at) => html`<p key=${at}>
        ${who(frame, offer.seat)}: the ${cardName(offer.give)} for the ${cardName(offer.want)}
      </p>`,
    )}
    <${Exchanges} frame=${frame} />
  </section>`;
}

/**
 * The cards that the viewer's trades of this round have brought.
 * @param {{frame: Frame}} props
 */
function Exchanges({ frame }) {
  const { exchanges = [] } = frame.view.private ?? {};
  const higher = isHigher(frame.view.public, frame.seat);
  const made = exchanges.filter(({ up }) => up);
  return made.map(({ up, down }, at) => {
    const [got, gave] = higher ? [up, down] : [down, up];
    return html`<p key=${at} class="own-trade__card">
      You got <${Cards} codes=${[got]} /> for <${Cards} codes=${[gave]} />
    </p>`;
  });
}

/**
 * The viewer's exchange, beside the table once play has begun.
 * @param {{frame: Frame}} props
 */
export function TradeNote({ frame }) {
  const { phase, trick } = frame.view.public;
  const { exchanges = [] } = frame.view.private ?? {};
  if (phase !== "play" || !exchanges.some(({ up }) => up)) return null;
  return html`<details class="note" open=${isDesktop.value && trick?.number === 1}>
    <summary>Your trade</summary>
    <${Exchanges} frame=${frame} />
  </details>`;
}
