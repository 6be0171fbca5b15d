/**
 * A server that tries everything, against the pages' own code, and an oracle that needs no verdict:
 * it counts the orders that the server could still choose once it knew every honest part. Prints
 * what it found as JSON. Arguments: depth, milliseconds, seed.
 */
import { createHash } from "node:crypto";
import * as automaton from "../../static/js/fair/automaton.js";
import { hex } from "../../static/js/fair/hashing.js";
import { newLedger } from "../../static/js/fair/ledger.js";
import { recallMatch } from "../../static/js/fair/memory.js";
import { askOf, firstHead, nextHead, sealOf } from "../../static/js/fair/shuffle.js";
import { tableVerdict } from "../../static/js/fair/verdict_text.js";
import { Witness } from "../../static/js/fair/witness.js";
import { madeUp, Server, Storage } from "./fair_match.js";

const CODES = ["1", "2"];
const PLAN = ["0", "1"];
const KINGS = ["2", "2"];
/** The bounds of each search; seats are always two. */
const SCOPES = {
  "two matches": { matches: ["A", "B"], shuffles: [0], attempts: [0] },
  "two shuffles": { matches: ["A"], shuffles: [0, 1], attempts: [0] },
  "two attempts": { matches: ["A"], shuffles: [0], attempts: [0, 1] },
  all: { matches: ["A", "B"], shuffles: [0, 1], attempts: [0, 1] },
};
/** The parts that the server has ready for seat 1, which is its own, and one it forges for seat 0. */
const OWN = { x: hex(madeUp("x")), y: hex(madeUp("y")) };
const FORGED = hex(madeUp("forged"));
/** More orders than one: any at all. */
const ANY = 99;
const MOST_DEALS = 3;

// -- the server's world: plain values, so that a search can go back to any of them

const NEW = {
  match: null, // on the screen
  due: false, // the frame waits for a shuffle
  deal: 0, // the newest cards on the screen
  wordless: false, // those cards came, and no deal was told since
  ...{ crashes: 0, floods: 0, strays: 0 },
  seals: {}, // the page's newest, by match and shuffle
  said: {}, // those of this connection
  parts: {}, // the page's, opened, by ask
  known: [], // questions whose orders the server knows and has not dealt
  heads: {}, // by match and number
  announced: null, // the shuffle that was announced last
  asked: null, // the newest question
  dealt: null, // the newest deal: its question, openings, and how many orders there were
};

const id = (match, number, attempt) => `${match} ${number}.${attempt}`;
const servers = new Map();
const deals = new Map();

/** @param {string} match */
function serverOf(match, number) {
  const name = `${match} ${number}`;
  if (!servers.has(name)) {
    const server = new Server({ match, secret: madeUp(match), codes: CODES, plan: PLAN });
    server.number = number;
    const { decks } = server;
    const made = Array.from({ length: 8 }, (_, k) => server.deck(k));
    Object.defineProperty(server, "decks", { value: decks });
    server.deck = (k) => made[k];
    servers.set(name, server);
  }
  return servers.get(name);
}

/** The message `shuffle` in this world. */
function shuffle(world, { match, number, attempt, ...more }) {
  const server = serverOf(match, number);
  const head = world.heads[`${match} ${number}`] ?? firstHead(match, server.promise);
  const { decks: _, ...shown } = server.shuffle({
    attempt,
    refused: attempt ? [1] : [],
    seat: 0,
    ...more,
  });
  const codes = (more.kings ? KINGS : CODES).join(" ");
  return { ...shown, head, ...(more.seals ? { decks: { ...server.decks, codes } } : {}) };
}

/** All that the server can do next, as [name, message or event]. */
function* choices(world, { matches, shuffles, attempts }) {
  for (const match of matches) if (world.match !== match || !world.due) yield [`frame ${match}`];
  if (world.match !== null && !world.wordless && world.deal < MOST_DEALS) yield ["cards"];
  if (world.wordless) yield ["late"];
  if (!world.crashes) yield ["crash"];
  for (const match of matches)
    for (const number of shuffles)
      for (const attempt of attempts) {
        const place = { match, number, attempt };
        const name = id(match, number, attempt);
        if (world.match !== match) {
          if (!number && !attempt && !world.strays) yield [`stray ${name}`, shuffle(world, place)];
          continue;
        }
        yield [`announce ${name}`, shuffle(world, place)];
        yield [`announce-sealed ${name}`, { ...shuffle(world, place), sealed: [0, 1] }];
        for (const [kind, seals] of Object.entries(sealsOf(world, place)))
          yield [`ask ${name} ${kind}`, shuffle(world, { ...place, seals })];
        const [seals] = Object.values(sealsOf(world, place));
        yield [`ask ${name} kings`, shuffle(world, { ...place, seals, kings: true })];
      }
  const again = world.dealt && world.dealt.asked === world.asked;
  if (world.asked && !(again && world.deal === MOST_DEALS))
    for (const [kind, openings] of dealsOf(world)) yield [`deal ${kind}`, openings];
}

