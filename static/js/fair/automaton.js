/**
 * The page's knowledge of one table's shuffles as an automaton: what a message makes of it, what is
 * sent then, and what is found. Pure; docs/fair-shuffle.md has the table of its states.
 */
import { checkCards, checkLater } from "./cards.js";
import * as checks from "./checks.js";
import { begin, count, said } from "./ledger.js";
import { gap, keep, lieAbout, note, takePart } from "./own_part.js";
import { checkSeals, checkSeats } from "./parts.js";
import { askOf, nextHead, VERSION } from "./shuffle.js";

/** @import { AddLie, Kept, KeptDeal } from "./types.js" */
/** @import { Finding, HandState, Input, Know, Report, Screen, Sent, Turn } from "./types.js" */
/** @import { CardsOpenedMessage, DealtMessage, ShuffleMessage } from "../messages.js" */

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
export const NOTHING_KEPT = { heads: {}, roots: {}, parts: {}, asked: {}, deals: {} };

/**
 * The knowledge of a page that has just opened.
 * @param {Pick<Know, "kept" | "ledger">} memory
 * @returns {Know}
 */
export const start = ({ kept, ledger }) => ({
  ...{ phase: "waiting", screen: NOTHING, willing: false, newest: null, sealed: null },
  ...{ opened: null, dealt: null, told: null, silent: null, kept, ledger },
});

/**
 * @param {Know} know
 * @param {Input} input a message, or something that happened to the page
 * @param {() => string} draw 32 bytes that nobody knows, in hexadecimal, for a part that is sealed
 * @returns {{know: Know, sent: Sent[], found: Finding[]}}
 */
export function step(know, input, draw) {
  /** @type {Turn} */
  const turn = { know: { ...know }, sent: [], found: [], draw };
  switch (input.type) {
    case "connected":
      Object.assign(turn.know, { phase: "waiting", willing: false, newest: null, sealed: null });
      Object.assign(turn.know, { opened: null, screen: { ...know.screen, acting: false } });
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
  const { heads, deals, joined } = kept;
  const last = newest(Object.keys(deals));
  const helped = newest(Object.keys(deals).filter((one) => deals[one].helped));
  const { found, hand, number } = dealt ?? NO_DEAL;
  return {
    deal: found && silent === null ? { ...found, hand, number } : null,
    silent: !dealt && told !== null && silent === null,
    head: heads[last] ?? null,
    number: last,
    words: helped ? { head: heads[helped], number: helped } : null,
    ...{ joined: joined ?? null, ledger },
  };
}

/** @type {{found: null, hand: HandState, number: number}} */
const NO_DEAL = { found: null, hand: "none", number: 0 };

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
  if (screen.match !== know.screen.match) {
    Object.assign(know, { phase: "waiting", newest: null, sealed: null, opened: null });
    Object.assign(know, { dealt: null, told: null, silent: null });
  }
  know.screen = screen;
  const { bots = [] } = know.kept;
  const all = [...new Set([...bots, ...screen.bots])].sort((one, other) => one - other);
  if (all.length > bots.length) keep(turn, { bots: all });
  if (screen.match !== null && !screen.over) {
    if (know.ledger.match === null && screen.known) gap(turn, GAP.memory);
    know.ledger = begin(know.ledger, screen.match);
  }
  if (screen.acting && !know.willing) {
    know.willing = true;
    turn.sent.push({ type: "join-shuffles" });
  }
  if (know.dealt?.seats) know.told ??= screen.came;
  if (screen.fresh && screen.deal !== know.told) know.silent = screen.deal;
  takePart(turn);
  compareHand(turn);
}

/**
 * The hand on the screen is compared while nothing can have changed it, with the frame that its deal
 * came with and no later one.
 * @param {Turn} turn
 */
function compareHand(turn) {
  const { know, found } = turn;
  const { dealt, screen } = know;
  if (dealt?.hand !== "waiting" || screen.hand === null) return;
  const came = dealt.came ?? screen.came;
  if (came === null) return;
  const lie = checks.checkHand(dealt, dealt.own, screen.hand);
  know.dealt = { ...dealt, came };
  const another = screen.deal !== came || screen.deal === dealt.compared || !screen.fresh;
  if (lie !== null && another) return;
  const compared = screen.deal === came ? came : dealt.compared;
  know.dealt = { ...dealt, came, compared, hand: lie === null ? "same" : "other" };
  if (lie) found.push({ ...lie, lie: true });
  const kept = know.kept.deals[dealt.number];
  if (!lie && kept)
    keep(turn, { deals: { ...know.kept.deals, [dealt.number]: { ...kept, compared: true } } });
}

// -- what is asked

/**
 * Watches one attempt: promise, chain, decks, seats, and that no question is ever taken back.
 * @param {Turn} turn
 * @param {ShuffleMessage} message
 */
function hear(turn, message) {
  const { match, number, attempt, opening, due } = message;
  const lies = turn.found.length;
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
    heads: { [number]: message.head, ...kept.heads },
    ...(kept.heads[number] === undefined && number ? { joined: number } : {}),
    ...(opening ? {} : { announced: Math.max(kept.announced ?? -1, number) }),
  });
  if (opening && message.decks) ask(turn, { ...message, decks: message.decks }, lie);
  else if (opening) lie("The server did not say what it shuffles.", null, message);
  const honest = !turn.found.slice(lies).some((one) => one.lie);
  const newest = { match, number, attempt, opening, compared: false, said: false };
  const left = message.seat === null || message.refused.includes(message.seat);
  turn.know.newest = honest && live ? { ...newest, seat: left ? null : message.seat } : null;
  if (live) turn.know.phase = opening ? "asked" : "waiting";
  if (honest) takePart(turn);
}

