/**
 * The seats and their standing: the strip along the top, the oval round the felt, the ladder at the
 * side.
 */
import { html } from "../../html.js";
import { pure } from "../../pure.js";
import { words } from "../core/game.js";
import { Name } from "../core/name.js";
import { Badges } from "../parts/badges.js";
import { Face } from "../portraits/portrait.js";
import { Countdown, clockOf } from "../ui/countdown.js";
import { Icon } from "../ui/icons.js";
import {
  Count,
  Deed,
  PlaceMark,
  Role,
  Stake,
  StateBadge,
  titleOf,
  Wins,
  WonPile,
} from "./seat_marks.js";
import { personAt } from "./seated.js";

/** @import { SeatClock } from "../../records.js" */
/** @import { Child, Component, Pick, Row, TableState } from "../core/game_types.js" */
/** @import { Seated } from "./seated.js" */

/**
 * @typedef {object} SeatingProps
 * @property {Row[]} rows best first
 * @property {Row[]} [seating] the rows in the order of the seats
 * @property {TableState} table
 * @property {Map<number, string>} deeds the last deed by seat
 * @property {Pick | null} [pick] while a player is to be picked
 */

/**
 * @typedef {{row: Row, number: number, person: Seated, deed: string | undefined,
 *   pick: Pick | null}} SeatProps */
/** @typedef {{rows: Row[], table: TableState, label?: string, unit?: string}} LadderProps */

/**
 * Points as they are printed, with a real minus.
 * @param {number} points
 */
const formatPoints = (points) => (points < 0 ? `−${-points}` : points);

/**
 * The strip of a phone: everybody above the felt in rank order, best on the left, or in the order
 * of `seating`. One row is bent to an arc. More rows than `faceRows` have no portraits.
 * @param {SeatingProps & {faceRows: number}} props
 */
export function Strip({ rows, seating = rows, table, deeds, faceRows, pick }) {
  const label = `${words.value.standing}${seating === rows ? ", best first" : ""}`;
  const columns = rows.length <= 5 ? rows.length : Math.ceil(rows.length / 2);
  const faces = Math.ceil(rows.length / columns) <= faceRows;
  return html`<ol class="strip" aria-label=${label} data-faces=${faces ? "" : null} data-dense=${columns > 4 ? "" : null}
    style=${{ "--columns": columns, "--all": rows.length }}>
    ${seating.map(
      (row, i) =>
        html`<${StripSeat} key=${row.seat} row=${row} many=${rows.length} number=${i + 1} faces=${faces}
          arc=${columns < rows.length ? 0 : arcOf(i, columns)} deed=${deeds.get(row.seat)}
          person=${personAt(row, table)} pick=${pickOf(row, pick)} />`,
    )}
  </ol>`;
}

/**
 * The depth of a seat in an arc, from 0 in its middle to 1 at its ends.
 * @param {number} at
 * @param {number} of
 */
const arcOf = (at, of) => ((2 * at) / Math.max(1, of - 1) - 1) ** 2;

