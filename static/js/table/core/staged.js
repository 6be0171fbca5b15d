/** The moment that the table shows right now, and the look that it gives to each face. */
import { signal } from "@preact/signals";

/** @import { Moment } from "./moment_table.js" */

/** @typedef {"glad" | "cross" | "startled"} Look */

/** @type {import("@preact/signals").Signal<Moment | null>} */
export const staged = signal(null);

/**
 * The look of a face: who gains by a moment is glad, who loses is cross, and all others are
 * startled by what is more than small. null: it holds still.
 * @param {Moment | null} moment
 * @param {number} seat
 * @returns {Look | null}
 */
export function lookOf(moment, seat) {
  if (moment === null) return null;
  if ((moment.glad ?? [moment.seat]).includes(seat)) return "glad";
  if (moment.sore?.includes(seat)) return "cross";
  return moment.greatness === "small" ? null : "startled";
}
