/** Watches the shuffles of one table for the person before this screen: seals, opens, checks each deal at once and all of them at the end. */
import { checkDealt, checkHand, checkMatch, receiptLie, summed } from "./checks.js";
import { keep, recallMatch } from "./memory.js";
import { bytes, hex, seal } from "./shuffle.js";

const TRIES = 4;
const WAIT = 1500;
const MOST = 60;

export class Witness {
  #tell;
  #shuffles;
  #changed;
  #around = { frame: null, acting: false, reading: null };
  #willing = false; // this connection has said that it takes part
  #announced = null; // the newest notice about the shuffle to come
  #dealt = null; // the newest deal, and what came of it
  #asked = new Set(); // commands on their way, by what they are about
  #compared = null; // the match and the deal in it, as the game counts, whose hand was compared last
  #reviewed = null; // the match whose end was looked at
  #lies = new Map();

  /**
   * `tell(type, fields)` says a command, and resolves to null or the refusal; `shuffles(match)` fetches what the house opens at the end;
   * `changed({match, deal, end, lies})` hears whatever is found, each time it changes.
   */
  constructor({ tell, shuffles, changed }) {
    this.#tell = tell;
    this.#shuffles = shuffles;
    this.#changed = changed;
  }

  /**
   * What is on the screen: the newest frame, whether somebody sits here and plays in this window, whether the end of a match is opened to who
   * looks, and how the game reads a hand: {handOf(own), freshDeal(frame), chapter(public)}, see docs/table.md.
   */
  look({ frame, acting, member, reading }) {
    this.#around = { frame, acting, reading };
    this.#offer();
    this.#takePart();
    this.#compareHand();
    if (frame?.outcome && member) this.#review(frame.match, frame.receipt ?? null);
  }

  /** Takes a notice `shuffle` or `dealt` in. */
  hear(notice) {
    switch (notice.type) {
      case "shuffle":
        this.#promise(notice);
        this.#announced = notice;
        this.#takePart();
        return;
      case "dealt":
        this.#check(notice);
        return;
      default:
        throw new Error(`not about a shuffle: ${notice.type}`);
    }
  }

  /** A new connection: whatever was not answered may never have arrived. */
  again() {
    this.#asked.clear();
    this.#willing = false;
    this.#around = { ...this.#around, acting: false };
  }

  #offer() {
    if (this.#willing || !this.#around.acting) return;
    this.#willing = true;
    this.#tell("partake", {});
  }

