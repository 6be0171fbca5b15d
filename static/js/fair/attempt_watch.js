/** The watch over the attempts at a shuffle, until its cards are dealt. */
import { askedBy, checkChain, checkDecks, checkRule } from "./checks.js";
import { hex } from "./hashing.js";
import { keepAsked, recallMatch, updateMatch } from "./memory.js";
import { checkSeals, checkSeats } from "./parts.js";
import { askOf } from "./shuffle.js";

/** @import { AddLie, Decks, Kept, Lie } from "./types.js" */
/** @import { ShuffleMessage } from "../messages.js" */
/** @import { Screen } from "./hand_comparison.js" */

const newConnection = () => hex(crypto.getRandomValues(new Uint8Array(8)));

export class AttemptWatch {
  /** @type {ShuffleMessage | null} */
  #newest = null; // the newest message of this connection about the shuffle to come
  #connection = newConnection();

  get connection() {
    return this.#connection;
  }

  /** The newest message about the shuffle to come; without a seat if it was no honest one. */
  get newest() {
    return this.#newest;
  }

  /** Begins anew on a new connection. */
  reconnected() {
    this.#newest = null;
    this.#connection = newConnection();
  }

  /**
   * Watches one attempt: promise, chain and decks, its seats, and that nothing changes once parts
   * are asked for.
   * @param {ShuffleMessage} message
   * @param {Screen} screen
   * @returns {Lie[]}
   */
  hear(message, screen) {
    const { match, number, attempt, opening } = message;
    const kept = recallMatch(match);
    /** @type {Lie[]} */
    const lies = [];
    /** @type {AddLie} */
    const lie = (says, promised, shown) => lies.push({ says, number, attempt, promised, shown });
    checkChain(message, kept, lie);
    const round = { ...message, seals: message.seals ?? {} };
    checkSeats(round, kept, this.#connection, lie);
    const before = this.#newest;
    if (
      before?.match === match &&
      before.number === number &&
      (attempt < before.attempt || (attempt === before.attempt && before.opening && !opening))
    )
      lie("The shuffle was begun again after parts were asked for.", before, message);
    updateMatch(match, (now) => {
      now.promise ??= message.promise;
      if (now.heads[number] === undefined && number) now.joined = number;
      now.heads[number] ??= message.head;
      if (!opening) now.announced = Math.max(now.announced ?? -1, number);
    });
    if (opening && message.decks)
      this.#ask({ ...message, decks: message.decks }, kept, screen, lie);
    else if (opening) lie("The server did not say what it shuffles.", null, message);
    this.#newest = lies.length ? { ...message, seat: null } : message;
    return lies;
  }

  /**
   * Keeps what is shown as parts are asked for, and checks it.
   * @param {ShuffleMessage & {decks: Decks}} message
   * @param {Kept} kept
   * @param {Screen} screen
   * @param {AddLie} lie
   */
  #ask(message, kept, { frame, game }, lie) {
    const { match, number, attempt, decks } = message;
    const id = `${number}.${attempt}`;
    const asked = askedBy(message);
    checkDecks(message, kept, lie);
    checkSeals(asked, kept, lie);
    const shown = message.due !== null && frame?.match === match ? frame : null;
    const rule = shown ? checkRule(decks, game, shown.view.public, lie) : "none";
    const known = kept.asked[id];
    if (known) {
      const [before, after] = [known, asked].map((one) => askOf({ ...one, seals: asked.seals }));
      if (before !== after)
        lie("The server changed what it had shown when it asked for parts.", known, asked);
      updateMatch(match, ({ asked: { [id]: now } }) => {
        now.connection = this.#connection;
        if (now.deck === "none") now.deck = rule;
      });
      return;
    }
    keepAsked(message, { ...asked, connection: this.#connection, deck: rule });
  }
}
