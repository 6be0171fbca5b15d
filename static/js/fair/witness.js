/**
 * The witness of one table's shuffles: seals and opens the viewer's part, checks each deal at once
 * and all of them at the end.
 */
import { checkDealt, checkHand, checkMatch, receiptLie, summarize } from "./checks.js";
import { recallMatch, updateMatch } from "./memory.js";
import { Participant } from "./participant.js";
import { checkSeals, checkSeats } from "./parts.js";
import { hex } from "./shuffle.js";

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

/** @import { Send } from "./participant.js" */

const TRIES = 4;
const WAIT = 1500;
const MOST = 60;
const newConnection = () => hex(crypto.getRandomValues(new Uint8Array(8)));

export class Witness {
  #participant;
  #fetchShuffles;
  #onChange;
  /** @type {Screen} */
  #screen = { frame: null, acting: false, game: null };
  /** @type {ShuffleMessage | null} */
  #announced = null; // the newest message of this connection about the shuffle to come
  #connection = newConnection();
  #unbroken = new Set(); // shuffles that this connection heard of before any restart
  /** @type {Dealt | null} */
  #dealt = null; // the newest deal and its result
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
    this.#participant = new Participant(send, (match, lie) => this.#addLie(match, lie));
    this.#fetchShuffles = fetchShuffles;
    this.#onChange = onChange;
  }

  /**
   * Takes in what the screen shows.
   * @param {{frame: Frame | null, acting: boolean, member: boolean, game: HandReader | null,
   *   match?: string | null, bots?: number[]}}
   *   screen `acting`: the viewer sits here and plays in this window; `member`: the shuffles of a
   *   finished match are opened to the viewer; `bots`: the seats that bots hold in the running
   *   `match`
   */
  update({ frame, acting, member, game, match = null, bots = [] }) {
    this.#screen = { frame, acting, game };
    if (match !== null) noteBots(match, bots);
    if (acting) this.#participant.offer();
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
        this.#watch(message);
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
    this.#participant.reconnected();
    this.#unbroken.clear();
    this.#announced = null;
    this.#connection = newConnection();
    this.#screen = { ...this.#screen, acting: false };
  }

  #takePart() {
    if (this.#announced && this.#screen.acting) this.#participant.takePart(this.#announced);
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

  /**
   * Watches one attempt: its seats, and that nothing changes once parts are asked for.
   * @param {ShuffleMessage} message
   */
  #watch(message) {
    const { match, number, attempt, opening, seals, refused, restarted } = message;
    const before = this.#announced;
    const kept = recallMatch(match);
    const lie = (says, promised, shown) =>
      this.#addLie(match, { says, number, attempt, promised, shown });
    this.#watchRestarts(message, lie);
    checkSeats(message, kept, this.#connection, lie);
    if (
      before?.match === match &&
      before.number === number &&
      (attempt < before.attempt || (attempt === before.attempt && before.opening && !opening))
    )
      lie("The shuffle was begun again after parts were asked for.", before, message);
    if (!opening) return;
    checkSeals(message, kept, this.#connection, lie);
    const id = `${number}.${attempt}`;
    const known = kept.asked?.[id];
    if (known && (known.connection === this.#connection || !(known.restarted || restarted))) return;
    const asked = { seals, refused, restarted, connection: this.#connection };
    updateMatch(match, (now) => (now.asked = { ...now.asked, [id]: asked }));
  }

  /** A restart of the server ends every connection. */
  #watchRestarts({ match, number, attempt, restarted }, lie) {
    const shuffle = `${match} ${number}`;
    if (!restarted) this.#unbroken.add(shuffle);
    else if (this.#unbroken.has(shuffle))
      lie(
        "The server says that it restarted, but this page was connected all the time.",
        { number, restarted: false },
        { number, attempt, restarted },
      );
  }

  /** @param {DealtMessage} message */
  #check(message) {
    const { match, number, attempt } = message;
    const last = this.#dealt?.message;
    if (last?.match === match && last.number === number && last.root === message.root) return;
    const before = recallMatch(match).deals[number];
    const found = checkDealt(message, recallMatch(match), message.seat, this.#connection);
    this.#watchRestarts(message, (says, promised, shown) =>
      found.lies.push({ says, number, attempt, promised, shown }),
    );
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

/** Remembers seats of bots: no seat of a match passes from a bot to a person. */
function noteBots(match, bots) {
  const known = recallMatch(match).bots ?? [];
  const all = [...new Set([...known, ...bots])].sort((a, b) => a - b);
  if (all.length > known.length) updateMatch(match, (kept) => (kept.bots = all));
}
