/**
 * The tricks of a deal, kept while its lines go: a page that is loaded anew gets only the last ones.
 *
 * | the lines | what is shown |
 * |---|---|
 * | reach back to the deal | what they say |
 * | hold the last lines that were counted | that count, and the tricks since |
 * | do neither: more happened in between than they tell | no tricks, until the next deal |
 */
import { game } from "../core/game.js";
import { readValue, saveValue } from "../core/prefs.js";
import { addTricks, endOf, tricksOf } from "./so_far.js";

/** @import { Frame } from "../../messages.js" */
/** @import { EventLine } from "../../records.js" */

/**
 * The tricks by seat up to a line, with the words of the last lines, the newest at the end.
 * @typedef {{match: string, deal: number, tricks: [number, number][], tail: string[]}} Kept
 */

const KEY = "tricks-until";
/** This many lines in a row are told in the same words only once. */
const TAIL = 8;

/** @type {Kept | null} */
let kept = null;
/** @type {EventLine | undefined} the newest line that is counted */
let counted;

/**
 * The tricks that each seat has taken in this deal of a live match.
 * @param {EventLine[]} lines oldest first
 * @param {Frame} frame
 * @returns {Map<number, number>}
 */
export function keptTricks(lines, frame) {
  const module = game.value;
  if (!module?.takerOf || !lines.length) return new Map();
  const { match } = frame;
  const { deal } = module.chapter(frame.view.public);
  let tricks = tricksOf(lines, frame, module);
  if (!tricks) {
    if (kept?.match !== match) kept = /** @type {Kept | null} */ (readValue(KEY));
    if (kept?.match !== match || kept.deal !== deal) return new Map();
    const last = counted ? lines.lastIndexOf(counted) : -1;
    const end = last < 0 ? endOf(kept.tail, lines) : last;
    if (end < 0) return new Map();
    tricks = addTricks(new Map(kept.tricks), lines.slice(end + 1), module);
  }
  kept = { match, deal, tricks: [...tricks], tail: lines.slice(-TAIL).map(({ text }) => text) };
  counted = lines.at(-1);
  return tricks;
}

addEventListener("pagehide", () => {
  if (kept) saveValue(KEY, kept);
});
