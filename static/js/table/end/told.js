/** The story of a match that is over, and the matches of this evening, as the server tells them. */
import { useEffect, useState } from "preact/hooks";
import { page } from "../core/page_data.js";

/**
 * @typedef {{deals: number, minutes: number | null, winner: string | null, loser: string | null,
 *   lines: {text: string, hands: number}[]}} Story
 */
/** @import { Played } from "./ledger_rows.js" */

/**
 * @param {string} match
 * @returns {{story: Story | null, evening: Played[]}}
 */
export function useTold(match) {
  const [story, keepStory] = useState(/** @type {Story | null} */ (null));
  const [evening, keepEvening] = useState(/** @type {Played[]} */ ([]));
  useEffect(() => {
    const leaving = new AbortController();
    ask(`/api/matches/${match}/story`, leaving.signal).then((found) => found && keepStory(found));
    ask(`/api/tables/${page.room}/evening`, leaving.signal).then(
      (found) => found && keepEvening(found),
    );
    return () => leaving.abort();
  }, [match]);
  return { story, evening };
}

/**
 * The answer; null where there is none: the stage says less then.
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function ask(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * The rarity of a thing, in words.
 * @param {number} hands it comes once in that many
 */
export const rarity = (hands) => `once in ${Math.round(hands)} hands`;

/**
 * @param {Story} story
 */
export function lengthOf({ deals, minutes }) {
  const played = deals === 1 ? "One deal" : `${deals} deals`;
  return minutes ? `${played}, ${minutes === 1 ? "one minute" : `${minutes} minutes`}` : played;
}
