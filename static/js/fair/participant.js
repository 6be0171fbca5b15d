/** One browser's part in shuffles: drawn, sealed and opened, for one connection at a time. */
import { recallMatch, updateMatch } from "./memory.js";
import { ownParts, sameSeals, sealOf } from "./parts.js";
import { hex, seal } from "./shuffle.js";

/** @import { Lie } from "./types.js" */
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
    const { seat, refused, sealed, opening } = message;
    if (seat === null || refused.includes(seat)) return;
    const id = `${message.number}.${message.attempt}`;
    if (!sealed.includes(seat)) {
      if (!opening) this.#seal(message, id, seat);
    } else if (opening) this.#open(message, id, seat);
  }

  /** Seals a part that is drawn anew for every connection. */
  async #seal({ match, number, attempt, commitment }, id, seat) {
    if (this.#sent.has(`seal ${match} ${id}`)) return;
    this.#sent.add(`seal ${match} ${id}`);
    const entropy = crypto.getRandomValues(new Uint8Array(32));
    updateMatch(match, (kept) => {
      const earlier = ownParts(kept, id, seat).slice(0, EARLIER);
      if (earlier.length) kept.earlier = { ...kept.earlier, [id]: earlier };
      kept.parts[id] = { seat, entropy: hex(entropy), opened: false, commitment };
    });
    const sealed = seal(match, number, attempt, seat, entropy);
    await this.#send("seal", { match, number, attempt, seal: sealed });
  }

  /** Opens the part that was sealed: under one promise, and among one set of seals only. */
  async #open(message, id, seat) {
    const { match, number, attempt, seals, commitment } = message;
    const part = ownParts(recallMatch(match), id, seat).find(
      ({ entropy }) => sealOf(message, seat, entropy) === seals[seat],
    );
    if (!part || (part.commitment ?? commitment) !== commitment) return;
    if (part.seals && !sameSeals(part.seals, seals)) {
      const says = "The server used a part of yours again that you had opened before.";
      this.#addLie(match, { says, number, attempt, promised: part.seals, shown: seals });
      return;
    }
    if (part.opened || this.#sent.has(`open ${match} ${id}`)) return;
    this.#sent.add(`open ${match} ${id}`);
    const note = (opened) =>
      updateMatch(match, (kept) => {
        const own = ownParts(kept, id, seat).find(({ entropy }) => entropy === part.entropy);
        if (own) Object.assign(own, { seals, opened });
      });
    note(false);
    const refusal = await this.#send("open", { match, number, attempt, entropy: part.entropy });
    if (refusal === null) note(true);
  }
}