/** The sets of seals that the server can show. */
function sealsOf(world, { match, number, attempt }) {
  const seal = (seat, entropy) => sealOf({ match, number, attempt }, seat, entropy);
  const ann = world.seals[id(match, number, attempt)];
  const forged = { 0: seal(0, FORGED), 1: seal(1, OWN.x) };
  if (!ann) return { forged };
  if (attempt) return { alone: { 0: ann }, forged: { 0: forged[0] } };
  const y = world.asked ? { y: { 0: ann, 1: seal(1, OWN.y) } } : {};
  return { x: { 0: ann, 1: seal(1, OWN.x) }, ...y, forged };
}

/** The deals that the server can tell of the newest question. */
function* dealsOf({ asked, parts }) {
  const ann = parts[askOf(asked)];
  const all = { ...(ann ? { 0: ann } : { 0: FORGED }), ...(asked.seals[1] ? { 1: OWN.x } : {}) };
  yield ["x", all];
  if (asked.seals[1]) yield ["y", { ...all, 1: OWN.y }];
  if (asked.seals[1]) yield ["alone", { 0: all[0] }];
  yield ["without", asked.seals[1] ? { 1: OWN.x } : {}];
}

/** The world and the events of a page after a choice. */
function chosen(world, [name, what]) {
  const [kind, match] = name.split(" ");
  switch (kind) {
    case "frame": {
      const deal = match === world.match ? world.deal : 0;
      const more = { match, due: true, deal, ...(deal ? {} : { wordless: false }) };
      return [{ ...world, ...more }, []];
    }
    case "cards":
      return [{ ...world, due: false, deal: world.deal + 1, wordless: true }, []];
    case "late":
      return [world, [{ type: "late" }]];
    case "crash":
      return [{ ...world, crashes: world.crashes + 1, said: {} }, [{ type: "connected" }]];
    case "announce":
      return [{ ...world, announced: name.slice(kind.length + 1) }, [what]];
    case "stray":
      return [{ ...world, strays: 1 }, [what]];
    case "ask":
      return [{ ...world, asked: what }, [what]];
    case "deal": {
      const [next, messages] = dealt(world, what);
      if (world.wordless) return [next, messages];
      const shown = { ...next, due: false, deal: world.deal + 1 };
      return [shown, messages, { ...shown, wordless: true }];
    }
    default:
      return [world, [what]];
  }
}

function dealt(world, openings) {
  const { asked, known } = world;
  const ask = askOf(asked);
  const name = `${ask} ${JSON.stringify(openings)}`;
  if (!deals.has(name)) deals.set(name, serverOf(asked.match, asked.number).dealt(asked, openings));
  const message = deals.get(name);
  const heads = {
    ...world.heads,
    [`${asked.match} ${asked.number + 1}`]: nextHead(ask, openings),
  };
  const orders = new Set([...known, ask]).size;
  return [
    { ...world, heads, known: [], wordless: false, dealt: { asked, openings, orders } },
    [message],
  ];
}

/** Takes in what the page sends. */
function told(world, sent) {
  for (const { type, match, number, attempt, seal, entropy, ask } of sent) {
    const place = id(match, number, attempt);
    if (type === "seal")
      world = {
        ...world,
        seals: { ...world.seals, [place]: seal },
        said: { ...world.said, [place]: seal },
      };
    if (type === "open")
      world = {
        ...world,
        parts: { ...world.parts, [ask]: entropy },
        known: [...new Set([...world.known, ask])].sort(),
      };
  }
  return world;
}

// -- the oracle

/**
 * The number of orders that the server could choose for the cards on the screen, where the page shows neither
 * a fault nor a gap; 0: it shows one, or says nothing.
 */
function choosable(world, shown) {
  const verdict = tableVerdict({ end: null, lies: shown.lies, ...shown.report });
  if (verdict?.state !== "checked" || !world.dealt) return 0;
  const { asked, openings, orders } = world.dealt;
  if (world.wordless || asked.decks.codes !== CODES.join(" ")) return ANY;
  return openings[0] === world.parts[askOf(asked)] ? orders : ANY;
}

/** True if friends would compare words that the server chose alone. */
const wordsChosen = ({ parts }, { report }) => report.words !== null && !Object.keys(parts).length;

// -- the automaton, explored exhaustively

const rule = { codes: CODES, plan: PLAN };

