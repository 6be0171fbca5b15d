/**
 * The felt during a hand: the pot in chips, everybody's stake, open cards in columns, and the
 * shared card.
 */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { Face } from "./cards.js";
import { changes, gameName } from "./dealer_choices.js";
import { ANIMALS, cardName, letterOf } from "./deck.js";
import { lastLineBySeat } from "./hand_log.js";
import { activeSeats } from "./standing.js";

/** @import { Frame, OpenCardsDealtEvent, Public, TableState } from "./records.js" */

/**
 * True while nobody has won a pot and it was not carried over.
 * @param {Public["pots"][number]} pot
 */
const isOpen = ({ winners, carried }) => !winners.length && !carried;

/**
 * Chips on the table: bets and antes, open pots, and what was carried over.
 * @param {Public} tableau
 */
export function potTotal(tableau) {
  if (tableau.pots.length)
    return tableau.pots.filter(isOpen).reduce((sum, pot) => sum + pot.chips, 0) + tableau.carry;
  return tableau.staked.reduce((sum, chips) => sum + chips, 0) + tableau.carry;
}

/**
 * The pot, and what the viewer has in it.
 * @param {Frame} frame
 */
export function atStake({ seat, view }) {
  const tableau = view.public;
  const chips = potTotal(tableau);
  if (!chips) return null;
  const own = seat === null ? 0 : tableau.staked[seat];
  return `${chips} play chips are in the pot${own ? `, ${own} of them yours` : ""}.`;
}

/**
 * Chips drawn in stacks of at most five, tens and ones.
 * @param {{n: number}} props
 */
export function Chips({ n }) {
  const stacks = [];
  for (let tens = Math.min(Math.floor(n / 10), 15); tens > 0; tens -= 5)
    stacks.push({ kind: "ten", high: Math.min(tens, 5) });
  for (let ones = n % 10; ones > 0; ones -= 5)
    stacks.push({ kind: "one", high: Math.min(ones, 5) });
  if (!stacks.length) return null;
  const width = stacks.length * 24;
  return html`<svg class="chips" viewBox="0 0 ${width} 34" style=${{ "--stacks": stacks.length }}
    aria-hidden="true" focusable="false">
    ${stacks.map(
      (
        { kind, high },
        i,
      ) => html`<g key=${i} data-chip=${kind} transform="translate(${i * 24 + 12} 26)">
        ${Array.from(
          { length: high },
          (_, at) =>
            html`<g key=${at} transform="translate(0 ${-at * 4})">
              <ellipse class="chip__edge" cy="3" rx="10.5" ry="4.6" />
              <ellipse class="chip__face" rx="10.5" ry="4.6" />
              <ellipse class="chip__ring" rx="6" ry="2.4" />
            </g>`,
        )}
      </g>`,
    )}
  </svg>`;
}

/**
 * The pot in full, and the hand's game.
 * @param {{frame: Frame}} props
 */
export function Pot({ frame }) {
  const tableau = frame.view.public;
  const { named, pots, pot, carry, opener, common, spit, stock } = tableau;
  const facts = [
    carry ? `${carry} carried over` : null,
    opener === null ? null : `${who(frame, opener)} opened`,
    stock && named.base !== "longhorn" ? `${stock} in the stock` : null,
    timeLeft(tableau),
  ].filter(Boolean);
  const open = pots.filter(isOpen);
  const list = changes(named);
  return html`<div class="pit">
    <p class="pit__game">
      ${gameName(named)}
      ${
        list.length
          ? html` <span class="pit__changed" title=${list.join(" ")}>
              ${list.length === 1 ? "one change" : `${list.length} changes`}
              <span class="unseen">: ${list.join(" ")}</span>
            </span>`
          : null
      }
    </p>
    <div class="pit__row">
      <div class="pit__pot">
        <${Chips} n=${potTotal(tableau)} />
        <p>
          <b class="pit__sum figures">${potTotal(tableau)}</b> <span class="pit__unit">
            play chips in the pot
          </span>
        </p>
      </div>
      ${spit ? html`<${Shared} code=${spit} words="the spit, everybody’s" />` : null}
      ${common ? html`<${Shared} code=${common} words="everybody’s seventh" />` : null}
    </div>
    ${
      open.length > 1
        ? html`<ul class="pit__pots" aria-label="Pots">
          ${pots.map((one, i) =>
            isOpen(one)
              ? html`<li key=${i} aria-current=${i === pot ? "true" : null}>
                ${i === 0 ? "Main pot" : `Side pot ${i}`}: <b class="figures">${one.chips}</b>
                , for ${forWhom(frame, one.eligible)}
              </li>`
              : null,
          )}
        </ul>`
        : null
    }
    ${facts.length ? html`<p class="pit__facts">${facts.join(" · ")}</p>` : null}
  </div>`;
}

/**
 * The minutes that are left, where the session's length is in minutes.
 * @param {Public} tableau
 */
