/** The event lines of the present hand: live from the log, in a replay those of this moment. */
import { log } from "../../js/table/core/store.js";

/** @import { EventLine, Frame, TableState } from "./records.js" */

/**
 * The lines, oldest first.
 * @param {{frame: Frame, live: boolean}} props
 * @returns {EventLine[]}
 */
export function linesOfHand({ frame, live }) {
  if (!live) return frame.events;
  const lines = /** @type {EventLine[]} */ (log.value);
  const from = lines.findLastIndex((line) => line.event.type === "hand-dealt");
  return lines.slice(Math.max(0, from));
}

/**
 * The last line about each seat's open cards, by seat.
 * @param {TableState} table
 */
export const lastLineBySeat = (table) =>
  Object.fromEntries(
    linesOfHand(table).flatMap(({ event, text }) =>
      event.type === "open-cards-dealt" ? [[event.seat, { event, text }]] : [],
    ),
  );

/**
 * The sentences that say who won what, and why.
 * @param {TableState} table
 */
export const outcomeSentences = (table) =>
  linesOfHand(table)
    .filter(({ event }) =>
      ["pot-won", "pot-carried", "folded-out", "passed-in"].includes(event.type),
    )
    .map(({ text }) => text);
