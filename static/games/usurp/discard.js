/**
 * The Discard on the felt: the purses, the Upcard large, a Downcard across it, the last plays beside
 * it, the Order, the Stock, and the Sluff Offs that the viewer may still call.
 */
import { Back, cardSign, rankOf, SUIT_NAMES, suitOf } from "../../js/cards/french.js";
import { html } from "../../js/html.js";
import { capital, leads, who } from "../../js/table/core/name.js";
import { movesOf } from "../../js/table/play/simple_moves.js";
import { motionAllowed } from "../../js/table/ui/motion.js";
import { BEATER, cardName, Face, isBeater, SIGNS } from "./cards.js";
import { sideOf } from "./move_effects.js";
import { sideName, toWhom } from "./standing.js";

/** @import { Frame, Order, Public } from "./records.js" */

/** @type {Record<string, string>} */
const WAYS = { usurp: "usurps, ", sluff: "sluffs, " };

const RULES = {
  regal: { name: "Regal", wins: "high wins", but: "except: the 2 beats the Ace of its suit" },
  common: { name: "Common", wins: "low wins", but: "except: the Ace beats the 2 of its suit" },
};

/**
 * The plays of the Discard, oldest first; a frame holds each as a list of its values.
 * @param {Public} tableau
 */
export const discardPlays = (tableau) =>
  tableau.discard.map(([seat, way, card, points, to, beater, challenged, bonus]) => ({
    seat,
    way,
    card,
    points,
    to,
    beater,
    challenged,
    bonus,
  }));

/** @typedef {ReturnType<typeof discardPlays>[number]} Play */

/**
 * `entries`: the number of last plays in sight.
 * @param {{frame: Frame, entries: number}} props
 */
export function Discard({ frame, entries }) {
  const tableau = frame.view.public;
  const lies = discardPlays(tableau);
  const up = lies.findLastIndex((laid) => laid.way !== "given-in"); // -1 before the lead
  const before = lies.map((laid, index) => ({ laid, index })).filter(({ index }) => index !== up);
  return html`<div class="duel" data-rising=${tableau.rising === null ? null : ""}>
    <${Purses} frame=${frame} />
    <ol class="duel__before" aria-label="Played before, oldest first">
      ${before
        .slice(-entries)
        .map(
          ({ laid, index }) =>
            html`<${Before} key=${index} frame=${frame} laid=${laid} index=${index} />`,
        )}
    </ol>
    <div class="duel__now" role="group" aria-label="The Upcard">
      <${Pile} frame=${frame} laid=${lies[up]} up=${up} />
      <p class="duel__who">${describe(frame, lies[up])}</p>
    </div>
    <div class="duel__side">
      <${OrderSign} order=${tableau.order} />
      <${Stock} tableau=${tableau} />
    </div>
    <${Calls} frame=${frame} />
  </div>`;
}

/**
 * The points of each side in this hand, large, and its game points.
 * @param {{frame: Frame}} props
 */
function Purses({ frame }) {
  const { sides, hand_points, game_points, to_win } = frame.view.public;
  return html`<ul class="felt-purses" aria-label="The purses of this hand">
    ${sides.map(
      (seats, side) => html`<li key=${side}
        data-mine=${seats.some((seat) => seat === frame.seat) ? "" : null}>
        <span class="felt-purses__who">${capital(sideName(frame, side))}</span>
        <b class="figures">${hand_points[side]}</b>
        ${
          to_win > 1
            ? html`<span class="felt-purses__games">${game_points[side]} of ${to_win} won</span>`
            : null
        }
      </li>`,
    )}
  </ul>`;
}

/**
 * The Sluff Offs that the viewer may call a Reneg now.
 * @param {{frame: Frame}} props
 */
function Calls({ frame }) {
  const calls = movesOf(frame, "call-reneg");
  if (!calls.length) return null;
  const last = frame.view.public.discard.at(-1)?.[2] ?? null;
  const codes = calls.map(({ card }) => card ?? last).filter((code) => code !== null);
  return html`<p class="felt-calls">
    You may still call${" "}
    ${[...new Set(codes)].map(
      (code) => html`<b key=${code}>
        <span aria-hidden="true">${cardSign(code)}</span>
        <span class="unseen">${cardName(code)}</span>
      </b>${" "}`,
    )}
  </p>`;
}

/** @param {{frame: Frame, laid: Play | undefined, up: number}} props */
function Pile({ frame, laid, up }) {
  const tableau = frame.view.public;
  const under = tableau.discard.length - 1 - up;
  return html`<div class="pile" aria-hidden="true" data-under=${under ? "" : null}>
    ${
      laid
        ? html`<span key=${`up${up}`} class="pile__up" data-code=${laid.card}
          data-flip=${flip(tableau, up)}
          data-motion="play" data-from=${from(frame, laid)}
          data-turned=${laid.challenged && motionAllowed() ? "" : null}>
          <${Face} code=${laid.card} />
        </span>`
        : html`<span key="none" class="pile__up pile__up--none"></span>`
    }
    ${Array.from(
      { length: Math.min(under, 3) },
      (_, i) =>
        html`<span key=${`u${up}.${i}`} class="pile__given" style=${{ "--at": i }}>
          <${Turned} />
        </span>`,
    )}
    ${
      tableau.rising === null
        ? null
        : html`<span key="rising" class="pile__across"
          data-flip=${flip(tableau, tableau.discard.length)} data-motion="play"
          data-from=${
            tableau.rising === frame.seat
              ? `hand:${frame.view.private?.rising}#`
              : `spot:seat:${tableau.rising}`
          }>
          <${Turned} />
        </span>`
    }
  </div>`;
}

/** A card on its side, face down. */
const Turned = () => html`<span class="turned"><${Back} /></span>`;

