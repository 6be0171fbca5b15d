/** The bot that may wait for a tap, and where one may: the same conditions as the server's. */

/** @import { Frame } from "../../messages.js" */
/** @import { RoomShown } from "../../records.js" */
/** @import { Preferences } from "../core/prefs.js" */

/**
 * True where the server holds a bot back until a tap, or may do so with the next one.
 * @param {Preferences["pace"]} pace
 * @param {Frame} frame
 * @param {RoomShown | null} shown
 */
export const isByTap = (pace, frame, shown) =>
  pace === "tap" &&
  shown?.stage === "playing" &&
  shown.people.length === 1 &&
  !shown.paused &&
  (shown.clock === "off" || shown.clock === "soft") &&
  frame.seat !== null &&
  !frame.awaited.includes(frame.seat);

/**
 * The bot that the match waits for; null: several are asked, or nobody.
 * @param {Frame} frame
 * @param {RoomShown} shown
 */
export function awaitedBot({ awaited }, { seats }) {
  const seat = awaited.length === 1 && seats.find(({ number }) => number === awaited[0]);
  return seat && (seat.bot || seat.stand_in) ? seat : null;
}
