/**
 * The page's knowledge of one table's shuffles as an automaton: what a message makes of it, what is
 * sent then, and what is found. Pure; docs/fair-shuffle.md has the table of its states.
 */
import { checkCards, checkLater, withCards } from "./cards.js";
import * as checks from "./checks.js";
import { begin, count } from "./ledger.js";
import { compareHand } from "./own_hand.js";
import { gap, keep, note, takePart } from "./own_part.js";
import { checkSeals, checkSeats, lieAbout } from "./parts.js";
import { askOf, nextHead, VERSION } from "./shuffle.js";

/** @import { AddLie, Decks, Kept } from "./types.js" */
/** @import { Input, Know, Lie, Report, Screen, Sent, Turn } from "./types.js" */
/** @import { CardsOpened, DealtShown, ShuffleShown } from "../records.js" */

export const GAP = {
  stray: "The server spoke of a shuffle of a match that is not on your screen.",
  silent: "This deal came without a word about its shuffle.",
  memory: "This browser has no memory of this table.",
};

/** @type {Screen} */
const NOTHING = {
  ...{ match: null, over: false, known: false, acting: false, bots: [], rule: undefined },
  ...{ deal: null, fresh: false, came: null, hand: null },
};

/** @type {Kept} */
export const NOTHING_KEPT = { heads: {}, parts: {}, asked: {}, deals: {} };

/** A connection that has heard nothing yet. @type {Pick<Know, "phase" | "newest" | "sealed" | "opened">} */
const NEW = { phase: "waiting", newest: null, sealed: null, opened: null };

/**
 * The knowledge of a page that has just opened.
 * @param {Pick<Know, "kept" | "ledger">} memory
 * @returns {Know}
 */
export const start = ({ kept, ledger }) => ({
  ...{ ...NEW, screen: NOTHING, dealt: null, told: null, silent: null, kept, ledger },
});

/**
 * @param {Know} know
 * @param {Input} input a message, or something that happened to the page
 * @param {() => string} draw 32 bytes that nobody knows, in hexadecimal, for a part that is sealed
 * @returns {{know: Know, sent: Sent[], lies: Lie[]}}
 */
export function step(know, input, draw) {
  /** @type {Turn} */
  const turn = { know: { ...know }, sent: [], lies: [], draw };
  switch (input.type) {
    case "connected":
      Object.assign(turn.know, NEW, { screen: { ...know.screen, acting: false } });
      break;
    case "screen":
      see(turn, input.screen);
      break;
    case "shuffle":
      if (concerns(turn, input)) hear(turn, input);
      break;
    case "dealt":
      if (concerns(turn, input)) deal(turn, input);
      break;
    case "cards-opened":
      if (concerns(turn, input)) openLater(turn, input);
      break;
    case "opened":
      turn.know.opened = input.id;
      note(turn, input.id, input.entropy, { opened: true });
      break;
    case "late":
      if (know.silent === null) break;
      Object.assign(turn.know, { phase: "gap", told: know.silent, silent: null, dealt: null });
      gap(turn, GAP.silent);
      break;
    default:
      throw new Error(`not about a shuffle: ${/** @type {any} */ (input).type}`);
  }
  return turn;
}

/**
 * The newest deal as the page says it, and the heads that friends can compare: the newest that it
 * worked out, and the newest with its own part.
 * @param {Know} know
 * @returns {Omit<Report, "match" | "end" | "lies">}
 */
export function report({ dealt, silent, told, kept, ledger }) {
  const { heads, deals, joined = null } = kept;
  const last = newest(Object.keys(deals));
  const helped = newest(Object.keys(deals).filter((one) => deals[one].helped));
  return {
    deal:
      dealt && silent === null ? { ...dealt.found, hand: dealt.hand, number: dealt.number } : null,
    silent: !dealt && told !== null && silent === null,
    head: heads[last] ?? null,
    number: last,
    words: helped ? { head: heads[helped], number: helped } : null,
    ...{ joined, ledger },
  };
}

