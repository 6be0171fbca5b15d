/**
 * The warm-up of the checks: a browser runs code slowly until it has run it some times. A page does
 * so before the first deal, in its idle time, with the deals of a made-up match.
 */
import { DECKS, makeDeck, saltOf } from "./decks.js";
import { hex } from "./hashing.js";
import { forget, MADE_UP } from "./memory.js";
import { FORM, wholeMessage } from "./short_form.js";
import { askOf, draw, firstHead, nextHead, sealOf, VERSION } from "./shuffle.js";
import { Witness } from "./witness.js";

/** @import { Report } from "./types.js" */

/** The cards of each deal: short ones run the code of messages, and long ones that of hashes. */
const DEALS = [...Array(12).fill(4), ...Array(4).fill(134)];
const SEATS = [1, 2, 3, 4];
const LATER = 200; // milliseconds, in browsers that do not tell when they are idle

const nothing = async () => null;
/** @param {number} byte */
const hexOf = (byte) => byte.toString(16).padStart(2, "0").repeat(32);

/**
 * The warm-up in short steps. It ends with what was found about the made-up match, of which nothing
 * is stored.
 * @returns {Generator<void, Report | null>}
 */
export function* warmUp() {
  /** @type {Report | null} */
  let report = null;
  /** @param {Report} found */
  const onChange = (found) => {
    report = found;
  };
  const witness = new Witness({ send: nothing, fetchShuffles: nothing, onChange });
  const frame = /** @type {any} */ ({ match: MADE_UP, view: { public: {}, private: null } });
  witness.update({ frame, acting: false, member: false, game: null });
  /** @type {ReturnType<typeof makeDeck>[]} */
  let decks = [];
  const promise = hexOf(0);
  let head = firstHead(MADE_UP, promise);
  for (const [number, n] of DEALS.entries()) {
    if (n !== decks[0]?.things.length) decks = [];
    while (decks.length < DECKS) {
      decks.push(makeDeck(new Uint8Array(32).fill(decks.length), n));
      yield;
    }
    const { messages, ask, openings } = madeUpDeal(decks, { number, promise, head });
    for (const message of messages) {
      witness.receive(wholeMessage(message));
      yield;
    }
    head = nextHead(ask, openings);
  }
  forget(MADE_UP);
  return report;
}

/** The warm-up, a step whenever the browser is idle. */
export function warmUpWhenIdle() {
  const steps = warmUp();
  const later = globalThis.requestIdleCallback ?? ((step) => setTimeout(step, LATER));
  const step = () => steps.next().done || later(step);
  later(step);
}

/**
 * The messages about a deal whose cards lie all open, so that no node is missing.
 * @param {{things: number[], root: string}[]} decks
 * @param {{number: number, promise: string, head: string}} place
 */
function madeUpDeal(decks, { number, promise, head }) {
  const about = { match: MADE_UP, number, attempt: 0, version: VERSION, seat: 0 };
  const openings = bySeat(hexOf);
  const seals = bySeat((seat) => sealOf(about, seat, openings[seat]));
  const n = decks[0].things.length;
  const things = decks[0].things.toSorted((one, other) => one - other);
  const cards = {
    n,
    codes: things.join(" "),
    plan: things.map(() => "*").join(" "),
    roots: decks.map(({ root }) => root),
    names: null,
  };
  const ask = askOf({ ...about, refused: [], head, promise, decks: cards, seals });
  const { chosen, perm } = draw(ask, openings, n);
  const short = { ...about, form: FORM.value };
  const told = { ...short, refused: [], promise: letters(promise), head: letters(head), due: 0 };
  const messages = [
    { ...told, type: "shuffle", opening: false, sealed: SEATS },
    {
      ...{ ...told, type: "shuffle", opening: true, sealed: SEATS },
      seals: bySeat((seat) => letters(seals[seat])),
      decks: { ...cards, roots: cards.roots.map(letters) },
    },
    {
      ...{ ...short, type: "dealt", chosen, nodes: "", names_nodes: "" },
      openings: bySeat((seat) => letters(openings[seat])),
      asks: { [letters(ask)]: SEATS },
      keys: decks.flatMap((_, k) => (k === chosen ? [] : [letters(hexOf(k))])),
      cards: {
        position: things,
        thing: perm.map((index) => decks[chosen].things[index]),
        salt: letters(perm.map((at) => hex(saltOf(new Uint8Array(32).fill(chosen), at))).join("")),
      },
    },
  ];
  return { messages, ask, openings };
}

/**
 * @param {(seat: number) => string} of
 * @returns {Record<string, string>}
 */
const bySeat = (of) => Object.fromEntries(SEATS.map((seat) => [seat, of(seat)]));

/**
 * Base 64 of hexadecimal, as a server sends it.
 * @param {string} written
 */
const letters = (written) =>
  btoa(written.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