/**
 * @param {Public} tableau
 * @param {number} index
 */
const flip = (tableau, index) => `discard:${tableau.hand}.${index}`;

/**
 * @param {Frame} frame
 * @param {Play} laid
 */
function from(frame, laid) {
  if (laid.seat === null) return "spot:deck";
  return laid.seat === frame.seat ? `hand:${laid.card}#` : `spot:seat:${laid.seat}`;
}

/**
 * The Upcard in words: what it is worth and who uprises.
 * @param {Frame} frame
 * @param {Play | undefined} laid
 */
function describe(frame, laid) {
  const tableau = frame.view.public;
  if (!laid) return tableau.turn === null ? "Somebody leads" : leads(frame, tableau.turn);
  const own = frame.view.private?.rising ?? "";
  const card = laid.card ?? "";
  return html`<span class="unseen">
      ${cardName(card)}
      ${laid.seat === null ? ", from the Stock" : `, ${whose(frame, laid.seat)}`}, </span>
    <b>worth ${tableau.worth}</b>
    ${
      isBeater(card)
        ? html`<span class="unseen">, </span>
          <span class="duel__more">
            ${BEATER[tableau.options.points]} if beaten by the ${
              rankOf(card) === "A" ? "2" : "Ace"
            } of ${SUIT_NAMES[suitOf(card)]}
          </span>`
        : null
    }
    ${tableau.free ? html`<span class="duel__free">any card scores</span>` : null}
    ${
      tableau.rising === null
        ? null
        : html`<span class="duel__rises">
          ${
            tableau.rising === frame.seat
              ? html`you uprise with ${cardSign(own)}`
              : `${frame.names[tableau.rising]} uprises`
          }
        </span>`
    }`;
}

/**
 * The one who laid a card; the first may come from the Stock.
 * @param {Frame} frame
 * @param {number | null} seat
 */
export const whoLaid = (frame, seat) => (seat === null ? "Stock" : who(frame, seat));

/**
 * @param {Frame} frame
 * @param {number} seat
 */
const whose = (frame, seat) => (seat === frame.seat ? "yours" : `${frame.names[seat]}’s`);

/** @param {{frame: Frame, laid: Play, index: number}} props */
function Before({ frame, laid, index }) {
  const tableau = frame.view.public;
  const code = laid.card ?? ownDowncard(frame, index);
  return html`<li class="before">
    <span class="before__card" aria-hidden="true" data-code=${laid.card}
      data-flip=${flip(tableau, index)}
      data-motion="play">
      ${laid.card ? html`<${Face} code=${laid.card} small />` : html`<${Back} />`}
    </span>
    <span class="before__words">
      <span class="before__who">
        ${whoLaid(frame, laid.seat)}
      </span>
      <span class="before__did">
        ${
          !laid.card && code
            ? html`<span class="before__peek" aria-hidden="true"
                title="your Downcard; only you know it">
                ${cardSign(code)}
              </span> `
            : null
        }
        <span class="before__points">${shortEffect(frame, laid)}</span>
      </span>
      <span class="unseen">${describePlay(laid, code)}</span>
    </span>
  </li>`;
}

/**
 * The viewer's own Downcard at this place, or null.
 * @param {Frame} frame
 * @param {number} index
 */
export function ownDowncard(frame, index) {
  return frame.view.private?.downcards.find(([, at]) => at === index)?.[0] ?? null;
}

/**
 * The effect in short: "+9", "9 to Ben", "usurps, +9".
 * @param {Frame} frame
 * @param {Play} laid
 */
export function shortEffect(frame, laid) {
  const tableau = frame.view.public;
  switch (laid.way) {
    case "start":
      return "turned up";
    case "lead":
      return "leads";
    case "score":
    case "usurp":
    case "sluff":
    case "given-in": {
      const to = /** @type {number} */ (laid.to);
      const own = laid.seat !== null && to === sideOf(tableau, laid.seat);
      const sum = laid.points + laid.bonus;
      return `${WAYS[laid.way] ?? ""}${own ? `+${sum}` : `${sum} to ${toWhom(frame, to)}`}`;
    }
    default:
      throw new Error(`a card lies there in an unknown way: ${laid.way}`);
  }
}

/**
 * A play in words beside its points, for screen readers.
 * @param {Play} laid
 * @param {string | null} code
 */
export function describePlay(laid, code) {
  const card = laid.card
    ? cardName(laid.card)
    : code
      ? `a Downcard given in to, your ${cardName(code)}`
      : "a Downcard given in to";
  const challenged = laid.challenged ? ", challenged" : "";
  const beats = rankOf(laid.card ?? "") === "A" ? ", Crown beats Plow" : ", Plow beats Crown";
  return `, ${card}${challenged}${laid.beater ? beats : ""}`;
}

/** @param {{order: Order | null}} props */
function OrderSign({ order }) {
  if (order === null) return html`<p class="order order--none">No Order yet</p>`;
  const rule = RULES[order];
  return html`<p class="order" data-order=${order}>
    <svg class="order__sign" viewBox="-34 -30 68 58" aria-hidden="true">${SIGNS[order]}</svg>
    <span class="unseen">The Order: </span>
    <b class="order__name">${rule.name}</b>
    <span class="unseen">, </span>
    <span class="order__rule">${rule.wins}</span>
    <span class="unseen">; </span>
    <span class="order__but">${rule.but}</span>
  </p>`;
}

/** @param {{tableau: Public}} props */
function Stock({ tableau }) {
  if (tableau.sides.flat().length > 2) return null;
  return html`<p class="stock">
    <span class="stock__card" aria-hidden="true"><${Back} /></span>
    <span class="figures">${tableau.stock}<span class="unseen"> cards</span> in the Stock</span>
  </p>`;
}
