/**
 * The witness of one table's shuffles: what the page hears and shows goes through the automaton, and
 * what that sends, finds and keeps goes out again. Checks all shuffles once a match is over.
 */
import { report, start, step } from "./automaton.js";
import { hex } from "./hashing.js";
import { newLedger } from "./ledger.js";
import { LieLog, receiptLie } from "./lie_log.js";
import * as memory from "./memory.js";
import { VERSION } from "./shuffle.js";

/** @import { HandReader, Input, Report, Rule, Screen, Sent } from "./types.js" */
/** @import { Frame } from "../messages.js" */
/** @import { CardsOpened, DealtShown, ShuffleShown } from "../records.js" */
/** @import { FetchShuffles } from "./late_review.js" */

/** @typedef {(type: string, fields: object) => Promise<object | null>} Send */
/** @typedef {ShuffleShown | DealtShown | CardsOpened} Heard */

/**
 * The screen of a page. `acting`: the viewer sits here and plays in this window; `member`: the
 * shuffles of a finished match are opened to the viewer; `match`: the one that runs, with the seats
 * that bots hold; `known`: the room had matches before
 * @typedef {{frame: Frame | null, acting: boolean, member: boolean, game: HandReader | null,
 *   match?: string | null, bots?: number[], room?: string | null, known?: boolean}} Shown
 */

const STOPPED = 2000; // how long the result of a match may come after the match is gone
const SILENT = 2000; // how long the word about a deal may come after its cards

export class Witness {
  #send;
  #fetchShuffles;
  #onChange;
  #know = start({ kept: memory.recallMatch(null), ledger: newLedger() });
  /** @type {Shown} */
  #shown = { frame: null, acting: false, member: false, game: null };
  #seen = ""; // the newest screen, as text
  /** @type {Frame | null} */
  #asked = null; // the frame with which the newest question came
  /** @type {Frame | null} */
  #came = null; // the frame with which the newest deal came
  /** @type {string | null} */
  #reviewed = null; // the match whose end was reviewed
  /** @type {Report["end"]} */
  #end = null; // what the review found
  #lies = new LieLog();

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
   * @param {Shown} shown
   */
  update(shown) {
    const { match: before = null } = this.#shown;
    this.#shown = shown;
    this.#look();
    const { frame, member, match = null } = shown;
    if (!member) return;
    if (frame?.outcome) this.#review(frame.match, frame.receipt ?? null);
    else if (before !== null && before !== match)
      setTimeout(() => this.#review(before, null, true), STOPPED);
  }

  /**
   * Takes in a message about a shuffle.
   * @param {Heard} message
   */
  receive(message) {
    if (message.version === VERSION && message.match === this.#know.screen.match)
      this.#keep(message);
    const { frame } = this.#shown;
    if (message.type === "shuffle" && message.opening) this.#asked = frame;
    if (message.type === "dealt") this.#came = frame;
    this.#step(message);
    this.#look();
  }

  /** Begins anew on a new connection: whatever was not answered may never have arrived. */
  reconnected() {
    this.#step({ type: "connected" });
    this.#seen = "";
  }

  /** Tells the automaton what the screen shows, if it is news. */
  #look() {
    const screen = this.#screen();
    const seen = JSON.stringify(screen);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#step({ type: "screen", screen });
  }

  /** @returns {Screen} */
  #screen() {
    const { frame, acting, game, match = null, bots = [], known = false } = this.#shown;
    const { newest, dealt } = this.#know;
    const deal = frame && game ? game.chapter(frame.view.public).deal : null;
    const own = dealt?.hand === "waiting" && game ? frame?.view.private : null;
    return {
      match: frame?.match ?? null,
      over: Boolean(frame?.outcome),
      known,
      acting,
      bots: match !== null && match === frame?.match ? bots : [],
      rule: newest?.opening ? this.#rule() : undefined,
      deal,
      fresh: Boolean(frame?.view.private && game?.freshDeal?.(frame)),
      came: game && this.#came ? game.chapter(this.#came.view.public).deal : null,
      hand: own && game ? game.handOf(own).map(String) : null,
    };
  }

  /**
   * The rule of the shuffle that is asked for, by the frame with which it came; undefined where
   * that shows no shuffle that is due.
   * @returns {Rule | null | undefined}
   */
  #rule() {
    const { frame, game } = this.#shown;
    if (!game || !frame) return undefined;
    if (!game.deckOf) return null;
    const rule = this.#asked && game.deckOf(this.#asked.view.public);
    if (!rule) this.#asked = frame;
    return rule ?? game.deckOf(frame.view.public) ?? undefined;
  }

  /** @param {Input} input */
  #step(input) {
    const { room = null } = this.#shown;
    const match = input.type === "screen" ? input.screen.match : this.#know.screen.match;
    const before = {
      ...this.#know,
      kept: memory.recallMatch(match),
      ledger: memory.recallLedger(room) ?? this.#know.ledger,
    };
    const { know, sent, lies } = step(before, input, draw);
    this.#know = know;
    if (match !== null && know.kept !== before.kept)
      memory.updateMatch(match, room === null ? know.kept : { ...know.kept, room });
    if (room !== null && know.ledger !== before.ledger) memory.keepLedger(room, know.ledger);
    for (const lie of lies) if (match !== null) this.#lies.add(match, lie);
    for (const command of sent) this.#say(command);
    if (know.silent !== null && before.silent !== know.silent)
      setTimeout(() => this.#step({ type: "late" }), SILENT);
    const gaps = know.ledger.gaps !== before.ledger.gaps;
    const news =
      lies.length || gaps || know.dealt !== before.dealt || know.silent !== before.silent;
    if (match !== null && news) this.#report(match);
  }

  /** @param {Sent} command */
  async #say({ type, ...fields }) {
    const { match, number, attempt, entropy } = fields;
    if (type === "open") this.#keep({ type, ...fields });
    const refused = await this.#send(type, fields);
    if (type === "open" && refused === null && match === this.#know.screen.match)
      this.#step({ type: "opened", id: `${number}.${attempt}`, entropy });
  }

  /**
   * Keeps a message as it came, or as it went.
   * @param {any} heard
   */
  #keep({ due: _, ...message }) {
    memory.keepHeard(message.match, message.number, message);
  }

  /**
   * @param {string} match
   * @param {string | null} receipt
   * @param {boolean} [stopped]
   */
  async #review(match, receipt, stopped = false) {
    if (this.#reviewed === match) return;
    this.#reviewed = match;
    this.#end = null;
    const known = memory.recallMatch(match).receipt ?? receipt;
    if (known !== receipt && receipt !== null) this.#lies.add(match, receiptLie(known, receipt));
    else if (receipt !== null) memory.updateMatch(match, { receipt });
    const late = await import("./late_review.js").catch(() => null);
    const end = (await late?.reviewEnd(match, this.#fetchShuffles)) ?? null;
    if (this.#reviewed !== match) return;
    for (const lie of end?.lies ?? []) this.#lies.add(match, lie);
    this.#end = end ? { ...end, stopped } : { unreachable: true, stopped };
    this.#report(match);
  }

  /** @param {string} match */
  #report(match) {
    this.#lies.of(match); // those of an earlier window too
    const same = this.#know.screen.match === match;
    const know = same ? this.#know : start({ ...this.#know, kept: memory.recallMatch(match) });
    const end = this.#reviewed === match ? this.#end : null;
    this.#onChange({ match, ...report(know), end, lies: this.#lies.all });
  }
}

/** A part that nobody knows. */
const draw = () => hex(crypto.getRandomValues(new Uint8Array(32)));