function screen(world, know) {
  const { match, due, deal } = world;
  const open = know.newest?.opening;
  return {
    ...{ match, over: false, known: false, acting: true, bots: [], deal, fresh: world.wordless },
    rule: open && due ? rule : undefined,
    came: know.dealt ? deal : null,
    hand: know.dealt?.hand === "waiting" ? know.dealt.own : null,
  };
}

/** A page and the world after one choice; the page remembers each match. */
function after(node, choice) {
  const [next, inputs, before] = chosen(node.world, choice);
  let world = before ?? next;
  let { know, kept, lies } = node;
  const draw = () => hex(madeUp(`${choice[0]} ${world.match} ${world.crashes}`));
  const act = (input) => {
    const match = world.match ?? "";
    const turn = automaton.step({ ...know, kept: kept[match] ?? NOTHING }, input, draw);
    know = turn.know;
    kept = { ...kept, [match]: know.kept };
    lies = lies || turn.lies.length > 0;
    world = told(world, turn.sent);
    for (const { type, number, attempt, entropy } of turn.sent)
      if (type === "open") act({ type: "opened", id: `${number}.${attempt}`, entropy });
  };
  const look = () => act({ type: "screen", screen: screen(world, know) });
  if (!inputs.length || before) look();
  if (before) world = { ...next, parts: world.parts, seals: world.seals };
  for (const input of inputs) act(input);
  look();
  return { world, know, kept, lies, path: [...node.path, choice[0]] };
}

const NOTHING = automaton.NOTHING_KEPT;

/** All that makes a difference later; of counts that they are not zero. */
function keyOf({ world, know, kept, left }) {
  const { ledger, kept: _, screen: __, ...rest } = know;
  const { news, match, due, gaps, dropped } = ledger;
  return createHash("sha1")
    .update(
      JSON.stringify([left, world, rest, kept, news, match, due, gaps > 0, dropped > 0], brief),
    )
    .digest("base64");
}

/** Decks are the same wherever the codes are. */
const brief = (name, value) => (name === "roots" || name === "keys" ? undefined : value);

/**
 * Every sequence of this length, or where `most` is told, every longer one that leaves an honest
 * server's at most so often. Ends before `until`.
 */
function explore(scope, length, until, most = length) {
  const know = automaton.start({ kept: NOTHING, ledger: newLedger() });
  let row = [{ world: NEW, know, kept: {}, lies: false, path: [], left: most }];
  const seen = new Set(row.map(keyOf));
  const found = { states: 1, depth: 0, edges: 0, most: 0, faults: [] };
  for (let at = 0; at < length && row.length; at += 1) {
    const below = [];
    for (const node of row) {
      if (Date.now() > until) return found;
      const told = new Map();
      const honest = honestly(node.world);
      for (const choice of choices(node.world, scope)) {
        const left = node.left - (choice[0].startsWith(honest) ? 0 : 1);
        if (left < 0) continue;
        const then = { ...after(node, choice), left };
        found.edges += 1;
        if (then.lies) continue; // the page says so for good
        const shown = { lies: [], report: automaton.report(then.know) };
        const orders = choosable(then.world, shown);
        if (orders && choice[0].startsWith("deal")) told.set(JSON.stringify(choice[1]), orders);
        const many = Math.max(orders, told.size);
        found.most = Math.max(found.most, many);
        if (many > 1 || wordsChosen(then.world, shown)) {
          found.faults.push({ orders: many, path: then.path });
          return found;
        }
        const key = keyOf(then);
        if (seen.has(key)) continue;
        seen.add(key);
        found.states += 1;
        below.push(then);
      }
    }
    row = below;
    found.depth = at + 1;
  }
  return found;
}

// -- the page as it is, with its storage and its waits, under random sequences

/**
 * A sequence that leaves an honest server's at a few random places.
 * @param {() => number} chance from 0 to 1
 */
