// The record: what does not fit in it, and what it does not show.

import {
  askOf,
  decksOf,
  drawn,
  firstHead,
  namesKey,
  namesOf,
  nextHead,
  promiseOf,
  sealOf,
} from "./arithmetic.js";
import { sameMap, sameSeats } from "./findings.js";
import { entryHashes } from "./json_text.js";

/** A shuffle of the record: its proof and reveal are put together, and what follows is kept. */
class Shuffle {
  constructor(number, proof, reveal, order) {
    this.faults = [];
    this.gaps = [];
    Object.assign(this, { number, proof, reveal }, proof, reveal);
    this.told = (reveal ?? proof)?.number;
    this.number = number;
    this.order = order ?? reveal?.order ?? null;
    this.version = (proof ?? reveal)?.version;
    this.placed = new Map();
    this.rootsBySize = new Map();
    this.asks = new Map();
  }

  get words() {
    return this.plan.split(" ");
  }

  get codeList() {
    return this.codes === "" ? null : this.codes.split(" ");
  }

  shown(promise) {
    return { ...this, promise, number: this.told, codes: this.shownCodes };
  }

  /** The codes as they are in messages. */
  get shownCodes() {
    return this.hidden_codes ? "" : this.codes;
  }
}

/** The seats that play, and those that have played, at each entry. */
class Seats {
  constructor(count, places) {
    this.playing = new Set(Array.from({ length: count }, (_, seat) => seat));
    this.ever = new Set(this.playing);
    this.bots = new Set(places.filter((place) => place.bot).map((place) => place.seat));
  }

  reseat({ left, joined }) {
    for (const seat of left) this.playing.delete(seat);
    const first = this.ever.size;
    for (let seat = first; seat < first + joined; seat += 1) {
      this.playing.add(seat);
      this.ever.add(seat);
    }
  }

  get now() {
    return { playing: new Set(this.playing), ever: new Set(this.ever), bots: this.bots };
  }
}

function checkHashes(first, lines, receipt, found) {
  const hashes = entryHashes(first, lines);
  const last = hashes.at(-1) ?? null;
  for (const [ply, line] of lines.entries())
    found.demand(line.ply === ply, `entry ${ply} has another number`);
  found.demand(first.receipt === last, "the receipt is not the last hash");
  for (const [ply, line] of lines.entries())
    found.demand(line.hash === hashes[ply], `the hash of entry ${ply} does not fit`);
  if (receipt !== null) found.demand(receipt === last, "this is the receipt of another record");
}

/** The shuffles of a whole record. */
function shufflesOf(first, lines, revealed, found) {
  const reveals = new Map();
  for (const one of revealed.shuffles) {
    found.demand(!reveals.has(one.ply), `two reveals of entry ${one.ply}`);
    found.demand(lines[one.ply]?.entry.type === "shuffled", `entry ${one.ply} is no shuffle`);
    reveals.set(one.ply, one);
  }
  const seats = new Seats(first.setup.seats, first.places);
  const shuffles = [];
  /** The number of times that each seat was named so far. */
  const named = new Map();
  for (const [ply, { entry }] of lines.entries()) {
    if (entry.type === "reseated") seats.reseat(entry);
    if (entry.type !== "shuffled") continue;
    const proof = entry.proof ?? null;
    const one = new Shuffle(shuffles.length, proof, reveals.get(ply) ?? null, entry.order);
    one.ply = ply;
    one.seats = seats.now;
    if (proof === null) found.gap("a shuffle without proof", one);
    else if (one.reveal === null) found.gap("a shuffle that is not revealed", one);
    else if ([proof.version, one.reveal.version].includes(3)) {
      checkSame(one, entry.order, found);
      checkBarred(one, named, found);
    }
    if (proof?.version === 3)
      for (const seat of new Set(proof.refused)) named.set(seat, (named.get(seat) ?? 0) + 1);
    shuffles.push(one);
  }
  return shuffles;
}

function checkSame(one, order, found) {
  const { proof, reveal } = one;
  if (!found.demand(proof.version === reveal.version, "its version differs", one)) return;
  for (const name of ["number", "attempt", "head"])
    found.demand(proof[name] === reveal[name], `its ${name} differs`, one);
  for (const name of ["seals", "openings"])
    found.demand(sameMap(proof[name], reveal[name]), `its ${name} differ`, one);
  found.demand(proof.refused.join() === reveal.refused.join(), "who is named differs", one);
  if (reveal.order !== null)
    found.demand(reveal.order.join() === order.join(), "its order differs", one);
}

function checkBarred(one, named, found) {
  const due = [...named].filter(([, times]) => times >= 2).map(([seat]) => seat);
  const { barred = [], seals } = one.proof;
  found.demand(sameSeats(barred, due), "others are barred than were named twice", one);
  found.demand(!due.some((seat) => seat in seals), "a barred seat has a part", one);
}

function checkSeats(one, match, found) {
  const { number, attempt, seals, openings, refused, seats } = one;
  const parts = Object.keys(seals);
  found.demand(sameSeats(parts, Object.keys(openings)), "parts are not those sealed", one);
  for (const seat of parts.filter((name) => name in openings)) {
    const seal = sealOf(match, number, attempt, seat, openings[seat]);
    found.demand(seals[seat] === seal, `the part of ${seat} does not fit its seal`, one);
  }
  const named = new Set(refused);
  found.demand(named.size === refused.length, "a seat is named twice", one);
  found.demand(!parts.some((seat) => named.has(Number(seat))), "a named seat has a part", one);
  if (attempt === 0) found.demand(named.size === 0, "the first attempt names somebody", one);
  else found.demand(attempt <= named.size, "more attempts than seats named", one);
  if (parts.length === 0) found.gap("no seat had a part", one);
  if (seats === undefined) return;
  for (const seat of parts.map(Number))
    found.demand(seats.playing.has(seat), `${seat} has a part and does not play`, one);
  for (const seat of refused) found.demand(seats.ever.has(seat), `${seat} is named, unknown`, one);
  for (const seat of [...parts.map(Number), ...refused])
    found.demand(!seats.bots.has(seat), `${seat} is a bot's`, one);
}