/**
 * The number of shuffles up to the newest of these; 0: none.
 * @param {string[]} numbers
 */
const newest = (numbers) => Math.max(-1, ...numbers.map(Number)) + 1;

// -- what the screen shows

/**
 * @param {Turn} turn
 * @param {Screen} screen
 */
function see(turn, screen) {
  const { know } = turn;
  if (screen.match !== know.screen.match)
    Object.assign(know, NEW, { dealt: null, told: null, silent: null });
  if (screen.acting && !know.screen.acting) turn.sent.push({ type: "join-shuffles" });
  know.screen = screen;
  const { bots = [] } = know.kept;
  const more = screen.bots.filter((seat) => !bots.includes(seat));
  if (more.length) keep(turn, { bots: [...bots, ...more] });
  if (screen.match !== null && !screen.over) {
    if (know.ledger.match === null && screen.known) gap(turn, GAP.memory);
    know.ledger = begin(know.ledger, screen.match);
  }
  if (know.dealt?.seats) know.told ??= screen.came;
  if (screen.fresh && screen.deal !== know.told) know.silent = screen.deal;
  takePart(turn);
  compareHand(turn);
}

// -- what is asked

/**
 * Watches one attempt: promise, chain, decks, seats, and that no question is ever taken back.
 * @param {Turn} turn
 * @param {ShuffleShown} message
 */
function hear(turn, message) {
  const { number, attempt, opening, due, seat, head } = message;
  const lie = lieAbout(turn, message);
  const { kept } = turn.know;
  const live = !opening || due !== null;
  checks.checkChain(message, kept, lie);
  checkSeats({ ...message, seals: message.seals ?? {} }, kept, lie, turn.know.opened);
  const at = [number, attempt, Number(opening)];
  const goesOn = !isBefore(at, kept.at ?? at);
  if (live && (!goesOn || kept.deals[number]))
    lie("The shuffle was begun again after parts were asked for.", kept.at, message);
  if (live) passTo(turn, number);
  keep(turn, {
    ...(live && goesOn ? { at } : {}),
    promise: kept.promise ?? message.promise,
    heads: { [number]: head, ...kept.heads },
    ...(kept.heads[number] === undefined && number ? { joined: number } : {}),
    ...(opening ? {} : { announced: Math.max(kept.announced ?? -1, number) }),
  });
  if (opening && message.decks) ask(turn, message, message.decks, lie);
  else if (opening) lie("The server did not say what it shuffles.", null, message);
  const honest = !turn.lies.length;
  const left = seat === null || message.refused.includes(seat);
  const coming = { number, attempt, opening, seat: left ? null : seat };
  turn.know.newest = honest && live ? coming : null;
  if (live) turn.know.phase = opening ? "asked" : "waiting";
  if (honest) takePart(turn);
}

/**
 * Keeps what is shown as parts are asked for: one question for each attempt, for good.
 * @param {Turn} turn
 * @param {ShuffleShown} message
 * @param {Decks} decks
 * @param {AddLie} lie
 */
function ask(turn, message, decks, lie) {
  const { match, number, attempt, head, promise, seals = {}, refused } = message;
  const { kept } = turn.know;
  const asked = { match, number, attempt, head, promise, decks, seals, refused };
  const question = askOf(asked);
  checks.checkDecks(asked, kept, lie);
  checkSeals(asked, kept, lie);
  const known = kept.asked[`${number}.${attempt}`];
  if (known) {
    if (askOf({ ...known, seals }) !== question)
      lie("The server changed what it had shown when it asked for parts.", known, asked);
    return;
  }
  const before = Object.entries(kept.asked).filter(([, one]) => one.number >= number - 1);
  keep(turn, {
    asked: { ...Object.fromEntries(before), [`${number}.${attempt}`]: { ...asked, deck: "none" } },
  });
  turn.know.ledger = count(turn.know.ledger, "questions", question);
}

