// The lines that browsers heard and said, compared with the record one by one.

import { askOf, deckLeaf, deckOf, decksOf, nameLeaf, rootOf, sealOf } from "./arithmetic.js";
import { sameMap, sameSeats } from "./findings.js";
import { versionOf } from "./forms.js";

/** The facts that one file shows of one shuffle. */
class Shown {
  constructor() {
    this.asked = new Map();
    this.seats = new Set();
    this.positions = new Set();
    this.own = false;
    this.whole = false;
    this.dealt = false;
    this.unanswered = false;
  }

  isEnough(one) {
    const [seat] = this.seats;
    const due = [...one.words.keys()].filter((at) => ["*", String(seat)].includes(one.words[at]));
    return (
      this.whole &&
      this.dealt &&
      !this.unanswered &&
      this.seats.size === 1 &&
      seat !== null &&
      due.every((at) => this.positions.has(at))
    );
  }
}

class File {
  constructor(record, lines, found) {
    Object.assign(this, { record, lines, found, shown: new Map() });
  }

  check() {
    for (const line of this.lines) {
      const one = this.record.shuffles[line.number];
      if (one === undefined) this.unknownShuffle(line);
      else if (this.comparable(one, line)) this.compare(one, line);
    }
  }

  unknownShuffle(line) {
    const { found, record } = this;
    if (line.type === "open") found.gap("parts were opened for a shuffle that is not there");
    else if (line.type !== "shuffle") found.fault("a shuffle that is not in the record");
    else if (versionOf(line) !== 3) found.gap("the next shuffle was announced in another version");
    else if (record.promise !== null) {
      found.demand(line.promise === record.promise, "the next shuffle showed another promise");
      if (line.number === record.shuffles.length && record.head !== null)
        found.demand(line.head === record.head, "the next shuffle showed another head");
    }
  }

  comparable(one, line) {
    const { found } = this;
    const version = versionOf(line);
    const cards = line.type === "dealt" || line.type === "cards-opened";
    if (one.proof === null) found.demand(!cards, "it was dealt without a proof", one);
    else if (one.version !== 3) {
      if (version === 3) {
        if (cards) found.fault("it was dealt in another version", one);
        else found.gap("it was announced in another version", one);
      }
    } else if (version === 3) return true;
    else if (line.type !== "open") found.fault("it was shown in another version", one);
    return false;
  }

  compare(one, line) {
    if (!this.shown.has(one.number)) this.shown.set(one.number, new Shown());
    const shown = this.shown.get(one.number);
    if (line.type === "shuffle") this.announced(one, line, shown);
    else if (line.type === "open") this.opened(one, line, shown);
    else this.dealt(one, line, shown);
  }

  announced(one, line, shown) {
    const { found, record } = this;
    const ofDeal = line.attempt === one.attempt;
    if (line.opening) shown.asked.set(line.attempt, line);
    if (line.seat !== null || (line.opening && ofDeal)) shown.seats.add(line.seat);
    if (record.promise !== null)
      found.demand(line.promise === record.promise, "it was announced with another promise", one);
    found.demand(line.head === one.head, "it was announced with another head", one);
    for (const seat of one.seats ? [...line.sealed, ...line.refused] : []) {
      found.demand(one.seats.ever.has(seat), `seat ${seat} never played`, one);
      found.demand(!one.seats.bots.has(seat), `seat ${seat} is a bot's`, one);
    }
    if (line.opening) {
      this.checkDecks(one, line.decks);
      const ask = askOf(record.match, { ...line, ...line.decks });
      if (!one.asks.has(line.attempt)) one.asks.set(line.attempt, ask);
      found.demand(one.asks.get(line.attempt) === ask, "one attempt had two questions", one);
    }
    if (ofDeal) this.ofTheDeal(one, line);
    else if (found.demand(line.attempt < one.attempt, "an attempt after the deal", one))
      this.beforeTheDeal(one, line);
  }

  ofTheDeal(one, line) {
    const { found } = this;
    found.demand(sameSeats(line.refused, one.refused), "others were named", one);
    if (!line.opening) return;
    found.demand(sameMap(line.seals, one.seals), "other seals were shown", one);
    if (one.reveal === null) return;
    const { n, codes, plan, roots, names } = line.decks;
    const same = n === one.n && codes === one.shownCodes && plan === one.plan;
    found.demand(same && names === one.names, "other cards were shown", one);
    found.demand(roots.join() === one.roots.join(), "other roots were shown", one);
  }

  beforeTheDeal(one, line) {
    const { found } = this;
    const later = new Set(one.refused);
    const named = new Set(line.refused);
    found.demand(
      named.size === line.refused.length && [...named].every((seat) => later.has(seat)),
      "somebody was named and is not any more",
      one,
    );
    found.demand(named.size < later.size, "nobody was named afterwards", one);
    if (line.attempt === 0) found.demand(named.size === 0, "the first attempt named a seat", one);
    found.demand(line.attempt <= named.size, "more attempts than seats named", one);
    if (line.opening)
      found.demand(
        [...later].some((seat) => !named.has(seat) && String(seat) in line.seals),
        "nobody who was named later had sealed",
        one,
      );
  }

