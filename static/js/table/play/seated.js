/** The people at their seats, and the order of the seats from the viewer's on. */
import { page } from "../core/page_data.js";

/** @import { SeatShown } from "../../records.js" */
/** @import { Row, TableState } from "../core/game_types.js" */

/** @typedef {ReturnType<typeof personAt>} Seated */

/**
 * The room's seat of a match seat. A room that gathers again numbers its seats anew while the table
 * still shows the match; then the name decides.
 * @param {SeatShown[]} seats
 * @param {number} number
 * @param {string} name
 */
const seatOf = (seats, number, name) =>
  seats.find((seat) => seat.number === number && seat.name === name) ??
  seats.find((seat) => seat.name === name) ??
  seats.find((seat) => seat.number === number) ??
  null;

/**
 * The seats from the viewer's on, as they sit.
 * @param {number[]} seats clockwise
 * @param {number | null} viewer
 */
export function clockwise(seats, viewer) {
  const at = viewer === null ? 0 : Math.max(0, seats.indexOf(viewer));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/**
 * The player at a seat, with any trouble there in words.
 * @param {Row} row
 * @param {TableState} table
 */
export function personAt(row, table) {
  const name = table.frame.names[row.seat];
  const shown = seatOf(table.room?.seats ?? [], row.seat, name);
  /** @type {string | null} */
  let trouble = null;
  if (shown?.stand_in) trouble = "a bot is playing";
  else if (shown?.presence === "gone") trouble = "away";
  else if (shown?.presence === "shaky") trouble = "unstable connection";
  return {
    name,
    /** The text that the portrait is drawn from. */
    id: shown?.person ?? page.faces?.[row.seat]?.id ?? `${shown?.bot ?? ""} ${name}`,
    mine: row.seat === table.frame.seat,
    bot: shown?.person === null && shown?.bot,
    trouble,
  };
}
