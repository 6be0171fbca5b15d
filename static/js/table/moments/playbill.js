/**
 * The stage of a table as an automaton: which moment is shown, until when, and what comes after it.
 * Touches no page.
 *
 * | message | idle | staging |
 * |---|---|---|
 * | a frame with moments | staging: the greatest three of them, in their order | the same, in place of what is shown; but a moment in its first 0.6 s yields only to a greater one, and what is less is left out |
 * | time is up | idle | the next of the same frame; after the last idle |
 * | a tap or a key | idle | idle |
 * | the page is hidden, moments are switched off, a first frame, another match | idle | idle |
 * | the open question | idle | staging: it is answered through the moment |
 * | less motion | idle | staging: the stamp stands still from now on |
 *
 * A frame's moments share the time of the greatest, 0.6 s each at least. So nothing is queued: what
 * a frame brings is over after 1.8 s, whatever came before it.
 */
import { GREATNESS } from "../core/moment_table.js";

/** @import { Greatness, Moment } from "../core/moment_table.js" */

/**
 * The moment that is shown, since when and until when, and the rest of its frame.
 * @typedef {{moment: Moment, since: number, until: number, rest: Moment[]}} Staging
 */
/** @typedef {Staging | null} Playbill null: idle */

/** Milliseconds. @type {Record<Greatness, number>} */
export const TIMES = { small: 600, great: 1200, rare: 1800 };
/** The most moments of one frame. */
export const MOST = 3;

/** @param {Moment} moment */
const weightOf = ({ greatness }) => GREATNESS.indexOf(greatness);

/**
 * The stage after a frame's moments.
 * @param {Playbill} on
 * @param {Moment[]} moments
 * @param {number} now
 * @returns {Playbill}
 */
export function opened(on, moments, now) {
  if (!moments.length) return on;
  const best = Math.max(...moments.map(weightOf));
  const fresh = on !== null && now - on.since < TIMES.small;
  if (fresh && best <= weightOf(on.moment)) return on;
  const chosen = greatest(moments);
  const each = Math.max(TIMES.small, TIMES[GREATNESS[best]] / chosen.length);
  return staging(chosen, now, each);
}

/**
 * The stage when the time of what is shown is up.
 * @param {Playbill} on
 * @param {number} now
 * @returns {Playbill}
 */
export function passed(on, now) {
  if (on === null || now < on.until) return on;
  return on.rest.length ? staging(on.rest, now, on.until - on.since) : null;
}

/**
 * @param {Moment[]} moments
 * @param {number} now
 * @param {number} each milliseconds
 * @returns {Staging}
 */
const staging = ([moment, ...rest], now, each) => ({ moment, since: now, until: now + each, rest });

/**
 * The greatest, in the order in which they happened.
 * @param {Moment[]} moments
 */
function greatest(moments) {
  const order = moments.map((_, at) => at);
  order.sort((one, other) => weightOf(moments[other]) - weightOf(moments[one]));
  const chosen = new Set(order.slice(0, MOST));
  return moments.filter((_, at) => chosen.has(at));
}
