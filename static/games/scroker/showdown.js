/** The showdown: claims, spellchecks, winners with reasons, and the bank's book. */
import { html } from "../../js/html.js";
import { conjugate, who } from "../../js/table/core/name.js";
import { Paper } from "../../js/table/parts/papers.js";
import { openWords, wordsOf } from "./actions.js";
import { Cards, spoken } from "./cards.js";
import { potTotal } from "./felt.js";
import { outcomeSentences } from "./hand_log.js";
import { activeSeats, resultOf } from "./standing.js";
import { claimed, explained } from "./suits.js";

/** @import { VNode } from "preact" */
/** @import { Claim, Frame, Paid, Public, TableState } from "./records.js" */

/**
 * The claims of those who stayed; the leading or winning one comes first and is marked.
 * @param {{frame: Frame}} props
 */
export function Claims({ frame }) {
  const tableau = frame.view.public;
  const winners = new Set(tableau.pots.flatMap((pot) => pot.winners));
  /** @param {number} seat */
  const best = (seat) =>
    tableau.phase === "challenge" ? tableau.leader === seat : winners.has(seat);
  const rows = activeSeats(tableau)
    .filter((seat) => tableau.claims[seat])
    .sort((a, b) => Number(best(b)) - Number(best(a)));
  if (!rows.length) return null;
  return html`<ol class="claims" aria-label="What was claimed, the best first">
    ${rows.map(
      (seat) => html`<li key=${seat} class="claim" data-best=${best(seat) ? "" : null}>
        <span class="claim__who">${who(frame, seat)}</span>
        <${Presented} tableau=${tableau} seat=${seat} />
        <span class="claim__name">${nameOf(tableau, seat)}</span>
      </li>`,
    )}
  </ol>`;
}

/** @param {{tableau: Public, seat: number}} props */
function Presented({ tableau, seat }) {
  const claim = /** @type {Claim} */ (tableau.claims[seat]);
  const wild = Object.fromEntries(claim.wild);
  const words = wordsOf(claim);
  const used = claim.words.flat();
  const rest = (tableau.shown[seat] ?? []).filter((code) => !used.includes(code));
  return html`<span class="claim__cards">
    ${claim.words.map(
      (word, i) =>
        html`<${Cards} key=${i} codes=${word} wild=${wild}
          label=${`${words[i]}: ${word.map((code) => spoken(code, wild)).join("; ")}`} />`,
    )}
    ${rest.length ? html`<span class="claim__rest"><${Cards} codes=${rest} /></span>` : null}
    ${used.length + rest.length === 0 ? html`<span class="claim__none">face down</span>` : null}
  </span>`;
}

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function nameOf(tableau, seat) {
  const claim = /** @type {Claim} */ (tableau.claims[seat]);
  if (tableau.fouled.includes(seat)) return "Scum after the spellcheck";
  if (tableau.disqualified.includes(seat)) return "no openers: cannot win";
  if (!claim.words.length) return "no word claimed";
  const proved = tableau.proved.filter(([other]) => other === seat).length;
  const name = explained(claimed(claim.words, Object.fromEntries(claim.wild)) ?? "Scum");
  return `${wordsOf(claim).join(" and ")}: ${name}${proved ? ", proved" : ""}`;
}

/**
 * The challenge window: whose word, and what is at stake.
 * @param {{frame: Frame}} props
 */
export function Window({ frame }) {
  const tableau = frame.view.public;
  const { staked } = tableau;
  const leader = /** @type {number} */ (tableau.leader);
  const words = wordsOf(/** @type {Claim} */ (tableau.claims[leader]));
  const open = openWords(tableau).map((word) => words[word]);
  const asked = frame.prompt?.kind === "challenge";
  return html`<div class="window">
    <p class="window__title">
      ${conjugate(frame, leader, "lead")} with <b>${open.join(" and ")}</b>
    </p>
    ${
      asked
        ? null
        : html`<p class="window__stake">
          ${
            leader === frame.seat
              ? `If it is challenged and not in the list, you pay ${staked[leader]} into the pot ` +
                "and your hand is Scum, the lowest of all. If it is in the list, the challenger pays."
              : "Anyone who doubts it may challenge. If it is not in the list, " +
                `${who(frame, leader)} pays ${staked[leader]} into the pot and their hand is Scum, the lowest of all. ` +
                "If it is in the list, the challenger pays as much again as they have put in."
          }
        </p>`
    }
    <p class="window__stake">${potTotal(tableau)} play chips are in the pot.</p>
  </div>`;
}

