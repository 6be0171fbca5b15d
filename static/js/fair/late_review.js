/** The review of a finished match, for the witness: asked for when a match is over. */
import { recallMatch } from "./memory.js";
import { checkMatch, summarize } from "./review.js";

/** @import { Revealed } from "./review.js" */

/** @typedef {(match: string) => Promise<Revealed | null>} FetchShuffles */

const TRIES = 4;
const WAIT = 1500;

/**
 * The checks of all shuffles of a match, added up; null where they are not open.
 * @param {string} match
 * @param {FetchShuffles} fetchShuffles
 */
export async function reviewEnd(match, fetchShuffles) {
  const opened = await fetchWithRetries(match, fetchShuffles);
  const kept = recallMatch(match);
  return opened && summarize(checkMatch(opened, kept), kept);
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