async function random(chance, length) {
  const leaves = new Set(
    Array.from({ length: 1 + Math.floor(3 * chance()) }, () => Math.floor(8 * chance())),
  );
  Object.defineProperty(globalThis, "localStorage", { value: new Storage(), configurable: true });
  const waits = [];
  globalThis.setTimeout = /** @type {any} */ ((act) => waits.push(act));
  let [world, report, sent, witness] = [NEW, null, [], null];
  const load = () => {
    witness = new Witness({
      send: async (type, fields) => {
        sent.push({ type, ...fields });
        return null;
      },
      fetchShuffles: async () => null,
      onChange: (found) => (report = found),
    });
    report = null;
  };
  const look = () => {
    const { match, due, deal, wordless } = world;
    const own = { cards: [] };
    const facts = { match, outcome: null, seat: 0, view: { public: { due, deal, wordless } } };
    const game = {
      handOf: () => handOf(match),
      chapter: ({ deal: shown }) => ({ deal: shown }),
      freshDeal: ({ view }) => view.public.wordless,
      deckOf: ({ due: now }) => (now ? rule : null),
    };
    const frame = match && { ...facts, view: { ...facts.view, private: own } };
    witness.update({ frame, acting: true, member: false, game, match, bots: [], room: "room" });
  };
  const handOf = (match) => {
    const { deals } = recallMatch(match);
    const { number } = report?.deal ?? { number: -1 };
    return (deals[number]?.cards ?? []).map(([, , code]) => code);
  };
  const settle = async () => {
    for (let i = 0; i < 4; i += 1) await null;
    world = told(world, sent.splice(0));
  };
  load();
  const path = [];
  for (let at = 0; at < length; at += 1) {
    const all = [...choices(world, SCOPES.all), ["reload"], ...(world.floods ? [] : [["flood"]])];
    const honest = all.find(([name]) => name.startsWith(honestly(world)));
    const kinds = [...new Set(all.map(kindOf))];
    const kind = pick(chance, kinds);
    const choice =
      !leaves.has(at) && honest
        ? honest
        : pick(
            chance,
            all.filter((one) => kindOf(one) === kind),
          );
    path.push(choice[0]);
    if (choice[0] === "reload") load();
    if (choice[0] === "flood") {
      world = { ...world, floods: 1 };
      for (let match = 0; match < 21; match += 1) {
        world = { ...world, match: `flood ${match}`, due: true, deal: 0, wordless: false };
        look();
        const server = new Server({ match: world.match, codes: CODES, plan: PLAN });
        witness.receive(server.shuffle());
      }
      world = { ...world, match: null, said: {} };
      sent.length = 0;
      load();
    }
    const none = ["reload", "flood"].includes(choice[0]);
    const [after, inputs, before] = none ? [world, []] : chosen(world, choice);
    world = before ?? after;
    if (!inputs.length || before) look();
    world = after;
    for (const input of inputs) {
      if (input.type === "connected") witness.reconnected();
      else if (input.type !== "late") witness.receive(input);
      else for (const act of waits.splice(0)) act();
    }
    await settle();
    look();
    await settle();
    if (!report) continue;
    if (report.lies.length) break;
    const orders = choosable(world, { lies: report.lies, report });
    if (orders > 1 || wordsChosen(world, { report })) return { orders, path, steps: at + 1 };
    if (orders) return { orders, path: [], steps: at + 1, checked: true };
  }
  return { orders: 0, path: [], steps: path.length };
}

/** @param {string[]} choice */
const kindOf = ([name]) => name.split(" ")[0];

const pick = (chance, list) => list[Math.floor(chance() * list.length)];

/** The name of an honest server's next choice begins so, from what was announced last. */
function honestly({ match, due, said, asked, dealt, heads, announced }) {
  if (match === null || (!due && dealt)) return `frame ${match ?? "A"}`;
  const coming = `${match} ${heads[`${match} 1`] ? 1 : 0}.0`;
  const place = announced?.startsWith(match) && announced > coming ? announced : coming;
  if (!said[place]) return `announce ${place}`;
  const isAsked = asked?.seals[0] === said[place];
  return isAsked ? "deal x" : `ask ${place}`;
}

/** Numbers from 0 to 1 that a seed repeats. */
function chanceOf(seed) {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash("sha256").update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

const [milliseconds = "10000", seed = "1"] = process.argv.slice(2);
const [LENGTH, LONG, LEAVES] = [9, 12, 2];
const begun = Date.now();
const share = Number(milliseconds) / (2 * Object.keys(SCOPES).length + 2);
const explored = {};
const tried = { sequences: 0, steps: 0, checked: 0 };
const faults = [];
let most = 0;
const until = begun + Number(milliseconds);

async function tryRandom(end) {
  while (Date.now() < end && !faults.length) {
    const chance = chanceOf(`${seed} ${tried.sequences}`);
    const { orders, path, steps, checked } = await random(chance, 16);
    tried.sequences += 1;
    tried.steps += steps;
    tried.checked += checked ? 1 : 0;
    most = Math.max(most, orders);
    if (path.length) faults.push({ orders, path });
  }
}

const searches = Object.entries(SCOPES).map(([name, scope]) => [name, scope, LENGTH]);
await tryRandom(begun + Number(milliseconds) / 2);
for (const [name, scope, length, leaves] of [["few lies", SCOPES.all, LONG, LEAVES], ...searches]) {
  if (faults.length) break;
  const found = explore(scope, length, Date.now() + share, leaves);
  explored[name] = { states: found.states, depth: found.depth, messages: found.edges };
  most = Math.max(most, found.most);
  faults.push(...found.faults);
}
await tryRandom(until);
process.stdout.write(`${JSON.stringify({ explored, ...tried, most, faults })}\n`);
