/**
 * The witness of one table's shuffles: seals and opens the viewer's part, checks each deal at once
 * and all of them at the end.
 */
import { AttemptWatch } from "./attempt_watch.js";
import { checkCards, checkLater } from "./cards.js";
import { checkDealt, ownCodes } from "./checks.js";
import { HandComparison } from "./hand_comparison.js";
import { LieLog, receiptLie } from "./lie_log.js";
import { keepHeard, mergedCards, noteBots, recallMatch, updateMatch } from "./memory.js";
import { Participant } from "./participant.js";
import { nextHead, VERSION } from "./shuffle.js";

/** @import { AddLie, HandReader, KeptDeal, Lie, Report } from "./types.js" */
/** @import { CardsOpenedMessage, DealtMessage, Frame, ShuffleMessage } from "../messages.js" */
/** @import { Dealt, Screen } from "./hand_comparison.js" */
/** @import { FetchShuffles } from "./late_review.js" */
/** @import { Send } from "./participant.js" */

const STOPPED = 2000; // how long the result of a match may come after the match is gone

export class Witness {
  #participant;
  #fetchShuffles;
  #onChange;
  /** @type {Screen} */
  #screen = { frame: null, acting: false, game: null };
  #attempts = new AttemptWatch();
  #heard = new Set(); // messages that were kept
  /** @type {Dealt | null} */
  #dealt = null; // the newest deal and its result
  /** @type {string | null} */
  #running = null; // the match that runs
  /** @type {string | null} */
  #reviewed = null; // the match whose end was reviewed
  #hands = new HandComparison();
  #lies = new LieLog();

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
    const gone = this.#running !== match ? this.#running : null;
    this.#running = match;
    if (!member) return;
    if (frame?.outcome) this.#review(frame.match, frame.receipt ?? null);
    else if (gone !== null) setTimeout(() => this.#review(gone, null, true), STOPPED);
  }

  /**
   * Takes in a message about a shuffle.
   * @param {ShuffleMessage | DealtMessage | CardsOpenedMessage} message
   */
  receive(message) {
    if (message.version === VERSION) this.#keep(message);
    switch (message.type) {
      case "shuffle":
        if (message.version === VERSION) this.#hear(message);
        return;
      case "dealt":
        this.#check(message);
        return;
      case "cards-opened":
        this.#checkLater(message);
        return;
      default:
        throw new Error(`not about a shuffle: ${/** @type {any} */ (message).type}`);
    }
  }

  /** Begins anew on a new connection: whatever was not answered may never have arrived. */
  reconnected() {
    this.#participant.reconnected();
    this.#attempts.reconnected();
    this.#screen = { ...this.#screen, acting: false };
  }

  /**
   * Keeps a message as it came; who else has sealed meanwhile is not kept.
   * @param {ShuffleMessage | DealtMessage | CardsOpenedMessage} heard
   */
  #keep(heard) {
    const message = heard.type === "shuffle" ? withoutDue(heard) : heard;
    const sealing = message.type === "shuffle" && !message.opening;
    const line = JSON.stringify(sealing ? { ...message, sealed: undefined } : message);
    if (this.#heard.has(line)) return;
    this.#heard.add(line);
    keepHeard(message.match, message.number, message);
  }

  #takePart() {
    const { newest } = this.#attempts;
    if (newest && this.#screen.acting) this.#participant.takePart(newest);
  }