/** @type {Component<SeatProps & {many: number, arc: number, faces: boolean}>} */
const StripSeat = pure(
  ({ row, many, number, arc, faces, person, deed, pick }) => html`<li class="strip__seat"
    ...${seatAttributes(row, person)} data-flip=${`rung:${row.seat}`} data-motion="rung"
    data-spot=${`seat:${row.seat}`} style=${{ "--arc": arc }}>
    <${Picker} row=${row} pick=${pick} person=${person}>
      ${
        faces
          ? html`<${Face} id=${person.id} place=${row.place} seat=${row.seat} wears=${row.wears}
              asleep=${person.trouble === "away"} />`
          : null
      }
      <span class="strip__top">
        <${PlaceMark} row=${row} number=${number} />
        ${many > 4 ? null : html`<${Role} row=${row} />`}
        <${Count} row=${row} />
        <${WonPile} row=${row} />
        <span class="strip__points figures" title=${words.value.about}>
          ${formatPoints(row.points)}
          <span class="unseen"> ${words.value.points}</span>
        </span>
      </span>
      ${
        row.title === null
          ? null
          : html`<span class="strip__title" aria-hidden="true">${titleOf(row, number)}</span>`
      }
      <span class="strip__foot">
        <span class="strip__name"><${Name} name=${person.name} /></span>
        ${many > 4 ? html`<${Role} row=${row} />` : null}
        <${Wins} row=${row} brief=${many > 2} />
        <${StateBadge} row=${row} person=${person} />
      </span>
      <span class="strip__deed">
        <${Deed} row=${row} words=${deed} /><${Stake} row=${row} />
      </span>
      <span class="unseen">
        ${[
          person.mine && "you",
          row.ally && "your partner",
          titleOf(row, number),
          row.note,
          person.trouble,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
    </${Picker}>
    <${Badges} badges=${row.badges} seat=${row.seat} name=${person.name} />
  </li>`,
);

/**
 * The seats of a desktop round the felt, clockwise in rank order or in the order of `seating`. The
 * viewer sits at the bottom.
 * @param {SeatingProps & {children?: Child}} props
 */
export function Oval({ rows, seating = rows, table, deeds, pick, children }) {
  const mine = Math.max(
    0,
    seating.findIndex((row) => row.seat === table.frame.seat),
  );
  return html`<div class="oval" data-seats=${rows.length}>
    <div class="oval__felt" data-drop><div class="oval__middle">${children}</div></div>
    <ol class="oval__seats"
      aria-label=${`Seats in order of play${seating === rows ? ", best rank first" : ""}`}>
      ${seating.map((row, i) => {
        const turn = ((i - mine + rows.length) % rows.length) / rows.length;
        return html`<${OvalSeat} key=${row.seat} row=${row} number=${i + 1} spot=${ovalSpot(turn)}
          person=${personAt(row, table)} clock=${clockOf(table.frame, row.seat)}
          deed=${deeds.get(row.seat)} pick=${pickOf(row, pick)} />`;
      })}
    </ol>
  </div>`;
}

/** @type {Component<SeatProps & {spot: {x: number, y: number}, clock: SeatClock | null}>} */
const OvalSeat = pure(
  ({ row, number, spot, person, clock, deed, pick }) => html`<li class="plaque"
    ...${seatAttributes(row, person)} style=${{
      left: `clamp(var(--half), ${spot.x}%, 100% - var(--half))`,
      top: `${spot.y}%`,
      "--lift": `-${spot.y}%`,
    }} data-flip=${`seat:${row.seat}`} data-motion="rung" data-spot=${`seat:${row.seat}`}>
    <${Picker} row=${row} pick=${pick} person=${person}>
      <${Face} id=${person.id} place=${row.place} seat=${row.seat} wears=${row.wears} asleep=${person.trouble === "away"} />
      <span class="plaque__name">
        <${Name} name=${person.name} />
        ${person.bot ? html` <${Icon} name="bot" label="bot" />` : null}
      </span>
      <span class="plaque__facts">
        <${PlaceMark} row=${row} number=${number} />
        <${Role} row=${row} />
        <${Count} row=${row} />
        <${WonPile} row=${row} />
        <${Stake} row=${row} />
        <${Countdown} clock=${clock} />
      </span>
      ${
        row.ally || row.note
          ? html`<span class="plaque__note">
            ${[row.ally && "your partner", row.note].filter(Boolean).join(", ")}
          </span>`
          : null
      }
      ${
        person.trouble
          ? html`<span class="plaque__note plaque__note--trouble">${person.trouble}</span>`
          : null
      }
    </${Picker}>
    <${Deed} row=${row} words=${deed} />
    <${Badges} badges=${row.badges} seat=${row.seat} name=${person.name} />
  </li>`,
);