function timeLeft({ options, minutes }) {
  if (options.ending !== "minutes") return null;
  const left = options.minutes - minutes;
  if (left <= 0) return "the last hand";
  return left === 1 ? "the last minute" : `${left} minutes left`;
}

/**
 * The names that a pot is for, or of those it is not for, whichever are fewer.
 * @param {Frame} frame
 * @param {number[]} eligible
 */
function forWhom(frame, eligible) {
  const others = activeSeats(frame.view.public).filter((seat) => !eligible.includes(seat));
  /** @param {number[]} seats */
  const names = (seats) =>
    seats.map((seat) => (seat === frame.seat ? "you" : frame.names[seat])).join(", ");
  if (!others.length) return "all";
  return others.length < eligible.length ? `all but ${names(others)}` : names(eligible);
}

/** @param {{code: string, words: string}} props */
const Shared = ({ code, words }) =>
  html`<div class="pit__shared" role="img" aria-label=${`${cardName(code)}; ${words}`}>
    <span class="pit__card" data-code=${code} data-flip=${`shared:${code}`}
      data-motion="play" data-from="spot:deck">
      <${Face} code=${code} />
    </span>
    <span aria-hidden="true">${words}</span>
  </div>`;

/**
 * The players of this hand with stake, last action and open cards.
 * @param {{table: TableState}} props
 */
export function Stakes({ table }) {
  const { frame } = table;
  const tableau = frame.view.public;
  const { players, folded, put, up, named } = tableau;
  const stud = named.base === "longhorn";
  const lines = stud ? lastLineBySeat(table) : {};
  return html`<ol class="stakes" data-stud=${stud ? "" : null}
    data-many=${players.length > 4 ? "" : null} aria-label="Who is in, from the dealer’s left"
    style=${{ "--players": players.length }}>
    ${players.map(
      (seat) => html`<li key=${seat} class="stake" data-folded=${folded.includes(seat) ? "" : null}
        aria-current=${tableau.turn === seat ? "true" : null}>
        <span class="stake__name">${who(frame, seat)}</span>
        ${stud ? html`<${Column} codes=${up[seat] ?? []} /> ` : null}
        ${
          put[seat]
            ? html`<span class="stake__chips">
              <${Chips} n=${put[seat]} />
              <span class="figures">${put[seat]}</span>
            </span>`
            : null
        }
        <span class="stake__deed">${deedOf(tableau, seat)}</span>
        ${
          lines[seat] && !folded.includes(seat)
            ? html`<span class="stake__line" title=${lines[seat].text}>
              ${highOf(lines[seat].event)}
              <span class="unseen">: ${lines[seat].text}</span>
            </span>`
            : null
        }
      </li>`,
    )}
  </ol>`;
}

/**
 * The high card in words: "Snail high".
 * @param {OpenCardsDealtEvent} event
 */
function highOf({ high }) {
  if (!high.length) return "";
  const letter = letterOf(high[0]);
  return `${high[0].startsWith("an") ? ANIMALS[letter] : letter} high`;
}

/**
 * Open cards as a column, letters in sight.
 * @param {{codes: string[]}} props
 */
function Column({ codes }) {
  if (!codes.length) return null;
  return html`<span class="column" role="img"
    aria-label=${`open: ${codes.map(cardName).join("; ")}`} style=${{ "--cards": codes.length }}>
    ${codes.map(
      (code) =>
        html`<span key=${code} class="column__card" data-code=${code} data-flip=${`up:${code}`}
          data-motion="deal" data-from="spot:deck">
          <${Face} code=${code} small />
        </span>`,
    )}
  </span>`;
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function deedOf(tableau, seat) {
  const { folded, tapped, phase, acted, aggressor, level, round, drawn, declared, staked, opener } =
    tableau;
  if (folded.includes(seat)) return "folded";
  const draw = drawn[seat];
  const exchanged =
    draw === null || draw === undefined ? null : draw ? `drew ${draw}` : "stood pat";
  switch (phase) {
    case "bet":
      if (tapped.includes(seat)) return "tapped out";
      if (aggressor === seat) return tableau.raises ? "raised" : "opened";
      if (acted.includes(seat)) return level ? "called" : "checked";
      return round > 1 && exchanged ? exchanged : opener === seat ? "opened" : "";
    case "draw":
    case "reshuffle":
      return exchanged ?? "";
    case "declare":
      return declared.includes(seat) ? "claim made" : `in for ${staked[seat]}`;
    default:
      return `in for ${staked[seat]}`;
  }
}

/**
 * The claims: who has made one, and what is at stake.
 * @param {{frame: Frame}} props
 */
export function Declaring({ frame }) {
  const tableau = frame.view.public;
  const waiting = activeSeats(tableau).filter((seat) => !tableau.declared.includes(seat));
  return html`<p class="felt__word">
    ${
      waiting.length
        ? `${waiting.length === 1 ? "One claim is" : `${waiting.length} claims are`} still to come`
        : "All claims are sealed"
    }
  </p>`;
}
