/**
 * The board of a Race: the Candidate circle with its ring for the Bandwagon, the Challenger area,
 * and a Coalition space with the score box for each seat.
 */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { clockwise } from "../../js/table/play/seated.js";
import { boxWords, marksWords, ScoreBox } from "./box.js";
import { cardName, Face } from "./cards.js";
import { RANKS } from "./deck.js";
import {
  gainMarks,
  HORSE_MARK,
  marked,
  marksOf,
  PAWN_MARK,
  partOf,
  sizeOf,
  stakeOf,
} from "./standing.js";
import { sumOf, totalOf } from "./summary.js";

/** @import { Frame, Public, Stack } from "./records.js" */

/**
 * The facts that the stacks of a board have in common.
 * @typedef {{frame: Frame, origins: Map<string, string>, taker: number | null}} Look
 */

/**
 * The origins of cards that have just come to the board, by code, for their flight.
 * @param {Frame} frame
 * @returns {Map<string, string>}
 */
export function originsOf(frame) {
  const origins = new Map();
  for (const { event } of frame.events) {
    const codes = "cards" in event && Array.isArray(event.cards) ? event.cards : [];
    if ("card" in event) codes.push(event.card);
    if (!("seat" in event)) continue;
    for (const code of codes)
      origins.set(code, event.seat === frame.seat ? `hand:${code}#` : `spot:seat:${event.seat}`);
  }
  return origins;
}

/**
 * The places of cards and the score boxes, by keys: where one of them stays, it is not drawn anew.
 * `taker`: who gathers the cards when they go.
 * @param {Frame} frame
 * @param {Public} [tableau]
 * @param {number | null} [taker]
 */
export function board(frame, tableau = frame.view.public, taker = null) {
  const look = { frame, origins: originsOf(frame), taker };
  return html`<${Ring} key="ring" tableau=${tableau} look=${look} />
    <${Challengers} key="challengers" tableau=${tableau} look=${look} />
    <${Spaces} key="spaces" frame=${frame} tableau=${tableau} taker=${taker} />`;
}

/** @param {{tableau: Public, look: Look}} props */
function Ring({ tableau, look }) {
  const { candidate, bandwagon } = tableau;
  const { frame } = look;
  return html`<section class="ring" aria-label="Candidate circle and Bandwagon"
    data-drop="bandwagon">
    <div class="ring__circle">
      ${
        candidate
          ? html`<${Pile} stack=${candidate} look=${look}
            label=${`Candidate: ${who(frame, candidate.seat)}`} />`
          : html`<span class="ring__empty" aria-hidden="true">${HORSE_MARK}</span>`
      }
    </div>
    ${
      candidate
        ? html`<p class="ring__words">
          ${HORSE_MARK} <b>${who(frame, candidate.seat)}</b>
          <span class="ring__total figures">${totalOf(tableau, candidate.seat)}</span>${" "}
          <${Why} stack=${candidate} />
        </p>`
        : null
    }
    ${
      bandwagon.length
        ? html`<ul class="ring__riders" aria-label="On the Bandwagon"
          style=${{ "--riders": bandwagon.length }}>
          ${bandwagon.map(
            (stack, i) => html`<li key=${stack.seat} class="rider" style=${{ "--at": i }}>
              <${Pile} stack=${stack} look=${look} label=${who(frame, stack.seat)} />
              <span class="rider__name">${who(frame, stack.seat)}</span>
            </li>`,
          )}
        </ul>`
        : null
    }
  </section>`;
}

/** @param {{tableau: Public, look: Look}} props */
function Challengers({ tableau, look }) {
  const { challengers } = tableau;
  return html`<section class="area area--challengers" aria-label="Challengers"
    data-drop="challenger">
    <h2 class="area__title">Challengers</h2>
    <${Stacks} stacks=${challengers} tableau=${tableau} look=${look} />
  </section>`;
}

/**
 * True if a seat is a side of the duel that runs.
 * @param {Public} tableau
 * @param {number} seat
 */
const fights = ({ duel }, seat) => duel?.sides.some(([side]) => side === seat) ?? false;

/** @param {{stacks: Stack[], tableau: Public, look: Look}} props */
function Stacks({ stacks, tableau, look }) {
  const { out, kingmaker } = tableau;
  const { frame } = look;
  if (!stacks.length) return html`<p class="area__empty">nobody</p>`;
  return html`<ul class="contenders">
    ${stacks.map(
      (stack) => html`<li key=${stack.seat} class="contender"
        data-out=${out.includes(stack.seat) ? "" : null}
        data-fights=${fights(tableau, stack.seat) ? "" : null}>
        <${Pile} stack=${stack} look=${look} label=${who(frame, stack.seat)} />
        <span class="contender__words">
          <span class="contender__name">
            ${stack.seat === kingmaker ? PAWN_MARK : null} ${who(frame, stack.seat)}
          </span>
          <span><b class="figures">${stack.value}</b>${" "}<${Why} stack=${stack} /></span>
          ${out.includes(stack.seat) ? html`<span class="contender__out">out</span>` : null}
        </span>
      </li>`,
    )}
  </ul>`;
}