  checkDecks(one, { n, codes, plan, roots }) {
    const { found, record } = this;
    const fits = found.demand(plan.split(" ").length === n, "a plan of another length", one);
    const list = codes.split(" ");
    found.demand(codes === "" || list.length === n, "another number of codes", one);
    if (!fits) return;
    if (!one.rootsBySize.has(n)) {
      const secret = one.reveal === null ? null : record.secret;
      const own = secret === null ? null : decksOf(secret, record.match, one.number, n);
      one.rootsBySize.set(n, own === null ? roots : own.map((deck) => deck.root));
    }
    found.demand(one.rootsBySize.get(n).join() === roots.join(), "other roots of the same n", one);
  }

  opened(one, line, shown) {
    const { found, record } = this;
    const asked = shown.asked.get(line.attempt);
    if (asked === undefined || asked.seat === null) {
      shown.unanswered = true;
      return;
    }
    const { seat, seals, decks } = asked;
    const seal = sealOf(record.match, line.number, line.attempt, seat, line.entropy);
    found.demand(seals[seat] === seal, "an opened part does not fit its seal", one);
    const ask = askOf(record.match, { ...asked, ...decks });
    found.demand(line.ask === ask, "a part was opened for another ask", one);
    if (one.refused.includes(seat)) found.gap(`seat ${seat} opened, and is named`, one);
    if (asked.attempt === one.attempt && sameMap(seals, one.seals) && !shown.dealt)
      shown.whole = true;
  }

  dealt(one, line, shown) {
    const { found } = this;
    shown.seats.add(line.seat);
    found.demand(line.attempt === one.attempt, "another attempt was dealt", one);
    if (line.type === "dealt") {
      shown.dealt = true;
      this.checkParts(one, line);
    }
    for (const { position } of line.cards) shown.positions.add(position);
    if (one.perm !== undefined) this.checkOpened(one, line);
  }

  checkParts(one, line) {
    const { found } = this;
    found.demand(sameMap(line.openings, one.openings), "it was dealt with other parts", one);
    if (one.reveal === null) return;
    found.demand(line.chosen === one.chosen, "another deck was dealt", one);
    for (const [seat, ask] of Object.entries(line.asks))
      found.demand(
        seat in one.openings && ask === one.ask,
        `seat ${seat} answered something else`,
        one,
      );
    if (!one.sound) return;
    const others = one.roots.filter((_, k) => k !== one.chosen);
    const roots = line.keys.map((key) => deckOf(Buffer.from(key, "hex"), one.n).root);
    found.demand(roots.join() === others.join(), "a key does not lead to its root", one);
  }

  checkOpened(one, { cards, nodes, names_nodes: nameNodes }) {
    const { found } = this;
    if (!one.hidden_codes)
      found.demand(nameNodes.length === 0, "nodes of codes that are not hidden", one);
    if (cards.length === 0) {
      found.demand(nodes.length + nameNodes.length === 0, "nodes without cards", one);
      return;
    }
    const positions = new Set(cards.map((card) => card.position));
    const inside = cards.every(({ position, thing }) => position < one.n && thing < one.n);
    const once = positions.size === cards.length;
    if (!found.demand(inside && once, "a position is there twice, or none", one)) return;
    const bytes = (hex) => Buffer.from(hex, "hex");
    const leaves = new Map();
    const names = new Map();
    for (const { position, thing, salt, code, name_salt: nameSalt } of cards) {
      const index = one.perm[position];
      leaves.set(index, deckLeaf(bytes(salt), index, thing));
      this.checkCard(one, position, thing, code);
      const fits = one.hidden_codes === (code !== undefined);
      if (!found.demand(fits, "a hidden card without its code, or another with one", one)) return;
      if (!one.hidden_codes) continue;
      names.set(thing, nameLeaf(bytes(nameSalt), thing, code));
    }
    const root = one.roots[one.drawn];
    found.demand(rootOf(one.n, leaves, nodes) === root, "cards are not of the deck", one);
    if (one.hidden_codes)
      found.demand(rootOf(one.n, names, nameNodes) === one.names, "codes are not those", one);
  }

  checkCard(one, position, thing, code) {
    const { found } = this;
    const before = one.placed.get(thing) ?? position;
    found.demand(before === position, "one card lies at two positions", one);
    one.placed.set(thing, position);
    if (one.order === null) {
      if (one.things) found.demand(one.things[position] === thing, "another card lay there", one);
      return;
    }
    const place = one.order[position];
    const expected = one.hidden_codes ? (one.things?.[position] ?? thing) : place;
    found.demand(expected === thing, "another card lay there", one);
    if (one.hidden_codes && one.codeList !== null)
      found.demand(one.codeList[place] === code, "another code lay there", one);
  }
}

/** Compares all files, and says of each shuffle whether one of them shows enough. */
export function checkHeard(record, files, found) {
  const read = [];
  for (const lines of files) {
    if (lines.length === 0) found.gap("a file is empty");
    else if (lines.some((line) => line.match !== record.match))
      found.gap("a file is of another match");
    else
      read.push(
        new File(
          record,
          lines.filter(({ type }) => type !== "ledger"),
          found,
        ),
      );
  }
  for (const file of read) file.check();
  for (const one of record.shuffles) {
    if (one.version !== 3 || one.reveal === null || one.words === undefined) continue;
    if (!read.some((file) => file.shown.get(one.number)?.isEnough(one)))
      found.gap("no file is of a browser that had a part in it", one);
    if (record.secret === null && one.placed.size === 0)
      found.gap("no card was opened, and the secret stays sealed", one);
  }
}
