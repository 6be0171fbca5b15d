/** The comparisons of fair shuffles at the table: what is asked, and each deal. Pure functions. */
import { checkCards, checkLater, checkMissing, isWhole, orNull, withCards } from "./cards.js";
import { DECKS, makeDeck } from "./decks.js";
import { bytes } from "./hashing.js";
import { checkAsks, checkOpenings, checkOwnPart, checkSeats } from "./parts.js";
import * as fair from "./shuffle.js";

/** @import { AddLie, Asked, DealCheck, Decks, DeckRule, Kept, KeptDeal, Rule } from "./types.js" */
/** @import { DealtShown, ShuffleShown } from "../records.js" */

/**
 * Checks promise and chain, which are fixed for the whole match.
 * @param {ShuffleShown} message
 * @param {Kept} kept
 * @param {AddLie} lie
 */
export function checkChain({ match, number, promise, head }, kept, lie) {
  if (kept.promise !== undefined && kept.promise !== promise)
    lie("The server changed its promise for this match.", kept.promise, promise);
  const known = kept.heads[number] ?? (number ? undefined : fair.firstHead(match, promise));
  if (known !== undefined && known !== head)
    lie("The server changed what was shuffled before.", known, head);
}

/**
 * Checks the decks that the server fixed: the same for every attempt at a shuffle.
 * @param {Asked} asked
 * @param {Kept} kept
 * @param {AddLie} lie
 */
export function checkDecks({ number, decks }, kept, lie) {
  const { n, roots, names } = decks;
  if (!isWhole(decks) || roots.length !== DECKS || new Set(roots).size < DECKS) {
    lie("The server did not say what it shuffles.", null, decks);
    return;
  }
  for (const { number: other, decks: known } of Object.values(kept.asked))
    if (
      other === number &&
      known.n === n &&
      `${known.roots} ${known.names}` !== `${roots} ${names}`
    )
      lie("The server changed its decks after it had fixed them.", known, decks);
}

/**
 * Compares deck and plan with what the rules of the game say about this table. An empty plan is all
 * stock.
 * @param {Decks} decks
 * @param {Rule | null} rule null: the game's module says nothing
 * @param {AddLie} lie
 * @returns {DeckRule}
 */
export function checkRule({ codes, plan }, rule, lie) {
  if (rule === null) return "none";
  const [cards, words] = [rule.codes.join(" "), rule.plan.join(" ")];
  if (cards !== codes) lie("The server shuffles other cards than the rules say.", cards, codes);
  const fits = words ? words === plan : plan.split(" ").every((word) => word === "-");
  if (!fits) lie("The server deals to other places than the rules say.", words, plan);
  return codes === "" ? "hidden" : "same";
}

/**
 * Checks a deal, as the message `dealt` tells it, against what was shown when parts were asked for.
 * @param {DealtShown} deal
 * @param {Kept} kept
 * @param {AddLie} lie
 * @returns {{found: DealCheck, keep: Omit<KeptDeal, "helped"> | null, own: string[]}} `own`: codes
 *   of the cards that went to the viewer's hand at once
 */
export function checkDealt(deal, kept, lie) {
  const { number, attempt, seat, version, openings } = deal;
  const asked = kept.asked[`${number}.${attempt}`];
  /** @type {DealCheck} */
  const found = {
    watched: (kept.announced ?? -1) >= number,
    part: "none",
    own: 0,
    open: 0,
    decks: 0,
    deck: asked?.deck ?? "none",
    agree: [],
    named: asked?.refused.length ?? 0,
    gaps: [],
    read: asked !== undefined && version === fair.VERSION,
  };
  if (version !== fair.VERSION)
    lie("This page does not know the method of this deal.", fair.VERSION, version);
  if (!found.read) return { found, keep: null, own: [] };
  const { n, roots, codes, names, plan } = asked.decks;
  const { ask, part, chosen } = checkParts(asked, deal, kept, seat, lie);
  found.part = part;
  found.agree = checkAsks(deal.asks, ask, seat, lie);
  found.decks = checkKeys(deal.keys, roots, chosen, n, lie);
  const sealed = { attempt, ask, openings, chosen, n, codes, names, plan, root: roots[chosen] };
  const cards = checkCards(sealed, deal, seat, lie);
  checkMissing(plan, cards, seat, lie);
  const before = kept.deals[number]?.cards ?? [];
  checkLater(before, cards, plan, lie);
  const own = cards.filter(({ word }) => word === String(seat)).map(({ code }) => code);
  Object.assign(found, { own: own.length, open: cards.length - own.length });
  const keep = { ...sealed, cards: withCards(before, cards), watched: found.watched };
  return { found, keep, own };
}

/**
 * Checks the parts of a deal, and the draw that follows from them.
 * @param {Asked} asked
 * @param {{openings: Record<string, string>, chosen: number}} deal
 * @param {Kept} kept
 * @param {number | null} seat
 * @param {AddLie} lie
 */
export function checkParts(asked, { openings, chosen }, kept, seat, lie) {
  const ask = fair.askOf(asked);
  const round = { ...asked, openings };
  const part = checkOwnPart(round, kept, seat, ask, lie);
  checkSeats(round, kept, lie);
  checkOpenings(round, lie);
  const drawn = fair.draw(ask, openings, asked.decks.n);
  if (drawn.chosen !== chosen)
    lie("The server plays another deck than follows from the parts.", drawn.chosen, chosen);
  return { ask, part, ...drawn };
}

/**
 * Makes the decks again that were not played; returns how many.
 * @param {string[]} keys
 * @param {string[]} roots
 * @param {number} chosen
 * @param {number} n
 * @param {AddLie} lie
 */
function checkKeys(keys, roots, chosen, n, lie) {
  const others = roots.filter((_, k) => k !== chosen);
  const made = keys.map((key) => orNull(() => makeDeck(bytes(key, 32), n).root));
  const wrong = others.filter((root, at) => made[at] !== root);
  if (wrong.length || keys.length !== others.length)
    lie("A deck that was not played is another than the server had fixed.", others, made);
  return others.length - wrong.length;
}