  #promise({ match, number, attempt, commitment }) {
    const id = `${number}.${attempt}`;
    const known = recallMatch(match).commitments[id];
    if (known === undefined) keep(match, (kept) => (kept.commitments[id] ??= commitment));
    else if (known !== commitment)
      this.#lie(match, {
        says: "The house changed its promise before the deal.",
        number,
        attempt,
        promised: known,
        shown: commitment,
      });
  }

  #takePart() {
    const notice = this.#announced;
    const seat = notice?.seat ?? null;
    if (seat === null || !this.#around.acting || notice.refused.includes(seat)) return;
    const id = `${notice.number}.${notice.attempt}`;
    const part = recallMatch(notice.match).parts[id];
    if (notice.sealed.includes(seat)) {
      if (notice.opening && part?.seat === seat && !part.opened) this.#open(notice, id, part);
    } else if (!notice.opening) this.#seal(notice, id, seat, part?.seat === seat ? part : null);
  }

  async #seal({ match, number, attempt }, id, seat, known) {
    if (this.#asked.has(`seal ${match} ${id}`)) return;
    this.#asked.add(`seal ${match} ${id}`);
    const part = known ?? {
      seat,
      entropy: hex(crypto.getRandomValues(new Uint8Array(32))),
      opened: false,
    };
    keep(match, (kept) => (kept.parts[id] = part));
    await this.#tell("seal", {
      match,
      number,
      attempt,
      seal: seal(match, number, attempt, seat, bytes(part.entropy)),
    });
  }

  async #open(notice, id, part) {
    const { match, number, attempt } = notice;
    if (this.#asked.has(`open ${match} ${id}`)) return;
    this.#asked.add(`open ${match} ${id}`);
    const seals = notice.seals;
    keep(match, (kept) => (kept.parts[id] = { ...part, seals }));
    const refusal = await this.#tell("open", { match, number, attempt, entropy: part.entropy });
    if (refusal === null)
      keep(match, (kept) => (kept.parts[id] = { ...part, seals, opened: true }));
  }

  #check(told) {
    const { match, number, attempt } = told;
    if (
      this.#dealt?.told.match === match &&
      this.#dealt.told.number === number &&
      this.#dealt.told.root === told.root
    )
      return;
    const before = recallMatch(match).deals[number];
    const found = checkDealt(told, recallMatch(match), told.seat);
    if (before && (before.root !== told.root || before.attempt !== attempt))
      found.lies.push({
        says: "The house showed one sealed deal, and then another in its place.",
        number,
        attempt,
        promised: before.root,
        shown: told.root,
      });
    if (!before)
      keep(
        match,
        (kept) =>
          (kept.deals[number] = {
            attempt,
            root: told.root,
            commitment: told.commitment,
            cards: told.cards.map(({ position, card }) => [position, card]),
          }),
      );
    this.#dealt = { told, found, hand: told.cards.length ? "waiting" : "none", came: null };
    for (const lie of found.lies) this.#lie(match, lie);
    this.#compareHand();
    this.#say(match);
  }

  /**
   * The hand on the screen is compared while nothing can have changed it. A page that came too late cannot tell, and the next deal is on the
   * screen a moment before it is told: so what a deal came with is its own, and nothing later is held against it.
   */
  #compareHand() {
    const { frame, reading } = this.#around;
    if (this.#dealt?.hand !== "waiting" || frame?.match !== this.#dealt.told.match) return;
    this.#dealt.came ??= frame;
    if (!reading || !frame.view.private) return;
    const lie = checkHand(this.#dealt.told, reading.handOf(frame.view.private).map(String));
    const [own, shown] = [this.#dealt.came, frame].map(
      ({ view }) => reading.chapter(view.public).deal,
    );
    const deal = `${frame.match} ${shown}`;
    if (lie !== null && (shown !== own || deal === this.#compared || !reading.freshDeal?.(frame)))
      return;
    this.#compared = deal;
    this.#dealt.hand = lie === null ? "same" : "other";
    if (lie !== null) this.#lie(frame.match, lie);
    this.#say(frame.match);
  }

  async #review(match, receipt) {
    if (this.#reviewed === match) return;
    this.#reviewed = match;
    const known = recallMatch(match).receipt ?? receipt;
    if (known !== receipt) this.#lie(match, receiptLie(known, receipt));
    else if (receipt !== null) keep(match, (kept) => (kept.receipt = receipt));
    const told = await this.#fetched(match);
    if (this.#reviewed !== match) return;
    const end = told === null ? null : summed(checkMatch(match, told.shuffles, recallMatch(match)));
    for (const lie of end?.lies ?? []) this.#lie(match, lie);
    this.#say(match, end ?? { unreachable: true });
  }

  async #fetched(match) {
    for (let i = 0; i < TRIES; i += 1) {
      if (i) await new Promise((resolve) => setTimeout(resolve, WAIT * i));
      const told = await this.#shuffles(match).catch(() => null);
      if (told !== null) return told;
    }
    return null;
  }

  /** It stays on the screen: through a reload, and while another match is played at this table. */
  #lie(match, lie) {
    const lies = this.#liesOf(match);
    if (lies.length >= MOST || lies.some((known) => JSON.stringify(known) === JSON.stringify(lie)))
      return;
    lies.push(lie);
    keep(match, (kept) => (kept.lies = lies));
    this.#say(match);
  }

  #liesOf(match) {
    if (!this.#lies.has(match)) this.#lies.set(match, recallMatch(match).lies ?? []);
    return this.#lies.get(match);
  }

  #say(match, end = null) {
    this.#liesOf(match);
    const lies = [...this.#lies].flatMap(([of, all]) => all.map((lie) => ({ match: of, ...lie })));
    this.#changed({
      match,
      deal:
        this.#dealt?.told.match === match
          ? { ...this.#dealt.found, hand: this.#dealt.hand, number: this.#dealt.told.number }
          : null,
      end,
      lies,
    });
  }
}
