/**
 * The warm-up of the checks: a browser runs code slowly until it has run it some times. A page does
 * so before the first deal, in its idle time, with a made-up deal.
 */
import { checkDealt } from "./checks.js";
import { DECKS, makeDeck } from "./decks.js";
import { FORM, wholeMessage } from "./short_form.js";
import { VERSION } from "./shuffle.js";

/** @import { DealtMessage } from "../messages.js" */
/** @import { DealCheck } from "./types.js" */

const CARDS = 52;
const DEALS = 3;
const LATER = 200; // milliseconds, in browsers that do not tell when they are idle
const SALT = 22; // letters in base 64
const HASH = 43;

/**
 * The warm-up in short steps. It ends with what was found about the made-up deal.
 * @returns {Generator<void, DealCheck>}
 */
export function* warmUp() {
  for (let k = 0; k < DECKS; k += 1) {
    makeDeck(new Uint8Array(32).fill(k), CARDS);
    yield;
  }
  for (let i = 1; i < DEALS; i += 1) {
    checkMadeUpDeal();
    yield;
  }
  return checkMadeUpDeal();
}

/** The warm-up, a step whenever the browser is idle. */
export function warmUpWhenIdle() {
  const steps = warmUp();
  const later = globalThis.requestIdleCallback ?? ((step) => setTimeout(step, LATER));
  const step = () => steps.next().done || later(step);
  later(step);
}

/** All that is checked of a deal but the other decks. The made-up one fits nothing. */
function checkMadeUpDeal() {
  const things = Array.from({ length: CARDS }, (_, thing) => thing);
  const about = { match: "", number: 0, attempt: 0, version: VERSION, seat: 0 };
  const zeros = "A".repeat(HASH);
  const shown = /** @type {any} */ (
    wholeMessage({
      ...{ ...about, form: FORM.value, restarted: false, refused: [] },
      ...{ promise: zeros, head: zeros, seals: { 0: zeros, 1: zeros } },
      decks: {
        n: CARDS,
        codes: things.join(" "),
        plan: things.map((thing) => thing % 4).join(" "),
        roots: Array(DECKS).fill(zeros),
        names: null,
      },
    })
  );
  const own = things.filter((thing) => thing % 4 === 0);
  const deal = wholeMessage({
    ...{ ...about, form: FORM.value, openings: { 0: zeros, 1: zeros }, asks: { [zeros]: [0, 1] } },
    ...{ chosen: 0, keys: [], nodes: "A".repeat(HASH * CARDS), names_nodes: "" },
    cards: { position: own, thing: own, salt: "A".repeat(SALT * own.length) },
  });
  const asked = { "0.0": { ...shown, connection: null, deck: "none" } };
  const kept = { heads: {}, roots: {}, parts: {}, asked, deals: {} };
  return checkDealt(/** @type {DealtMessage} */ (deal), { version: VERSION, ...kept }).found;
}
