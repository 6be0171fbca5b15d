/** The review of a finished match, for the witness: asked for when a match is over. */
export { checkMatch, summarize } from "./review.js";
