/** The last deeds of the seats since the deal, in a word or two: "pass", "two 8s". */

/** @import { EventLine, Frame } from "../../messages.js" */
/** @import { GameModule } from "../core/game_types.js" */

/** How far back a deed is looked for, in lines. */
const REACH = 120;

/**
 * The newest deed of each seat.
 * @param {EventLine[]} lines oldest first
 * @param {Frame} frame
 * @param {Pick<GameModule, "deedOf"> | null} game
 * @returns {Map<number, string>}
 */
export function deedsOf(lines, frame, game) {
  /** @type {Map<number, string>} */
  const deeds = new Map();
  const last = Math.max(0, lines.length - REACH);
  for (let at = lines.length - 1; at >= last; at -= 1) {
    const deed = game?.deedOf?.(lines[at].event, frame) ?? null;
    if (deed === "") break;
    if (deed && !deeds.has(deed.seat)) deeds.set(deed.seat, deed.words);
    if (deeds.size === frame.names.length) break;
  }
  return deeds;
}