  /** @param {ShuffleMessage} message */
  #hear(message) {
    const lies = this.#attempts.hear(message, this.#screen);
    for (const lie of lies) this.#addLie(message.match, lie);
    if (!lies.length) this.#takePart();
  }

  /** @param {DealtMessage} message */
  #check(message) {
    const { match, number, attempt } = message;
    const last = this.#dealt?.message.match === match ? this.#dealt : null;
    const kept = recallMatch(match);
    const before = kept.deals[number];
    const { found, keep } = checkDealt(message, kept, this.#attempts.connection);
    /** @type {AddLie} */
    const lie = (says, promised, shown) =>
      found.lies.push({ says, number, attempt, promised, shown });
    if (before && keep && (before.ask !== keep.ask || nextHeadOf(before) !== nextHeadOf(keep)))
      lie("The server showed one sealed deal and then another in its place.", before, keep);
    if (before) found.watched = before.watched;
    if (this.#screen.acting && message.seat === null) found.part = "left-out";
    if (keep) {
      const head = nextHeadOf(keep);
      const known = kept.heads[number + 1];
      if (known !== undefined && known !== head)
        lie("The server changed what was shuffled before.", known, head);
      updateMatch(match, (now) => {
        now.deals[number] ??= keep;
        now.deals[number].cards = mergedCards(now.deals[number].cards, keep.cards);
        now.heads[number + 1] ??= head;
      });
    }
    const same = last?.message.number === number && last.found.read;
    this.#dealt = {
      message,
      found,
      own: keep ? ownCodes(keep, message.seat) : [],
      hand: same ? last.hand : found.own ? "waiting" : "none",
      came: same ? last.came : null,
    };
    for (const one of found.lies) this.#addLie(match, one);
    this.#compareHand();
    this.#report(match);
  }

  /**
   * Checks cards that are opened after their deal.
   * @param {CardsOpenedMessage} message
   */
  #checkLater(message) {
    const { match, number, attempt, seat } = message;
    const deal = recallMatch(match).deals[number];
    if (!deal) return;
    /** @type {AddLie} */
    const lie = (says, promised, shown) =>
      this.#addLie(match, { says, number, attempt, promised, shown });
    const cards = checkCards(deal, message, seat, lie);
    checkLater(deal.cards, cards, deal.plan, lie);
    updateMatch(match, (now) => {
      const own = now.deals[number];
      own.cards = mergedCards(
        own.cards,
        cards.map(({ position, thing, code }) => [position, thing, code]),
      );
    });
    const { message: last, found } = this.#dealt ?? {};
    if (found && last?.match === match && last.number === number) found.open += cards.length;
    this.#report(match);
  }

  #compareHand() {
    const dealt = this.#dealt;
    const before = dealt?.hand;
    const lie = dealt && this.#hands.compare(dealt, this.#screen);
    if (lie) this.#addLie(dealt.message.match, lie);
    if (dealt && dealt.hand !== before) this.#report(dealt.message.match);
  }

  /**
   * @param {string} match
   * @param {string | null} receipt
   * @param {boolean} [stopped]
   */
  async #review(match, receipt, stopped = false) {
    if (this.#reviewed === match) return;
    this.#reviewed = match;
    const known = recallMatch(match).receipt ?? receipt;
    if (known !== receipt && receipt !== null) this.#addLie(match, receiptLie(known, receipt));
    else if (receipt !== null) updateMatch(match, (kept) => (kept.receipt = receipt));
    const late = await import("./late_review.js").catch(() => null);
    const end = (await late?.reviewEnd(match, this.#fetchShuffles)) ?? null;
    if (this.#reviewed !== match) return;
    for (const lie of end?.lies ?? []) this.#addLie(match, lie);
    this.#report(match, end ? { ...end, stopped } : { unreachable: true, stopped });
  }

  /**
   * @param {string} match
   * @param {Lie} lie
   */
  #addLie(match, lie) {
    if (this.#lies.add(match, lie)) this.#report(match);
  }

  /**
   * @param {string} match
   * @param {Report["end"]} end
   */
  #report(match, end = null) {
    this.#lies.of(match); // those of an earlier window too
    const dealt = this.#dealt?.message.match === match ? this.#dealt : null;
    const { heads, joined = null } = recallMatch(match);
    const newest = Math.max(...Object.keys(heads).map(Number));
    this.#onChange({
      match,
      deal: dealt && { ...dealt.found, hand: dealt.hand, number: dealt.message.number },
      head: heads[newest] ?? null,
      joined,
      end,
      lies: this.#lies.all,
    });
  }
}

/** @param {ShuffleMessage} message */
function withoutDue({ due: _, ...message }) {
  return message;
}

/** @param {Pick<KeptDeal, "ask" | "openings">} deal */
const nextHeadOf = ({ ask, openings }) => nextHead(ask, openings);