/**
 * The reckoning of a stack's value, where cards lie on it.
 * @param {{stack: Stack}} props
 */
function Why({ stack }) {
  if (!stack.laid) return null;
  return html`<span class="why">${sumOf(stack)}</span>`;
}

/**
 * The cards of a stack, the opening card first; each later one leaves the index before it free.
 * @param {{stack: Stack, look: Look, label: string}} props
 */
function Pile({ stack, look: { origins, taker }, label }) {
  const { laid = [] } = stack;
  const codes = [stack.card, ...laid];
  const words = [
    `${label}: ${cardName(stack.card)}`,
    ...laid.map((code) => cardName(code)),
    laid.length ? `worth ${stack.value}` : "",
    stack.frozen ? "frozen" : "",
  ];
  return html`<span class="pile" role="img" aria-label=${words.filter(Boolean).join("; ")}
    data-frozen=${stack.frozen ? "" : null} style=${{ "--cards": codes.length }}>
    ${codes.map(
      (code) => html`<span key=${code} class="pile__card" data-code=${code}
        data-flip=${`board:${code}`} data-motion="play" data-from=${origins.get(code)}
        data-gather=${taker === null ? null : `seat:${taker}`}>
        <${Face} code=${code} small />
      </span>`,
    )}
  </span>`;
}

/**
 * One space a seat, in the order of the plaques above: its score box, its Coalition card, and its
 * part in the Race.
 * @param {{frame: Frame, tableau?: Public, taker?: number | null}} props
 */
export function Spaces({ frame, tableau = frame.view.public, taker = null }) {
  const look = { frame, origins: originsOf(frame), taker };
  const { seats, coalition, kingmaker, candidate } = tableau;
  return html`<section class="spaces" aria-label="Coalition spaces and score boxes"
    data-drop="coalition" style=${{ "--seats": seats.length }}>
    ${
      kingmaker === null
        ? null
        : html`<p class="spaces__coalition">
          ${PAWN_MARK} Coalition of <b>${who(frame, kingmaker)}</b>${" "}
          <span class="figures">${totalOf(tableau, kingmaker)}</span>${" "}
          ${coalition.map((stack) => stack.seat === kingmaker && html`<${Why} stack=${stack} />`)}
        </p>`
    }
    <ul class="spaces__list">
      ${clockwise(seats, frame.seat).map((seat) => {
        const stack = coalition.find((one) => one.seat === seat);
        return html`<li key=${seat} class="space" data-mine=${seat === frame.seat ? "" : null}
          data-turn=${tableau.turn === seat ? "" : null}
          data-fights=${seat === kingmaker && fights(tableau, seat) ? "" : null}>
          <span class="space__name">${who(frame, seat)}</span>
          <span class="space__row">
            <span class="space__box">
              <${BoxOf} frame=${frame} tableau=${tableau} seat=${seat} />
            </span>
            ${stack ? html`<${Pile} stack=${stack} look=${look} label="Coalition" />` : null}
          </span>
          <span class="space__part" data-idle=${stack || partOf(tableau, seat) ? null : ""}>
            ${candidate?.seat === seat ? HORSE_MARK : kingmaker === seat ? PAWN_MARK : null}
            ${partWords(tableau, seat)}
          </span>
        </li>`;
      })}
    </ul>
    ${
      isNew(tableau)
        ? html`<p class="spaces__about">
          ${"Each triangle is a score box: hats on the left, votes on the right. "}
          ${"Whoever fills theirs first wins."}
        </p>`
        : null
    }
  </section>`;
}

/**
 * True before the first mark of the match, while nobody lays a card in a duel.
 * @param {Public} tableau
 */
const isNew = (tableau) =>
  !tableau.duel && tableau.seats.every((seat) => marked(marksOf(tableau, seat)) === 0);

/**
 * The part of a seat; in the Scrum also that its turn is to come.
 * @param {Public} tableau
 * @param {number} seat
 */
function partWords(tableau, seat) {
  const part = partOf(tableau, seat);
  if (part) return tableau.out.includes(seat) ? `${part}, out` : part;
  if (tableau.phase !== "scrum") return "";
  return tableau.turn === seat ? "to play" : tableau.waiting.includes(seat) ? "waits" : "no card";
}

/**
 * The score box of a seat, with what a win of its side now would mark.
 * @param {{frame: Frame, tableau: Public, seat: number}} props
 */
export function BoxOf({ frame, tableau, seat }) {
  const marks = marksOf(tableau, seat);
  const size = sizeOf(tableau);
  const found = stakeOf(tableau, seat);
  const next = found ? gainMarks(tableau, found.gain, RANKS) : null;
  const words = `Score box of ${who(frame, seat)}: ${boxWords(marks, size)}`;
  return html`<${ScoreBox} marks=${marks} size=${size} next=${next}
    horse=${tableau.candidate?.seat === seat}
    label=${next ? `${words}. A win now would mark ${marksWords(next)}.` : words} />`;
}
