/** The moment that the table shows right now, and the look that it gives to each face. */
import { signal } from "@preact/signals";

/** @import { Moment } from "./moment_table.js" */

/** @type {import("@preact/signals").Signal<Moment | null>} */
export const staged = signal(null);

/**
 * The look of a face: who gains by a moment is glad, who loses sore, all others are amazed by what
 * is more than small. null: it holds still.
 * @param {Moment | null} moment
 * @param {number} seat
 * @returns {"glad" | "sore" | "amazed" | null}
 */
export function lookOf(moment, seat) {
  if (moment === null) return null;
  if ((moment.glad ?? [moment.seat]).includes(seat)) return "glad";
  if (moment.sore?.includes(seat)) return "sore";
  return moment.greatness === "small" ? null : "amazed";
}
