/** The comparison of the hand on the screen with the cards that were opened to its owner. */
import { checkHand } from "./checks.js";

/** @import { DealCheck, HandReader, HandState, Lie } from "./types.js" */
/** @import { DealtMessage, Frame } from "../messages.js" */

/**
 * @typedef {object} Dealt
 * @property {DealtMessage} message
 * @property {DealCheck} found
 * @property {string[]} own codes of the cards that were dealt to the viewer's hand
 * @property {HandState} hand
 * @property {Frame | null} came the frame it came with
 */

/** @typedef {{frame: Frame | null, acting: boolean, game: HandReader | null}} Screen */

export class HandComparison {
  /** @type {string | null} */
  #compared = null; // the match and deal whose hand was compared last

  /**
   * Compares the hand on the screen while nothing can have changed it. A page that came too late
   * cannot tell. The next deal is on the screen a moment before its message: so the frame that a
   * deal came with counts, and later ones are not held against it.
   * @param {Dealt} dealt whose `hand` is changed
   * @param {Screen} screen
   * @returns {Lie | null}
   */
  compare(dealt, { frame, game }) {
    if (dealt.hand !== "waiting" || frame?.match !== dealt.message.match) return null;
    dealt.came ??= frame;
    if (!game || !frame.view.private) return null;
    const lie = checkHand(dealt.message, dealt.own, game.handOf(frame.view.private).map(String));
    const [own, shown] = [dealt.came, frame].map(({ view }) => game.chapter(view.public).deal);
    const deal = `${frame.match} ${shown}`;
    if (lie !== null && (shown !== own || deal === this.#compared || !game.freshDeal?.(frame)))
      return null;
    if (shown === own) this.#compared = deal;
    dealt.hand = lie === null ? "same" : "other";
    return lie;
  }
}
