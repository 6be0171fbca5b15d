/** The event lines of the present hand: live from the log, in a replay those of this moment. */
import { log } from "../../js/table/core/store.js";

/** @import { Frame } from "../../js/messages.js" */
/** @import { TableState } from "../../js/table/core/game_types.js" */

/**
 * The lines, oldest first.
 * @param {{frame: Frame, live: boolean}} props
 */
export function linesOfHand({ frame, live }) {
  if (!live) return frame.events;
  const lines = log.value;
  const from = lines.findLastIndex((line) => line.event.type === "hand-dealt");
  return lines.slice(Math.max(0, from));
}

/**
 * The last line about each seat's open cards, by seat.
 * @param {TableState} table
 */
export const lastLineBySeat = (table) =>
  Object.fromEntries(
    linesOfHand(table)
      .filter(({ event }) => event.type === "open-cards-dealt")
      .map((line) => [line.event.seat, line]),
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
