/**
 * The warm-up of the checks: a browser runs code slowly until it has run it some times. A page does
 * so before the first deal, in its idle time, with the deals of a made-up match.
 */
import { DECKS, makeDeck, saltOf } from "./decks.js";
import { forgetMadeUp, MADE_UP } from "./memory.js";
import { FORM, wholeMessage } from "./short_form.js";
import { askOf, draw, firstHead, nextHead, sealOf, VERSION } from "./shuffle.js";
import { Witness } from "./witness.js";

/** @import { Report } from "./types.js" */

const CARDS = 52;
const DEALS = 4;
const SEATS = 4;
const LATER = 200; // milliseconds, in browsers that do not tell when they are idle

const nothing = async () => null;
/** @param {number} byte */
const hexOf = (byte) => byte.toString(16).padStart(2, "0");

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
  const decks = [];
  for (let k = 0; k < DECKS; k += 1) {
    decks.push(makeDeck(new Uint8Array(32).fill(k), CARDS));
    yield;
  }
  const promise = hexOf(0).repeat(32);
  let head = firstHead(MADE_UP, promise);
  for (let number = 0; number < DEALS; number += 1) {
    const { messages, openings, ask } = madeUpDeal(decks, { number, promise, head });
    for (const message of messages) {
      witness.receive(wholeMessage(message));
      yield;
    }
    head = nextHead(ask, openings);
  }
  forgetMadeUp();
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
  const seats = Array.from({ length: SEATS }, (_, seat) => seat + 1);
  const openings = bySeat(seats, (seat) => hexOf(seat).repeat(32));
  const seals = bySeat(seats, (seat) =>
    sealOf(MADE_UP, number, 0, seat, new Uint8Array(32).fill(seat)),
  );
  const shown = { refused: [], head, promise };
  const things = Array.from({ length: CARDS }, (_, thing) => thing);
  const cards = {
    n: CARDS,
    codes: things.join(" "),
    plan: things.map(() => "*").join(" "),
    roots: decks.map(({ root }) => root),
    names: null,
  };
  const ask = askOf({ ...about, ...shown, decks: cards, seals });
  const { chosen, perm } = draw(ask, openings, CARDS);
  const key = new Uint8Array(32).fill(chosen);
  const short = { ...about, form: FORM.value };
  const told = { ...short, ...shown, promise: letters(promise), head: letters(head), due: null };
  const others = decks.map((_, k) => k).filter((k) => k !== chosen);
  const messages = [
    { ...told, type: "shuffle", opening: false, sealed: seats },
    {
      ...{ ...told, type: "shuffle", opening: true, sealed: seats },
      seals: bySeat(seats, (seat) => letters(seals[seat])),
      decks: { ...cards, roots: cards.roots.map(letters) },
    },
    {
      ...{ ...short, type: "dealt", chosen, nodes: "", names_nodes: "" },
      openings: bySeat(seats, (seat) => letters(openings[seat])),
      asks: { [letters(ask)]: seats },
      keys: others.map((k) => letters(hexOf(k).repeat(32))),
      cards: {
        position: things,
        thing: perm.map((index) => decks[chosen].things[index]),
        salt: btoa(perm.map((index) => String.fromCharCode(...saltOf(key, index))).join("")),
      },
    },
  ];
  return { messages, openings, ask };
}

/**
 * @param {number[]} seats
 * @param {(seat: number) => string} of
 * @returns {Record<string, string>}
 */
const bySeat = (seats, of) => Object.fromEntries(seats.map((seat) => [seat, of(seat)]));

/**
 * Base 64 of hexadecimal, as a server sends it.
 * @param {string} written
 */
const letters = (written) =>
  btoa(written.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
