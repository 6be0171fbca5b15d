/**
 * The witness of one table's shuffles: seals and opens the viewer's part, checks each deal at once
 * and all of them at the end.
 */
import { checkDealt, checkHand, checkMatch, receiptLie, summarize } from "./checks.js";
import { recallMatch, updateMatch } from "./memory.js";
import { bytes, hex, seal } from "./shuffle.js";

/** @import { DealCheck, HandReader, Lie, Report } from "./types.js" */
/** @import { DealtMessage, Frame, ShuffleMessage, ShuffleRecord } from "../messages.js" */

/**
 * @typedef {object} Dealt
 * @property {DealtMessage} message
 * @property {DealCheck} found
 * @property {"waiting" | "none" | "same" | "other"} hand
 * @property {Frame | null} came the frame it came with
 */

/** @typedef {{frame: Frame | null, acting: boolean, game: HandReader | null}} Screen */

/** @typedef {(match: string) => Promise<{shuffles: ShuffleRecord[]} | null>} FetchShuffles */

/** @typedef {(type: string, fields: object) => Promise<object | null>} Send */

const TRIES = 4;
const WAIT = 1500;
const MOST = 60;

export class Witness {
  #send;
  #fetchShuffles;
  #onChange;
  /** @type {Screen} */
  #screen = { frame: null, acting: false, game: null };
  #willing = false; // this connection has said that it takes part
  /** @type {ShuffleMessage | null} */
  #announced = null; // the newest message about the shuffle to come
  /** @type {Dealt | null} */
  #dealt = null; // the newest deal and its result
  #sent = new Set(); // commands on their way, by subject
  /** @type {string | null} */
  #compared = null; // the match and deal whose hand was compared last
  /** @type {string | null} */
  #reviewed = null; // the match whose end was reviewed
  /** @type {Map<string, Lie[]>} */
  #lies = new Map();

  /**
   * @param {{send: Send, fetchShuffles: FetchShuffles, onChange: (report: Report) => void}} options
   */
  constructor({ send, fetchShuffles, onChange }) {
    this.#send = send;
    this.#fetchShuffles = fetchShuffles;
    this.#onChange = onChange;
  }

  /**
   * Takes in what the screen shows.
   * @param {{frame: Frame | null, acting: boolean, member: boolean, game: HandReader | null}}
   *   screen `acting`: the viewer sits here and plays in this window; `member`: the shuffles of a
   *   finished match are opened to the viewer
   */
  update({ frame, acting, member, game }) {
    this.#screen = { frame, acting, game };
    this.#offer();
    this.#takePart();
    this.#compareHand();
    if (frame?.outcome && member) this.#review(frame.match, frame.receipt ?? null);
  }

  /**
   * Takes in a message `shuffle` or `dealt`.
   * @param {ShuffleMessage | DealtMessage} message
   */
  receive(message) {
    switch (message.type) {
      case "shuffle":
        this.#promise(message);
        this.#announced = message;
        this.#takePart();
        return;
      case "dealt":
        this.#check(message);
        return;
      default:
        throw new Error(`not about a shuffle: ${/** @type {any} */ (message).type}`);
    }
  }

  /** Begins anew on a new connection: whatever was not answered may never have arrived. */
  reconnected() {
    this.#sent.clear();
    this.#willing = false;
    this.#screen = { ...this.#screen, acting: false };
  }

  #offer() {
    if (this.#willing || !this.#screen.acting) return;
    this.#willing = true;
    this.#send("join-shuffles", {});
  }

