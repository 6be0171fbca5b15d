/**
 * Default values of views: the server leaves them out of its messages, and they are put back here.
 */
import { isolateNames } from "./name.js";
import { page } from "./page_data.js";

/** @import { ReplayStep } from "../../messages.js" */
/** @import { View } from "../../records.js" */

/**
 * A frame's view with its defaults.
 * @param {string} game
 * @param {View} view
 * @returns {View}
 */
export const fullView = (game, view) => ({
  ...view,
  public: withDefaults(game, "public", view.public),
  private: withDefaults(game, "private", view.private),
});

/**
 * A replay's step with its defaults; its private parts lie by seat.
 * @param {string} game
 * @param {ReplayStep} step
 * @returns {ReplayStep}
 */
export const fullStep = (game, step) => ({
  ...step,
  events: step.events.map((line) => ({ ...line, text: isolateNames(line.text, page.names) })),
  public: withDefaults(game, "public", step.public),
  private: Object.fromEntries(
    Object.entries(step.private).map(([seat, own]) => [seat, withDefaults(game, "private", own)]),
  ),
});

/**
 * null stays null: a spectator has no private part. A record with a default, as the options are,
 * has its own left out.
 * @param {string} game
 * @param {"public" | "private"} name
 * @param {any} part
 */
function withDefaults(game, name, part) {
  /** @type {Record<string, any>} */
  const usual = page.usual[game][name];
  const whole = part && { ...usual, ...part };
  for (const field in part)
    if (isRecord(usual[field]) && isRecord(part[field]))
      whole[field] = { ...usual[field], ...part[field] };
  return whole;
}

/** @param {unknown} value */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