/**
 * The part below the result of a match: the end of its last hand, and the bank's book.
 * @param {{frame: Frame}} props
 */
export function Aftermath({ frame }) {
  return html`${
    frame.view.public.paid ? html`<${HandOver} table=${{ frame, live: true }} />` : null
  }
    <${Ledger} frame=${frame} />`;
}

/**
 * The end of a hand.
 * @param {{table: TableState}} props
 */
export function HandOver({ table }) {
  const { frame } = table;
  const tableau = frame.view.public;
  const { paid } = tableau;
  const sentences = outcomeSentences(table);
  return html`<${Paper} kind="paper--engraved over-paper" title=${titleOf(frame, paid)}
    over=${`Hand ${paid?.hand ?? tableau.hand}`} note="Chips are play chips.">
    ${sentences.map((line) => html`<p key=${line} class="over-paper__why">${line}</p>`)}
    <${Claims} frame=${frame} />
    ${
      tableau.openers_shown.length
        ? html`<p class="over-paper__openers">
          Openers: <${Cards} codes=${tableau.openers_shown} />
        </p>`
        : null
    }
    ${
      paid
        ? html`<ul class="nets" aria-label="Play chips won and lost in this hand">
          ${paid.seats.map(
            (seat, i) =>
              html`<li key=${seat} data-won=${paid.nets[i] > 0 ? "" : null}>
                <span>${who(frame, seat)}</span> <b class="figures">${signed(paid.nets[i])}</b>
              </li>`,
          )}
        </ul>`
        : null
    }
  </${Paper}>`;
}

/**
 * @param {Frame} frame
 * @param {Paid | null} paid
 */
function titleOf(frame, paid) {
  if (!paid?.winners.length) return "Nobody wins the pot";
  if (paid.winners.length > 1)
    return `${paid.winners.map((seat) => who(frame, seat)).join(" and ")} take chips`;
  const at = paid.seats.indexOf(paid.winners[0]);
  const won = paid.nets[at] > 0 ? paid.nets[at] : "the pot";
  return `${conjugate(frame, paid.winners[0], "win")} ${won}`;
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/**
 * The columns of the bank's book.
 * @type {{name: string, of: (tableau: Public, seat: number) => number, middle?: boolean}[]}
 *   `middle`: what lies in the middle counts in its sum
 */
const COLUMNS = [
  { name: "Bought", of: ({ bought }, seat) => bought[seat] },
  { name: "Has", of: ({ stacks }, seat) => stacks[seat], middle: true },
  { name: "Owes", of: ({ markers }, seat) => markers[seat] },
  { name: "Result", of: resultOf, middle: true },
];

const BOOK_NOTE =
  "Play chips: what each player has, minus what they bought and what they owe. The total is zero.";

/**
 * The bank's book: what everybody bought, holds and owes.
 * @param {{frame: Frame}} props
 */
export function Ledger({ frame }) {
  const tableau = frame.view.public;
  const rows = [...tableau.seats].sort((a, b) => resultOf(tableau, b) - resultOf(tableau, a));
  /** @type {(name: string, chips: (number | string)[]) => VNode} */
  const cells = (name, chips) =>
    html`<th scope="row">${name}</th>
      ${chips.map((n, i) => html`<td key=${i} class="figures">${i === 3 ? signed(Number(n)) : n}</td>`)}`;
  const left = potTotal(tableau);
  const sums = COLUMNS.map(({ of, middle }) =>
    rows.reduce((sum, seat) => sum + of(tableau, seat), middle ? left : 0),
  );
  return html`<${Paper} kind="paper--wide ledger" title="The bank’s book"
    note=${BOOK_NOTE}>
    <table class="purses">
      <thead>
        <tr>
          ${["Who", ...COLUMNS.map(({ name }) => name)].map(
            (name) => html`<th key=${name} scope="col">${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (seat) => html`<tr key=${seat}>
            ${cells(
              who(frame, seat),
              COLUMNS.map(({ of }) => of(tableau, seat)),
            )}
          </tr>`,
        )}
      </tbody>
      <tfoot>
        ${left ? html`<tr>${cells("In the middle", ["", left, "", left])}</tr>` : null}
        <tr>${cells("Total", sums)}</tr>
      </tfoot>
    </table>
  </${Paper}>`;
}
