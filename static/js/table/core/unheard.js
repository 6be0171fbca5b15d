/** The lines of a first frame that are news to this page. */

/** @import { EventLine } from "../../records.js" */

/** The most lines from before this page came. */
const MOST_HISTORY = 4;

/**
 * The lines behind those that are known; the last few where none are.
 * @template {EventLine} Line
 * @param {EventLine[]} known the lines of the same match before the connection was lost
 * @param {Line[]} lines
 * @returns {Line[]}
 */
export function unheardOf(known, lines) {
  for (let shared = Math.min(known.length, lines.length); shared > 0; shared -= 1) {
    const end = known.slice(-shared);
    if (end.every((line, i) => line.text === lines[i].text)) return lines.slice(shared);
  }
  return lines.slice(-MOST_HISTORY);
}
