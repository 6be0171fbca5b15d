/** The marks of a seat: its title, rank, role, wins, cards, stake, deed, and what it does now. */
import { html } from "../../html.js";
import { prefs } from "../core/prefs.js";
import { Icon } from "../ui/icons.js";

/** @import { Row } from "../core/game_types.js" */
/** @import { Seated } from "./seated.js" */

/** @typedef {{row: Row}} RowProps */
/** @typedef {{row: Row, number: number}} NumberedProps `number`: of the place, from 1 */

/**
 * The theme's title, or the plain rank for those who turned titles off.
 * @param {Row} row
 * @param {number} number
 */
export const titleOf = (row, number) =>
  row.title === null || prefs.value.titles ? row.title : `Rank ${number}`;

/** @type {Record<string, string>} */
const PLACE_ICONS = { first: "crown", last: "patch" };

/** @param {NumberedProps} props */
export function PlaceMark({ row, number }) {
  if (row.place === null) return null;
  const drawing = PLACE_ICONS[row.place];
  return html`<span class="place-mark" data-place=${row.place} title=${titleOf(row, number)}>
    ${drawing ? html`<${Icon} name=${drawing} />` : html`<span aria-hidden="true">${number}</span>`}
    <span class="unseen">rank ${number}</span>
  </span>`;
}

/**
 * A role, such as the dealer's, as a button with its first letter or its drawing.
 * @param {RowProps} props
 */
export function Role({ row }) {
  if (!row.role) return null;
  return html`<span class="role" title=${row.role}>
    <span aria-hidden="true">${row.roleFigure ?? row.role[0]}</span>
    <span class="unseen">${row.role}</span>
  </span>`;
}

/**
 * The wins towards the target: a lamp for each, lit or not; `brief` in figures.
 * @param {RowProps & {brief?: boolean}} props
 */
export function Wins({ row, brief = false }) {
  if (!row.wins) return null;
  const { won, of, unit } = row.wins;
  if (brief)
    return html`<span class="wins figures" title=${`${won} of ${of} ${unit}`}>
      <span aria-hidden="true">${won}/${of}</span>
      <span class="unseen">${won} of ${of} ${unit}</span>
    </span>`;
  return html`<span class="wins" role="img" aria-label=${`${won} of ${of} ${unit}`}
    title=${`${won} of ${of} ${unit}`}>
    ${Array.from(
      { length: of },
      (_, i) => html`<span key=${i} class="wins__lamp" data-lit=${i < won ? "" : null}></span>`,
    )}
  </span>`;
}

/** As many backs as are drawn of a hand; its number says the rest. */
const BACKS = 5;

/**
 * The cards in hand: a fan of backs with its number.
 * @param {RowProps} props
 */
export function Count({ row }) {
  if (row.count === null || row.count === undefined) return null;
  return html`<span class="count figures" data-few=${row.count > 0 && row.count <= 3 ? "" : null}
    title="cards in hand">
    <span class="backs" aria-hidden="true">
      ${Array.from({ length: Math.min(row.count, BACKS) }, (_, i) => html`<i key=${i}></i>`)}
    </span>
    <span>${row.count}<span class="unseen"> cards</span></span>
  </span>`;
}

/** As many cards as are drawn of a pile. */
const LAYERS = 3;

/**
 * The cards that lie face down before a seat, with their number.
 * @param {RowProps} props
 */
export function WonPile({ row: { pile } }) {
  if (!pile) return null;
  return html`<span class="won figures" title=${pile.words}>
    <span class="won__cards" aria-hidden="true">
      ${Array.from({ length: Math.min(pile.number, LAYERS) }, (_, i) => html`<i key=${i}></i>`)}
    </span>
    <span aria-hidden="true">${pile.number}</span>
    <span class="unseen">${pile.words}</span>
  </span>`;
}

/**
 * The chips that a seat has put in.
 * @param {RowProps} props
 */
export function Stake({ row }) {
  if (!row.stake) return null;
  return html`<span class="put figures">${row.stake}<span class="unseen"> chips put in</span></span>`;
}

/**
 * The last deed of a seat, until it is on turn again.
 * @param {RowProps & {words: string | undefined}} props
 */
export function Deed({ row, words }) {
  return words && row.state !== "turn" ? html`<span class="deed">${words}</span>` : null;
}

/** @type {Record<string, string>} */
const STATE_ICONS = {
  turn: "point",
  passed: "dash",
  barred: "hush",
  out: "flag",
  ready: "check",
  giving: "gift",
};

/** @param {RowProps & {person: Seated}} props */
export function StateBadge({ row, person }) {
  if (person.trouble)
    return html`<span class="state-badge" data-state="away"><${Icon} name="away" /></span>`;
  if (!row.state) return null;
  return html`<span class="state-badge" data-state=${row.state}>
    <${Icon} name=${STATE_ICONS[row.state]} />
  </span>`;
}