  #promise({ match, number, attempt, commitment }) {
    const id = `${number}.${attempt}`;
    const known = recallMatch(match).commitments[id];
    if (known === undefined) updateMatch(match, (kept) => (kept.commitments[id] ??= commitment));
    else if (known !== commitment)
      this.#addLie(match, {
        says: "The server changed its promise before the deal.",
        number,
        attempt,
        promised: known,
        shown: commitment,
      });
  }

  #takePart() {
    const message = this.#announced;
    const seat = message?.seat ?? null;
    if (!message || seat === null || !this.#screen.acting || message.refused.includes(seat)) return;
    const id = `${message.number}.${message.attempt}`;
    const part = recallMatch(message.match).parts[id];
    if (message.sealed.includes(seat)) {
      if (message.opening && part?.seat === seat && !part.opened) this.#open(message, id, part);
    } else if (!message.opening) this.#seal(message, id, seat, part?.seat === seat ? part : null);
  }

  async #seal({ match, number, attempt }, id, seat, known) {
    if (this.#sent.has(`seal ${match} ${id}`)) return;
    this.#sent.add(`seal ${match} ${id}`);
    const part = known ?? {
      seat,
      entropy: hex(crypto.getRandomValues(new Uint8Array(32))),
      opened: false,
    };
    updateMatch(match, (kept) => (kept.parts[id] = part));
    await this.#send("seal", {
      match,
      number,
      attempt,
      seal: seal(match, number, attempt, seat, bytes(part.entropy)),
    });
  }

  async #open(message, id, part) {
    const { match, number, attempt } = message;
    if (this.#sent.has(`open ${match} ${id}`)) return;
    this.#sent.add(`open ${match} ${id}`);
    const seals = message.seals;
    updateMatch(match, (kept) => (kept.parts[id] = { ...part, seals }));
    const refusal = await this.#send("open", { match, number, attempt, entropy: part.entropy });
    if (refusal === null)
      updateMatch(match, (kept) => (kept.parts[id] = { ...part, seals, opened: true }));
  }

  /** @param {DealtMessage} message */
  #check(message) {
    const { match, number, attempt } = message;
    const last = this.#dealt?.message;
    if (last?.match === match && last.number === number && last.root === message.root) return;
    const before = recallMatch(match).deals[number];
    const found = checkDealt(message, recallMatch(match), message.seat);
    if (before && (before.root !== message.root || before.attempt !== attempt))
      found.lies.push({
        says: "The server showed one sealed deal and then another in its place.",
        number,
        attempt,
        promised: before.root,
        shown: message.root,
      });
    if (!before)
      updateMatch(
        match,
        (kept) =>
          (kept.deals[number] = {
            attempt,
            root: message.root,
            commitment: message.commitment,
            cards: message.cards.map(({ position, card }) => [position, card]),
          }),
      );
    this.#dealt = {
      message,
      found,
      hand: message.cards.length ? "waiting" : "none",
      came: null,
    };
    for (const lie of found.lies) this.#addLie(match, lie);
    this.#compareHand();
    this.#report(match);
  }

  /**
   * Compares the hand on the screen while nothing can have changed it. A page that came too late
   * cannot tell. The next deal is on the screen a moment before its message: so the frame that a
   * deal came with counts, and later ones are not held against it.
   */
  #compareHand() {
    const { frame, game } = this.#screen;
    const dealt = this.#dealt;
    if (dealt?.hand !== "waiting" || frame?.match !== dealt.message.match) return;
    dealt.came ??= frame;
    if (!game || !frame.view.private) return;
    const lie = checkHand(dealt.message, game.handOf(frame.view.private).map(String));
    const [own, shown] = [dealt.came, frame].map(({ view }) => game.chapter(view.public).deal);
    const deal = `${frame.match} ${shown}`;
    if (lie !== null && (shown !== own || deal === this.#compared || !game.freshDeal?.(frame)))
      return;
    this.#compared = deal;
    dealt.hand = lie === null ? "same" : "other";
    if (lie !== null) this.#addLie(frame.match, lie);
    this.#report(frame.match);
  }

  async #review(match, receipt) {
    if (this.#reviewed === match) return;
    this.#reviewed = match;
    const known = recallMatch(match).receipt ?? receipt;
    if (known !== receipt) this.#addLie(match, receiptLie(known, receipt));
    else if (receipt !== null) updateMatch(match, (kept) => (kept.receipt = receipt));
    const opened = await this.#fetchWithRetries(match);
    if (this.#reviewed !== match) return;
    const end =
      opened === null ? null : summarize(checkMatch(match, opened.shuffles, recallMatch(match)));
    for (const lie of end?.lies ?? []) this.#addLie(match, lie);
    this.#report(match, end ?? { unreachable: true });
  }

  async #fetchWithRetries(match) {
    for (let i = 0; i < TRIES; i += 1) {
      if (i) await new Promise((resolve) => setTimeout(resolve, WAIT * i));
      const opened = await this.#fetchShuffles(match).catch(() => null);
      if (opened !== null) return opened;
    }
    return null;
  }

  /** Keeps what does not fit: through a reload, and while another match is played at this table. */
  #addLie(match, lie) {
    const lies = this.#liesOf(match);
    if (lies.length >= MOST || lies.some((known) => JSON.stringify(known) === JSON.stringify(lie)))
      return;
    lies.push(lie);
    updateMatch(match, (kept) => (kept.lies = lies));
    this.#report(match);
  }

  /**
   * @param {string} match
   * @returns {Lie[]}
   */
  #liesOf(match) {
    const lies = this.#lies.get(match) ?? recallMatch(match).lies ?? [];
    this.#lies.set(match, lies);
    return lies;
  }

  /**
   * @param {string} match
   * @param {Report["end"]} end
   */
  #report(match, end = null) {
    this.#liesOf(match);
    const dealt = this.#dealt;
    const lies = [...this.#lies].flatMap(([of, all]) => all.map((lie) => ({ match: of, ...lie })));
    this.#onChange({
      match,
      deal:
        dealt?.message.match === match
          ? { ...dealt.found, hand: dealt.hand, number: dealt.message.number }
          : null,
      end,
      lies,
    });
  }
}