/** The ladder at the side of a desktop and in a phone's sheet: titles, names, points, cards. */
export const Ladder = pure(Rungs);

/** @param {LadderProps} props */
function Rungs({ rows, table, label = words.value.standing, unit = words.value.points }) {
  return html`<ol class="ladder" aria-label=${label}>
    ${rows.map(
      (row, i) => html`<${Rung} key=${row.seat} row=${row} number=${i + 1} unit=${unit}
        person=${personAt(row, table)} />`,
    )}
  </ol>`;
}

/** @type {Component<{row: Row, number: number, unit: string, person: Seated}>} */
const Rung = pure(
  ({ row, number, unit, person }) => html`<li class=${`rung${person.mine ? " mine" : ""}`}
    data-place=${row.place} data-flip=${`ladder:${row.seat}`} data-motion="rung"
    aria-current=${row.state === "turn" ? "true" : null}>
    <${Face} id=${person.id} place=${row.place} seat=${row.seat} wears=${row.wears} asleep=${person.trouble === "away"} />
    ${
      row.title === null && !row.wins
        ? null
        : html`<span class="rung-title">
          ${titleOf(row, number)}
          <${Wins} row=${row} brief=${row.title !== null} />
        </span>`
    }
    <span class="rung-name"><${Name} name=${person.name} /></span>
    <span class="rung-facts">
      <${Role} row=${row} />
      <${Count} row=${row} />
      <span class="rung-score" title=${unit === words.value.points ? words.value.about : unit}>
        ${formatPoints(row.points)}
        <span class="unseen"> ${unit}</span>
      </span>
    </span>
  </li>`,
);

/**
 * The face of a seat; a button while a player is to be picked.
 * @param {{row: Row, pick: Pick | null, person: Seated, children?: Child}} props
 */
function Picker({ row, pick, person, children }) {
  if (!pick) return html`<div class="seat-face">${children}</div>`;
  const pressed = pick.chosen ? String(pick.chosen.includes(row.seat)) : null;
  return html`<button type="button" class="seat-face seat-face--pick" aria-pressed=${pressed}
    aria-keyshortcuts=${pick.chosen ? keyOf(row.seat, pick) : null}
    onClick=${() => pick.choose(row.seat)}>
    <span class="unseen">${pick.label} ${person.name}: </span>
    ${children}
  </button>`;
}

/**
 * The key that picks a seat: its number among those that can be picked.
 * @param {number} seat
 * @param {Pick} pick
 */
function keyOf(seat, pick) {
  const at = [...pick.seats].sort((one, other) => one - other).indexOf(seat) + 1;
  return at <= 9 ? String(at) : null;
}

/**
 * The pick for a seat that may be picked; null for others, which need not be drawn again then.
 * @param {Row} row
 * @param {Pick | null | undefined} pick
 */
const pickOf = (row, pick) => (pick?.seats.has(row.seat) ? pick : null);

/**
 * @param {Row} row
 * @param {Seated} person
 */
function seatAttributes(row, person) {
  return {
    "data-state": row.state,
    "data-place": row.place,
    "data-mine": person.mine ? "" : null,
    "data-ally": row.ally ? "" : null,
    "aria-current": row.state === "turn" ? "true" : null,
  };
}

/**
 * The place of a seat in percent of the oval's box: across, that of its middle; down, 0 where its
 * upper edge touches the box and 100 where its lower edge does. `turn`: 0 at the bottom to 1,
 * clockwise.
 * @param {number} turn
 */
function ovalSpot(turn) {
  const angle = Math.PI / 2 + turn * 2 * Math.PI;
  // a superellipse: the corners of the felt are used too
  /** @param {number} value */
  const bend = (value) => Math.sign(value) * Math.abs(value) ** 0.72;
  return { x: 50 + 43.5 * bend(Math.cos(angle)), y: 50 + 50 * bend(Math.sin(angle)) };
}
