/**
 * The shuffle code of several table pages in one process, for a server in Python. Each line of the
 * input is what one page hears; each line of the output is what it says and reports then.
 */
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import "../../static/js/fair/late_review.js";
import { exportHeard } from "../../static/js/fair/memory.js";
import { matchVerdict, tableVerdict } from "../../static/js/fair/verdict_text.js";
import { Witness } from "../../static/js/fair/witness.js";

const SHUFFLES = new Set(["shuffle", "dealt", "cards-opened"]);
const later = globalThis.setImmediate;
/** Waits of a page, which are over as soon as nothing else happens. */
const waits = [];
globalThis.setTimeout = /** @type {any} */ ((act) => waits.push(act));
let drawn = 0;
let seed = "";
/** Parts that a seed repeats. */
const getRandomValues = (into) => {
  drawn += 1;
  const bytes = createHash("sha256").update(`${seed} ${drawn}`).digest();
  into.set(bytes.subarray(0, into.length));
  return into;
};
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues } });

/** A browser's storage. */
class Storage {
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

/** Reads hands and decks of the games of tests/prove/shuffles/cheating/games.py. */
const GAMES = {
  open: reader((n) => Array.from({ length: n }, (_, card) => String(card))),
  covered: reader(() => []),
};

function reader(codesOf) {
  return {
    handOf: (own) => own.hand ?? [],
    chapter: ({ deal = 0 }) => ({ deal }),
    freshDeal: ({ view }) => view.public.phase === "choose" && view.private.chosen == null,
    deckOf: ({ phase = "deal", ranks }) => {
      if (phase !== "deal") return null;
      const plan = [...ranks.flatMap((seat) => Array(3).fill(String(seat))), "*", "-", "-", "-"];
      return { codes: codesOf(plan.length), plan };
    },
  };
}

class Page {
  storage = new Storage();
  report = null;
  sent = [];
  revealed = null;

  constructor(game) {
    this.game = GAMES[game];
    this.load();
  }

  /** A window that has just opened; the browser remembers what it kept. */
  load() {
    Object.assign(this, { frame: null, room: null, connected: false });
    this.waiting = new Map();
    this.ids = 0;
    this.witness = new Witness({
      send: (type, fields) =>
        new Promise((resolve) => {
          drawn += 1;
          const id = `page${drawn}`;
          this.waiting.set(id, resolve);
          this.sent.push({ type, id, ...fields });
        }),
      fetchShuffles: async () => this.revealed,
      onChange: (found) => (this.report = found),
    });
  }

  hear(message) {
    const { type } = message;
    if (SHUFFLES.has(type)) {
      this.witness.receive(message);
      return;
    }
    if (type === "done" || type === "refused") {
      this.waiting.get(message.id)?.(type === "refused" ? message : null);
      this.waiting.delete(message.id);
    } else if (type === "revealed") this.revealed = message.revealed;
    else if (type === "load") this.load();
    else if (type === "connected" || type === "lost") {
      this.connected = type === "connected";
      if (this.connected) this.witness.reconnected();
      this.update();
    } else if (type === "frame" || type === "room") {
      this[type] = message;
      this.update();
    }
  }

  /** As static/js/table/shell/main.js does it. */
  update() {
    const { room } = this;
    this.witness.update({
      frame: this.frame,
      acting: this.connected && Boolean(room?.acting) && (room?.seat ?? null) !== null,
      member: room?.member ?? false,
      room: room?.id ?? null,
      known: (room?.matches ?? 0) > (room?.stage === "playing" ? 1 : 0),
      match: room?.stage === "playing" ? room.match : null,
      bots: (room?.seats ?? [])
        .filter((seat) => seat.bot !== null && !seat.leaving)
        .map((seat) => seat.number),
      game: this.game,
    });
  }
}

/** Lets everything run that a page has begun. */
async function settle() {
  for (let i = 0; i < 8; i += 1) await new Promise((resolve) => later(resolve));
}

let pages = new Map();

async function answer({ page: name, game, messages, begin, heard }) {
  if (begin !== undefined) {
    [pages, seed, drawn] = [new Map(), begin, 0];
    return {};
  }
  if (!pages.has(name)) pages.set(name, null);
  const page = pages.get(name) ?? withStorage(new Storage(), () => new Page(game));
  pages.set(name, page);
  Object.defineProperty(globalThis, "localStorage", { value: page.storage, configurable: true });
  if (heard !== undefined) return { heard: exportHeard(heard) };
  for (const message of messages) {
    page.hear(message);
    await settle();
  }
  for (; waits.length; await settle()) for (const act of waits.splice(0)) act();
  const { report, sent } = page;
  page.sent = [];
  return {
    sent,
    lies: (report?.lies ?? []).map(({ says }) => says),
    head: report?.head ?? null,
    line: (report && tableVerdict(report)) ?? null,
    words: report?.words ?? null,
    end: matchVerdict(report?.end ?? null),
  };
}

function withStorage(value, act) {
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  return act();
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
