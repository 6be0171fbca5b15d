/** One browser's part in shuffles: drawn, sealed and opened, for one connection at a time. */
import { hex } from "./hashing.js";
import { keepHeard, recallMatch, updateMatch } from "./memory.js";
import { ownParts, sealOf } from "./parts.js";
import { askOf, sealOf as sealed } from "./shuffle.js";

/** @import { KeptAsked, Lie } from "./types.js" */
/** @import { ShuffleMessage } from "../messages.js" */

/** @typedef {(type: string, fields: object) => Promise<object | null>} Send */

const EARLIER = 8; // parts kept of one attempt, beside the newest

export class Participant {
  #send;
  #addLie;
  #willing = false; // this connection has said that it takes part
  #sent = new Set(); // commands on their way, by subject

  /**
   * @param {Send} send
   * @param {(match: string, lie: Lie) => void} addLie
   */
  constructor(send, addLie) {
    this.#send = send;
    this.#addLie = addLie;
  }

  /** Begins anew on a new connection: whatever was not answered may never have arrived. */
  reconnected() {
    this.#sent.clear();
    this.#willing = false;
  }

  /** Says once on each connection that it takes part. */
  offer() {
    if (this.#willing) return;
    this.#willing = true;
    this.#send("join-shuffles", {});
  }

  /**
   * Seals or opens, whichever is due.
   * @param {ShuffleMessage} message
   */
  takePart(message) {
    const { seat, refused, sealed: sealing, opening, due } = message;
    if (seat === null || refused.includes(seat)) return;
    const id = `${message.number}.${message.attempt}`;
    if (!opening && !sealing.includes(seat)) this.#seal(message, id, seat);
    if (opening && due !== null) this.#open(message, id, seat);
  }

  /**
   * Seals a part that is drawn anew for every connection.
   * @param {ShuffleMessage} message
   * @param {string} id
   * @param {number} seat
   */
  async #seal({ match, number, attempt }, id, seat) {
    if (this.#sent.has(`seal ${match} ${id}`)) return;
    this.#sent.add(`seal ${match} ${id}`);
    const entropy = crypto.getRandomValues(new Uint8Array(32));
    updateMatch(match, (kept) => {
      const earlier = ownParts(kept, id, seat).slice(0, EARLIER);
      if (earlier.length) kept.earlier = { ...kept.earlier, [id]: earlier };
      kept.parts[id] = { seat, entropy: hex(entropy), opened: false };
    });
    const seal = sealed(match, number, attempt, seat, entropy);
    await this.#send("seal", { match, number, attempt, seal });
  }

  /**
   * Opens the part that was sealed, for one `ask` only.
   * @param {ShuffleMessage} message
   * @param {string} id
   * @param {number} seat
   */
  async #open(message, id, seat) {
    const { match, number, attempt } = message;
    const kept = recallMatch(match);
    const asked = kept.asked[id];
    const part = ownParts(kept, id, seat).find(
      ({ entropy }) => sealOf(message, seat, entropy) === asked?.seals[seat],
    );
    if (!part) return;
    const ask = askOf(asked);
    if (part.ask !== undefined && part.ask !== ask) {
      const says = "The server used a part of yours again that you had opened before.";
      this.#addLie(match, { says, number, attempt, promised: part.ask, shown: ask });
      return;
    }
    const subject = `open ${match} ${id}`; // said anew on each connection: a crash forgets it
    if (this.#sent.has(subject)) return;
    this.#sent.add(subject);
    /** @param {boolean} opened */
    const note = (opened) =>
      updateMatch(match, (now) => {
        const own = ownParts(now, id, seat).find(({ entropy }) => entropy === part.entropy);
        if (own) Object.assign(own, { ask, opened });
      });
    note(false);
    const opening = { match, number, attempt, entropy: part.entropy, ask };
    keepHeard(match, number, { type: "open", ...opening });
    if ((await this.#send("open", opening)) === null) note(true);
    else this.#sent.delete(subject);
  }
}
