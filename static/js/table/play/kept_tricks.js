/**
 * The tricks of a deal, kept while its lines go: a page that is loaded anew gets only the last ones.
 *
 * | the lines | what is shown |
 * |---|---|
 * | reach back to the deal | what they say |
 * | go on where the kept count ended | that count, and the tricks since |
 * | do neither: something happened in between | no tricks, until the next deal |
 */
import { game } from "../core/game.js";
import { readValue, saveValue } from "../core/prefs.js";
import { addTricks, tricksOf } from "./so_far.js";

/** @import { EventLine, Frame } from "../../messages.js" */

/**
 * The tricks by seat up to an event, which is kept as JSON.
 * @typedef {{match: string, deal: number, tricks: [number, number][], last: string}} Kept
 */

const KEY = "tricks";

/** @type {Kept | null} */
let kept = null;
/** @type {EventLine | undefined} the line of the last event that is counted */
let counted;

/**
 * The tricks that each seat has taken in this deal of a live match.
 * @param {EventLine[]} lines oldest first
 * @param {Frame} frame
 * @returns {Map<number, number>}
 */
export function keptTricks(lines, frame) {
  const module = game.value;
  const newest = lines.at(-1);
  if (!module?.takerOf || !newest) return new Map();
  const { match } = frame;
  const { deal } = module.chapter(frame.view.public);
  const last = JSON.stringify(newest.event);
  let tricks = tricksOf(lines, frame, module);
  if (!tricks) {
    if (kept?.match !== match || !counted) {
      kept = /** @type {Kept | null} */ (readValue(KEY));
      counted = kept?.last === last ? newest : undefined;
    }
    const from = counted ? lines.lastIndexOf(counted) : -1;
    if (from < 0 || kept?.match !== match || kept.deal !== deal) return new Map();
    tricks = addTricks(new Map(kept.tricks), lines.slice(from + 1), module);
  }
  kept = { match, deal, tricks: [...tricks], last };
  counted = newest;
  return tricks;
}

addEventListener("pagehide", () => {
  if (kept) saveValue(KEY, kept);
});