/**
 * Keeps what is shown as parts are asked for: one question for each attempt, for good.
 * @param {Turn} turn
 * @param {ShuffleMessage & {decks: any}} message
 * @param {AddLie} lie
 */
function ask(turn, message, lie) {
  const { number, attempt, decks } = message;
  const { kept } = turn.know;
  const asked = checks.askedBy(message);
  const question = askOf(asked);
  checks.checkDecks(message, kept, lie);
  checkSeals(asked, kept, lie);
  const known = kept.asked[`${number}.${attempt}`];
  if (known) {
    if (askOf({ ...known, seals: asked.seals }) !== question)
      lie("The server changed what it had shown when it asked for parts.", known, asked);
    return;
  }
  const before = Object.entries(kept.asked).filter(([id]) => Number.parseInt(id, 10) >= number - 1);
  const roots = Object.entries(kept.roots).filter(([at]) => Number(at) >= number - 1);
  const first = { roots: decks.roots, names: decks.names };
  keep(turn, {
    asked: { ...Object.fromEntries(before), [`${number}.${attempt}`]: { ...asked, deck: "none" } },
    roots: {
      ...Object.fromEntries(roots),
      [number]: { [decks.n]: first, ...kept.roots[number] },
    },
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
  if (passed > 0)
    gap(
      turn,
      `Your browser was shown no deal of ${passed} earlier ${passed === 1 ? "shuffle" : "shuffles"}.`,
    );
}

// -- what is dealt

/**
 * @param {Turn} turn
 * @param {DealtMessage} message
 */
function deal(turn, message) {
  const { know } = turn;
  const { number, attempt, seat } = message;
  passTo(turn, number);
  if (isBefore(know.kept.at ?? [-1], [number])) keep(turn, { at: [number, attempt, 1] });
  const before = know.kept.deals[number];
  const { found, keep: now } = checks.checkDealt(message, know.kept);
  for (const lie of found.lies) turn.found.push({ ...lie, lie: true });
  const lie = lieAbout(turn, message);
  if (before && now && (before.ask !== now.ask || nextHeadOf(before) !== nextHeadOf(now)))
    lie("The server showed one sealed deal and then another in its place.", before, now);
  if (before) found.watched = before.watched;
  if (know.screen.acting && seat === null) found.part = "left-out";
  if (now) {
    const head = nextHeadOf(now);
    const known = know.kept.heads[number + 1];
    if (known !== undefined && known !== head)
      lie("The server changed what was shuffled before.", known, head);
    const kept = before ?? { ...now, helped: found.part === "in" };
    const cards = before ? mergedCards(before.cards, now.cards) : now.cards;
    keep(turn, {
      deals: { ...know.kept.deals, [number]: { ...kept, cards } },
      heads: { ...know.kept.heads, [number + 1]: known ?? head },
    });
    if (!before) know.ledger = count(know.ledger, "deals", head);
  }
  const { news } = know.ledger;
  know.ledger = said(know.ledger);
  const same = know.dealt?.number === number && know.dealt.found.read ? know.dealt : null;
  know.dealt = {
    ...{ number, attempt, found: { ...found, gaps: same?.found.gaps ?? news } },
    own: now ? checks.ownCodes(now, seat) : [],
    hand: same ? same.hand : handBefore(before, found.own),
    seats: /\d/.test(now?.plan ?? "0"),
    came: same ? same.came : know.screen.deal,
    compared: know.dealt?.compared ?? null,
  };
  if (know.newest && know.newest.number <= number) know.newest = null;
  know.phase = "dealt";
  if (know.dealt.seats) Object.assign(know, { told: know.screen.deal, silent: null });
  compareHand(turn);
}

/**
 * The hand of a deal that is told for the first time, or again to a page that opened anew.
 * @param {KeptDeal | undefined} before
 * @param {number} own cards of the viewer's that the deal opened
 * @returns {HandState}
 */
function handBefore(before, own) {
  if (!own) return "none";
  return before?.compared ? "same" : "waiting";
}

/**
 * Checks cards that are opened after their deal.
 * @param {Turn} turn
 * @param {CardsOpenedMessage} message
 */
function openLater(turn, message) {
  const { know } = turn;
  const { number, seat } = message;
  const dealt = know.kept.deals[number];
  if (!dealt) return;
  const lie = lieAbout(turn, message);
  const shown = checkCards(dealt, message, seat, lie);
  checkLater(dealt.cards, shown, dealt.plan, lie);
  /** @type {KeptDeal["cards"]} */
  const more = shown.map(({ position, thing, code }) => [position, thing, code]);
  const cards = mergedCards(dealt.cards, more);
  keep(turn, { deals: { ...know.kept.deals, [number]: { ...dealt, cards } } });
  if (know.dealt?.number !== number) return;
  const { found } = know.dealt;
  know.dealt = { ...know.dealt, found: { ...found, open: found.open + shown.length } };
}

/**
 * Cards by position, those of both.
 * @param {KeptDeal["cards"]} known
 * @param {KeptDeal["cards"]} more
 */
function mergedCards(known, more) {
  const positions = new Set(known.map(([position]) => position));
  return [...known, ...more.filter(([position]) => !positions.has(position))];
}

/** @param {Pick<KeptDeal, "ask" | "openings">} deal */
const nextHeadOf = ({ ask, openings }) => nextHead(ask, openings);

// -- what every message has in common

/**
 * True if the message is about the match on the screen, in a version that this page knows. The
 * frame of a match comes before everything else about it.
 * @param {Turn} turn
 * @param {ShuffleMessage | DealtMessage | CardsOpenedMessage} message
 */
function concerns(turn, { type, match, version }) {
  if (match === turn.know.screen.match) return version === VERSION || type === "dealt";
  gap(turn, GAP.stray);
  return false;
}
