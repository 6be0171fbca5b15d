/** What the house has said since the present hand began: live from the log, in a replay what was said at this moment. */
import { log } from "../../js/table/core/store.js";

/** [{event, text}], oldest first. */
export function toldInHand({ frame, live }) {
  if (!live) return frame.events;
  const lines = log.value;
  const from = lines.findLastIndex((line) => line.event.type === "hand-dealt");
  return lines.slice(Math.max(0, from));
}

/** {seat: what was said last of that seat's open cards, as {event, text}}. */
export const dealersLines = (table) =>
  Object.fromEntries(
    toldInHand(table)
      .filter(({ event }) => event.type === "open-cards-dealt")
      .map((line) => [line.event.seat, line]),
  );

/** The sentences that say who won what, and why. */
export const reasonsOf = (table) =>
  toldInHand(table)
    .filter(({ event }) =>
      ["pot-won", "pot-carried", "folded-out", "passed-in"].includes(event.type),
    )
    .map(({ text }) => text);
