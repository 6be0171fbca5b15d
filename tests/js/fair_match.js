/** A made-up match for tests: an honest server's messages, and one browser's witness of them. */
import { createHash } from "node:crypto";
import {
  DECKS,
  deckKey,
  deckLeaf,
  makeDeck,
  makeNames,
  nameLeaf,
  namesKey,
  saltOf,
} from "../../static/js/fair/decks.js";
import { hash, hex } from "../../static/js/fair/hashing.js";
import "../../static/js/fair/late_review.js";
import * as fair from "../../static/js/fair/shuffle.js";
import { dealVerdict, matchVerdict, tableVerdict } from "../../static/js/fair/verdict_text.js";
import { Witness } from "../../static/js/fair/witness.js";

export const MATCH = "made-up-match";
export const CODES = [..."SHDC"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
/** Two seats get four cards each, seat 0 one more that it sees later; two lie open. */
export const PLAN = [..."01010101", "0?", "*", "*", ...Array(41).fill("-")];

export const madeUp = (what) => new Uint8Array(createHash("sha256").update(what).digest());

/** The shuffles of one match; `secret` and the decks are an honest server's. */
export class Server {
  constructor({ match = MATCH, secret = madeUp("secret"), codes = CODES, plan = PLAN } = {}) {
    Object.assign(this, { match, secret, codes, plan });
    this.promise = fair.promiseOf(match, secret);
    this.heads = [fair.firstHead(match, this.promise)];
    this.hidden = false;
    this.number = 0;
  }

  get n() {
    return this.codes.length;
  }

  deck(k) {
    return makeDeck(deckKey(this.secret, this.match, this.number, k), this.n);
  }

  get names() {
    return makeNames(namesKey(this.secret, this.match, this.number), this.codes);
  }

  get decks() {
    return {
      n: this.n,
      codes: this.hidden ? "" : this.codes.join(" "),
      plan: this.plan.join(" "),
      roots: Array.from({ length: DECKS }, (_, k) => this.deck(k).root),
      names: this.hidden ? this.names.root : null,
    };
  }

  /** The message `shuffle`; with `seals` parts are asked for. */
  shuffle({ attempt = 0, seals = null, refused = [], seat = 0, due = 1 } = {}) {
    const { match, number, promise } = this;
    const opening = seals !== null;
    const place = { type: "shuffle", version: 3, match, number, attempt, seat, promise };
    return {
      ...place,
      head: this.heads[number],
      refused,
      opening,
      due: opening ? due : null,
      sealed: Object.keys(seals ?? {}).map(Number),
      ...(opening ? { seals, decks: this.decks } : {}),
    };
  }

  /** The seal of another seat's made-up part. */
  seal(seat, attempt = 0) {
    return fair.sealOf({ ...this, attempt }, seat, this.opening(seat, attempt));
  }

  opening(seat, attempt = 0) {
    return hex(madeUp(`${seat} ${attempt}`));
  }

  /** The message `dealt` after the message `asked`, with all cards that `seat` is to see. */
  dealt(asked, openings, { positions = null, asks = null } = {}) {
    const { match, number, attempt, seat } = asked;
    const ask = fair.askOf(asked);
    const { chosen, perm } = fair.draw(ask, openings, this.n);
    const own = this.plan.flatMap((word, at) =>
      word === "*" || word === String(seat) ? [at] : [],
    );
    const keys = Array.from({ length: DECKS }, (_, k) => k).filter((k) => k !== chosen);
    this.heads[number + 1] = fair.nextHead(ask, openings);
    this.played = { ask, openings, chosen, perm, asked };
    return {
      type: "dealt",
      version: 3,
      ...{ match, number, attempt, seat, openings, chosen },
      asks: asks ?? Object.fromEntries(Object.keys(openings).map((one) => [one, ask])),
      keys: keys.map((k) => hex(deckKey(this.secret, match, number, k))),
      ...this.open(positions ?? own),
    };
  }

  /** Cards that are opened together. */
  open(positions) {
    const { chosen, perm } = this.played;
    const key = deckKey(this.secret, this.match, this.number, chosen);
    const { things } = this.deck(chosen);
    const names = namesKey(this.secret, this.match, this.number);
    const cards = positions.map((position) => {
      const thing = things[perm[position]];
      const card = { position, thing, salt: hex(saltOf(key, perm[position])) };
      if (!this.hidden) return card;
      return { ...card, code: this.names.codes[thing], name_salt: hex(saltOf(names, thing)) };
    });
    const leaves = things.map((thing, index) => deckLeaf(saltOf(key, index), index, thing));
    const nodes = missing(
      leaves,
      positions.map((position) => perm[position]),
    );
    if (!this.hidden) return { cards, nodes, names_nodes: [] };
    const named = this.names.codes.map((code, at) => nameLeaf(saltOf(names, at), at, code));
    const names_nodes = missing(
      named,
      cards.map(({ thing }) => thing),
    );
    return { cards, nodes, names_nodes };
  }

  /** The message `cards-opened`. */
  later(positions, seat = 0) {
    const { match, number, attempt } = this.played.asked;
    const place = { type: "cards-opened", version: 3, match, number, attempt, seat };
    return { ...place, ...this.open(positions) };
  }

  /** The code that lies at a position. */
  codeAt(position) {
    const { chosen, perm } = this.played;
    const thing = this.deck(chosen).things[perm[position]];
    return this.hidden ? this.names.codes[thing] : this.codes[thing];
  }

  /** The last shuffle as it is revealed at the end. */
  record() {
    const { ask, openings, chosen, perm, asked } = this.played;
    const { number, attempt, head, seals, refused } = asked;
    const { things } = this.deck(chosen);
    const { n, plan, roots, names } = asked.decks;
    const all = this.codes.map((_, thing) => thing);
    return {
      ...{ ply: number, number, attempt, version: 3, n, plan, names, roots },
      codes: this.codes.join(" "),
      hidden_codes: this.hidden,
      ...{ seals, openings, refused, head, ask, chosen },
      order: perm.map((index) => (this.hidden ? this.names.labels : all)[things[index]]),
    };
  }

  revealed(...shuffles) {
    const { match, promise } = this;
    return { match, game: "made-up", promise, secret: hex(this.secret), shuffles };
  }
}

/** The nodes that lead from some leaves to the root. */
function missing(leaves, indexes) {
  const nodes = [];
  let row = leaves;
  let known = new Set(indexes);
  while (row.length > 1) {
    for (const at of [...known].sort((one, other) => one - other))
      if (!known.has(at ^ 1) && (at ^ 1) < row.length) nodes.push(hex(row[at ^ 1]));
    known = new Set([...known].map((at) => at >> 1));
    row = Array.from({ length: (row.length + 1) >> 1 }, (_, at) =>
      2 * at + 1 < row.length ? parent(row[2 * at], row[2 * at + 1]) : row[2 * at],
    );
  }
  return nodes;
}

const parent = (left, right) => hash(Uint8Array.from([1, ...left, ...right]));

/** A browser's storage. */
export class Storage {
  #kept = new Map();
  getItem = (name) => this.#kept.get(name) ?? null;
  setItem(name, text) {
    this.#kept.set(name, text);
    this[name] = text;
  }
  removeItem(name) {
    this.#kept.delete(name);
    delete this[name];
  }
}

const STORAGE = { configurable: true, writable: true };
globalThis.setTimeout = /** @type {any} */ (() => 0); // the waits of pages never end

/** The witness in the browser of seat 0, or of a spectator. Seat 3 is a bot's. */
export class Browser {
  sent = [];
  report = null;
  record = null;

  constructor({ acting = true, deckOf = undefined } = {}) {
    this.clear();
    Object.assign(this, { acting, deckOf });
    this.tableau = { deal: 1, fresh: true };
    this.own = null;
    this.open();
  }

  /** A window that has just opened; the browser remembers what it kept. */
  open() {
    this.report = null;
    this.witness = new Witness({
      send: async (type, fields) => {
        this.sent.push({ type, ...fields });
        return null;
      },
      fetchShuffles: async () => this.record,
      onChange: (report) => (this.report = report),
    });
    this.reconnect();
  }

  /** Storage is cleared. */
  clear() {
    Object.defineProperty(globalThis, "localStorage", { ...STORAGE, value: new Storage() });
  }

  reconnect() {
    this.witness.reconnected();
    this.show();
  }

  /** Shows a frame; `own`: the private part. */
  show(more = {}) {
    const game = {
      handOf: (own) => own.cards,
      chapter: ({ deal }) => ({ deal }),
      freshDeal: ({ view }) => view.public.fresh,
      deckOf: this.deckOf,
    };
    const frame = {
      match: MATCH,
      outcome: null,
      seat: this.acting ? 0 : null,
      view: { public: this.tableau, private: this.own },
    };
    this.witness.update({
      frame: /** @type {any} */ ({ ...frame, ...more.frame }),
      acting: this.acting,
      member: true,
      game,
      bots: [3],
      match: MATCH,
      room: "made-up-room",
      known: this.known ?? false,
      ...more.screen,
    });
  }

  /** Hears messages; what they make the page send is sent before the next one. */
  async hear(...messages) {
    for (const message of messages) {
      this.witness.receive(structuredClone(message));
      await null;
      await null;
    }
  }

  seals(server, ...others) {
    return this.sealsOf(server, 0, ...others);
  }

  /** This browser's newest seal, and made-up ones of other seats. */
  sealsOf(server, attempt, ...others) {
    const seals = Object.fromEntries(others.map((seat) => [seat, server.seal(seat, attempt)]));
    const own = this.newest("seal");
    return own && this.acting ? { 0: own.seal, ...seals } : seals;
  }

  openingsOf(server, attempt, ...others) {
    const parts = Object.fromEntries(others.map((seat) => [seat, server.opening(seat, attempt)]));
    const own = this.newest("open");
    return own && this.acting ? { 0: own.entropy, ...parts } : parts;
  }

  newest(type) {
    return this.all(type).at(-1);
  }

  all(type) {
    return this.sent.filter((command) => command.type === type);
  }

  /** The match is over, and its shuffles are revealed. */
  async end(revealed, more = { frame: { outcome: {}, receipt: null } }) {
    this.record = revealed;
    this.show(more);
    await this.settle();
  }

  async settle() {
    for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
  }

  get lies() {
    return (this.report?.lies ?? []).map(({ says }) => says);
  }

  get deal() {
    const deal = this.lies.length ? null : this.report?.deal;
    return deal ? dealVerdict(deal) : null;
  }

  /** The line under the log: its state and its sentences. */
  get line() {
    return this.report && tableVerdict({ end: null, ...this.report });
  }

  get match() {
    return matchVerdict(this.report?.end ?? null);
  }
}

/**
 * An honest server up to the deal, with parts of this browser and of `others`; returns the messages.
 */
export async function play(browser, server, others = [1], more = {}) {
  const { attempt = 0, refused = [] } = more;
  const seat = browser.acting ? 0 : null;
  const said = { attempt, refused, seat };
  await browser.hear(server.shuffle(said));
  const asked = server.shuffle({ ...said, seals: browser.sealsOf(server, attempt, ...others) });
  await browser.hear(asked);
  const dealt = server.dealt(asked, browser.openingsOf(server, attempt, ...others));
  return { asked, dealt };
}
