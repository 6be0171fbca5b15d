/** The comparison of the hand on the screen with the cards that were opened, in the automaton. Pure. */
import { keep } from "./own_part.js";
import { lieAbout } from "./parts.js";

/** @import { Turn } from "./types.js" */

/**
 * The hand on the screen is compared while nothing can have changed it, with the frame that its deal
 * came with and no later one.
 * @param {Turn} turn
 */
export function compareHand(turn) {
  const { know } = turn;
  const { dealt, screen, kept } = know;
  if (dealt?.hand !== "waiting" || screen.hand === null || screen.came === null) return;
  const same = dealt.own.toSorted().join() === screen.hand.toSorted().join();
  const isOther = screen.deal !== screen.came;
  if (!same && (isOther || screen.deal === dealt.compared || !screen.fresh)) return;
  const compared = isOther ? dealt.compared : screen.deal;
  know.dealt = { ...dealt, compared, hand: same ? "same" : "other" };
  const deal = kept.deals[dealt.number];
  const says = "The hand on your screen is not the one that was sealed for you.";
  if (!same) lieAbout(turn, dealt)(says, dealt.own, screen.hand);
  else if (deal)
    keep(turn, { deals: { ...kept.deals, [dealt.number]: { ...deal, compared: true } } });
}