/**
 * True if the first comes before the second: number, attempt, and whether parts are asked for.
 * @param {number[]} one
 * @param {number[]} other
 */
function isBefore(one, other) {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at !== -1 && one[at] < other[at];
}

/**
 * Numbers are consecutive: counts the shuffles before this one that no deal was shown of.
 * @param {Turn} turn
 * @param {number} number
 */
function passTo(turn, number) {
  const { at: [seen] = [number], deals } = turn.know.kept;
  const dealt = Object.keys(deals).map(Number);
  const passed = number - seen - dealt.filter((one) => one >= seen && one < number).length;
  const shuffles = passed === 1 ? "shuffle" : "shuffles";
  if (passed > 0) gap(turn, `Your browser was shown no deal of ${passed} earlier ${shuffles}.`);
}

// -- what is dealt

/**
 * @param {Turn} turn
 * @param {DealtShown} message
 */
function deal(turn, message) {
  const { know } = turn;
  const { number, attempt, seat } = message;
  const lie = lieAbout(turn, message);
  passTo(turn, number);
  if (isBefore(know.kept.at ?? [-1], [number])) keep(turn, { at: [number, attempt, 1] });
  const before = know.kept.deals[number];
  const { found, keep: now, own } = checks.checkDealt(message, know.kept, lie);
  if (before) found.watched = before.watched;
  if (know.screen.acting && seat === null) found.part = "left-out";
  if (now) {
    const head = nextHead(now.ask, now.openings);
    const known = know.kept.heads[number + 1] ?? head;
    const says = before
      ? "The server showed one sealed deal and then another in its place."
      : "The server changed what was shuffled before.";
    if (known !== head) lie(says, known, head);
    const kept = before ?? { ...now, helped: found.part === "in" };
    keep(turn, {
      deals: { ...know.kept.deals, [number]: { ...kept, cards: now.cards } },
      heads: { ...know.kept.heads, [number + 1]: known },
    });
    if (!before) know.ledger = count(know.ledger, "deals", head);
  }
  const same = know.dealt?.number === number && know.dealt.found.read ? know.dealt : null;
  const fresh = before?.compared ? "same" : "waiting";
  know.dealt = {
    ...{ number, attempt, found: { ...found, gaps: same?.found.gaps ?? know.ledger.news } },
    own,
    hand: same?.hand ?? (found.own ? fresh : "none"),
    seats: /\d/.test(now?.plan ?? "0"),
    compared: know.dealt?.compared ?? null,
  };
  know.ledger = { ...know.ledger, news: [] };
  if (know.newest && know.newest.number <= number) know.newest = null;
  know.phase = "dealt";
  if (know.dealt.seats) Object.assign(know, { told: know.screen.deal, silent: null });
}

/**
 * Checks cards that are opened after their deal.
 * @param {Turn} turn
 * @param {CardsOpened} message
 */
function openLater(turn, message) {
  const { know } = turn;
  const { number, seat } = message;
  const dealt = know.kept.deals[number];
  if (!dealt) return;
  const lie = lieAbout(turn, message);
  const shown = checkCards(dealt, message, seat, lie);
  checkLater(dealt.cards, shown, dealt.plan, lie);
  const cards = withCards(dealt.cards, shown);
  keep(turn, { deals: { ...know.kept.deals, [number]: { ...dealt, cards } } });
  if (know.dealt?.number !== number) return;
  const { found } = know.dealt;
  know.dealt = { ...know.dealt, found: { ...found, open: found.open + shown.length } };
}

// -- what every message has in common

/**
 * True if the message is about the match on the screen, in a version that this page knows. The
 * frame of a match comes before everything else about it.
 * @param {Turn} turn
 * @param {ShuffleShown | DealtShown | CardsOpened} message
 */
function concerns(turn, { type, match, version }) {
  if (match === turn.know.screen.match) return version === VERSION || type === "dealt";
  gap(turn, GAP.stray);
  return false;
}