const PLAN_WORD = /^(?:(0|[1-9][0-9]*)\??|\*|-)$/;

/** Plan, codes and order: only where these fit is anything computed from them. */
function checkCards(one, secret, found) {
  const { n, words, hidden_codes: hidden, order, seats } = one;
  const seatsGiven = words.map((word) => PLAN_WORD.exec(word)?.[1]).filter((seat) => seat);
  const plays = (seat) => seats === undefined || seats.playing.has(Number(seat));
  one.sound = found.demand(words.length === n, "the plan has another length", one);
  found.demand(
    words.every((word) => PLAN_WORD.test(word)),
    "the plan has a wrong word",
    one,
  );
  found.demand(seatsGiven.every(plays), "the plan is for seats that do not play", one);
  const codes = one.codeList ?? [];
  const none = codes.length === 0 && hidden && secret === null;
  const all = codes.length === n && codes.every((code) => code !== "");
  one.codesSound = found.demand(none || all, "the codes are not those of n cards", one);
  found.demand((one.names !== null) === hidden, "names without hidden codes, or none", one);
  if (order === null) {
    if (secret !== null) found.gap("its order is not shown", one);
    return;
  }
  const places = new Set(order);
  const whole = order.length === n && places.size === n && order.every((place) => place < n);
  found.demand(whole, "the order is no permutation", one);
}

function checkSecret(one, match, secret, found) {
  const { number, n, names, hidden_codes: hidden } = one;
  const decks = decksOf(secret, match, number, n);
  one.rootsBySize.set(
    n,
    decks.map((deck) => deck.root),
  );
  found.demand(
    decks.every((deck, k) => deck.root === one.roots[k]),
    "the roots are of other decks",
    one,
  );
  let labels = null;
  if (hidden && one.codesSound) {
    const own = namesOf(namesKey(secret, match, number), one.codeList);
    found.demand(own.root === names, "the root of the hidden codes is another", one);
    labels = own.labels;
  }
  if (one.perm === undefined || one.order === null || (hidden && labels === null)) return;
  const things = one.perm.map((index) => decks[one.drawn].things[index]);
  const order = labels === null ? things : things.map((thing) => labels[thing]);
  found.demand(order.join() === one.order.join(), "the order does not follow", one);
  one.things = things;
  one.allOpen = true;
}

/** Checks a record, or a list of shuffles alone (`first` is null). */
export function checkRecord(first, lines, revealed, receipt, found) {
  const { match, promise, secret } = revealed;
  let shuffles;
  if (first === null) {
    found.gap("the record is not there beside the list of shuffles");
    const inOrder = revealed.shuffles.toSorted((left, right) => (left.ply < right.ply ? -1 : 1));
    shuffles = inOrder.map((one, number) => new Shuffle(number, one, one, null));
    const plies = new Set(revealed.shuffles.map((one) => one.ply));
    found.demand(plies.size === revealed.shuffles.length, "two reveals of one entry");
  } else {
    checkHashes(first, lines, receipt, found);
    found.demand(match === first.match, "the shuffles are of another match");
    found.demand(revealed.game === first.game, "the shuffles are of another game");
    if (["stopped", "voided"].includes(first.state)) found.gap(`the match was ${first.state}`);
    else if (first.state !== "finished") found.gap("nothing says how the match ended");
    shuffles = shufflesOf(first, lines, revealed, found);
  }
  found.shuffles = shuffles;
  if (shuffles.length === 0) found.gap("the record has no shuffle");
  if (secret !== null && promise !== null)
    found.demand(promiseOf(match, secret) === promise, "the secret is not the promised one");
  const chain = { match, promise, head: promise === null ? null : firstHead(match, promise) };
  for (const one of shuffles) checkShuffle(one, chain, secret, found);
  return { ...revealed, shuffles, head: chain.head };
}

/** `chain.head`: what stands before the next shuffle; null where that is not known. */
function checkShuffle(one, chain, secret, found) {
  const { match, promise } = chain;
  if (one.reveal === null || one.version !== 3) chain.broken = true;
  if (one.version !== 3) {
    chain.head = null;
    if (one.version !== undefined) found.gap("a shuffle of another version", one);
    return;
  }
  found.demand(one.told === one.number, "its number is not the next", one);
  if (chain.broken && one.reveal !== null) found.gap("the chain before it was not shown", one);
  if (chain.head !== null) found.demand(one.head === chain.head, "it breaks the chain", one);
  chain.head = null;
  checkSeats(one, match, found);
  if (one.reveal === null || one.reveal.version !== 3) return;
  checkCards(one, secret, found);
  if (one.sound) one.rootsBySize.set(one.n, one.roots);
  if (promise === null) found.gap("a shuffle without a promise", one);
  else {
    const ask = askOf(match, one.shown(promise));
    found.demand(one.ask === ask, "its ask does not follow", one);
    chain.head = nextHead(ask, one.openings);
    if (one.sound) {
      const { chosen, perm } = drawn(ask, one.openings, one.n);
      found.demand(one.chosen === chosen, "the deck that is played does not follow", one);
      Object.assign(one, { perm, drawn: chosen });
    }
  }
  if (secret !== null && one.sound) checkSecret(one, match, secret, found);
}
