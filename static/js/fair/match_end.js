/** The review of a finished match, once its shuffles are open. */
import { recallMatch } from "./memory.js";

/** @import { Revealed } from "./review.js" */

/** @typedef {(match: string) => Promise<Revealed | null>} FetchShuffles */

const TRIES = 4;
const WAIT = 1500;

/**
 * The checks of all shuffles of a match, added up; null or undefined where they are not open.
 * @param {string} match
 * @param {FetchShuffles} fetchShuffles
 */
export async function reviewEnd(match, fetchShuffles) {
  const [opened, review] = await Promise.all([
    fetchWithRetries(match, fetchShuffles),
    import("./late_review.js").catch(() => null),
  ]);
  const kept = recallMatch(match);
  return opened && review?.summarize(review.checkMatch(opened, kept), kept);
}

/**
 * @param {string} match
 * @param {FetchShuffles} fetchShuffles
 */
async function fetchWithRetries(match, fetchShuffles) {
  for (let i = 0; i < TRIES; i += 1) {
    if (i) await new Promise((resolve) => setTimeout(resolve, WAIT * i));
    const opened = await fetchShuffles(match).catch(() => null);
    if (opened !== null) return opened;
  }
  return null;
}
