/** Duels round by round: both sides with their points at the opening, after each round, and now. */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { cardName, Face } from "./cards.js";
import { HORSE_MARK, PAWN_MARK, ROLES } from "./standing.js";
import { duelTitle, needWords } from "./summary.js";

/** @import { Duel, DuelMove, Frame } from "./records.js" */

/**
 * One duel as a table: a row for each side, a column for each round.
 * @param {{frame: Frame, duel: Duel, number: number}} props
 */
export function DuelTable({ frame, duel, number }) {
  const { sides, moves = [], needs, winner } = duel;
  const over = !needs;
  const rounds = Math.max(1, ...moves.map(([, round]) => round));
  const { turn } = frame.view.public;
  return html`<div class="duel" data-over=${over ? "" : null}>
    <table class="duel__table" aria-label=${duelTitle(duel, number)}>
      <thead>
        <tr>
          <th scope="col" class="duel__title">Duel ${number}</th>
          <th scope="col">Opens</th>
          ${Array.from(
            { length: rounds },
            (_, i) => html`<th key=${i} scope="col">R-${i + 1}</th>`,
          )}
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        ${sides.map(
          (
            [seat, role, opened, total],
            at,
          ) => html`<tr key=${seat} data-won=${over && winner === seat ? "" : null}
            data-out=${over && winner !== seat ? "" : null}
            data-turn=${!over && turn === seat ? "" : null}>
            <th scope="row" class="duel__who">
              ${PIECES[role] ?? null}
              <span class="duel__name">${who(frame, seat)}</span>
              <span class="duel__role">${ROLES[role]}</span>
            </th>
            <td class="figures">${opened}</td>
            ${Array.from({ length: rounds }, (_, i) => {
              const move = moves.find(([mover, round]) => mover === seat && round === i + 1);
              return html`<td key=${i}>
                ${move ? html`<${Answer} move=${move} at=${at} /> ` : null}
              </td>`;
            })}
            <td class="duel__now figures">${total}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="duel__need">${over ? endWords(frame, duel) : needWords(frame, duel)}</p>
  </div>`;
}

/**
 * A duel in one line: both sides with their points, and who is ahead.
 * @param {{frame: Frame, duel: Duel}} props
 */
export function DuelLine({ frame, duel }) {
  const [[one, , , own], [two, , , other]] = duel.sides;
  return html`<p class="duel-line">
    <span class="duel-line__side">
      <span class="duel-line__who">${who(frame, one)}</span> <b class="figures">${own}</b>
    </span>${" "}
    <span class="duel-line__against">against</span>${" "}
    <span class="duel-line__side">
      <b class="figures">${other}</b> <span class="duel-line__who">${who(frame, two)}</span>
    </span>
    <span class="duel-line__ahead">${duel.needs ? aheadWords(frame, duel) : endWords(frame, duel)}</span>
  </p>`;
}

/**
 * @param {Frame} frame
 * @param {Duel} duel
 */
function aheadWords(frame, { sides: [[one, , , own], [two, , , other]] }) {
  if (own === other) return "Tied";
  const ahead = own > other ? one : two;
  return `${who(frame, ahead)} ${ahead === frame.seat ? "are" : "is"} ahead`;
}

/** @type {Record<string, import("preact").VNode>} */
const PIECES = { candidate: HORSE_MARK, coalition: PAWN_MARK };

/**
 * The cards of one answer with the points of its side afterwards; "S" and "C" in words.
 * @param {{move: DuelMove, at: number}} props
 */
function Answer({ move: [, , act, cards, totals], at }) {
  if (!cards.length)
    return html`<span class="duel__act" title=${ACTS[act]}>
      <span aria-hidden="true">${ACTS[act][0].toUpperCase()}</span>
      <span class="unseen">${ACTS[act]}</span>
    </span>`;
  return html`<span class="duel__cards" role="img" aria-label=${cards.map(cardName).join(", ")}>
      ${cards.map(
        (code) => html`<span key=${code} class="duel__card" data-code=${code}>
          <${Face} code=${code} small />
        </span>`,
      )}
    </span>
    <span class="duel__after figures">${totals[at]}</span>`;
}

/** @type {Record<DuelMove[2], string>} */
const ACTS = {
  play: "plays",
  "power-play": "Power Play",
  stand: "stands",
  concede: "concedes",
};

/**
 * The end of a duel in words.
 * @param {Frame} frame
 * @param {Duel} duel
 */
export function endWords(frame, { winner = null, sides }) {
  if (winner === null) return "Tied: both are out.";
  const loser = sides.find(([seat]) => seat !== winner)?.[0];
  const goes = `${who(frame, winner)} ${winner === frame.seat ? "go" : "goes"} on`;
  if (loser === undefined) return `${goes}.`;
  return `${goes}, ${who(frame, loser)} ${loser === frame.seat ? "are" : "is"} out.`;
}

/**
 * The finished duels of the running Race, a line each, the latest first.
 * @param {{frame: Frame, duels: readonly Duel[]}} props
 */
export function DuelLines({ frame, duels }) {
  if (!duels.length) return null;
  return html`<ul class="duel-lines" aria-label="Finished duels of this Race">
    ${[...duels.keys()].reverse().map((at) => {
      const { sides } = duels[at];
      const score = sides.map(([seat, , , total]) => `${who(frame, seat)} ${total}`).join(" – ");
      return html`<li key=${at}>
        ${duelTitle(duels[at], at + 1)}: ${score}. ${endWords(frame, duels[at])}
      </li>`;
    })}
  </ul>`;
}

/**
 * All duels of a Race, the latest first.
 * @param {{frame: Frame, duels: readonly Duel[]}} props
 */
export function DuelList({ frame, duels }) {
  return html`<ol class="duels" reversed aria-label="Duels of this Race, the latest first">
    ${[...duels.keys()].reverse().map(
      (at) => html`<li key=${at}>
        <${DuelTable} frame=${frame} duel=${duels[at]} number=${at + 1} />
      </li>`,
    )}
  </ol>`;
}
