/**
 * The socket of one table: heartbeats, detection of silence, reconnection with jitter, and repeated
 * commands.
 */

import { addressOf } from "../../site/build.js";

/** @import { Command } from "../../messages.js" */
/** @import { Bye, ServerMessage } from "../../records.js" */
/** @import { ConnectionState } from "../core/store.js" */

const HEARTBEAT_MS = 2000;
/** Within this time of the last message the server need not be pinged. */
const RECENT_MS = 3000;
const SILENCE_MS = 7000;
/** A handshake that takes longer is given up. */
const HANDSHAKE_MS = 6000;
/** An attempt younger than this is not replaced when the page comes back. */
const YOUNG_MS = 1000;
const RESEND_MS = 2500;
/** An answer that is older is not sent again by a page that was loaded anew. */
const KEPT_MS = 120_000;
/** A table that moved to another machine is back sooner; until then nobody need hear of it. */
const MOVED_MS = 2000;
const MAX_BACKOFF_MS = 8000;
/** The place in a socket's address for the process that runs the table. */
const OWNER = /(\/at\/[^/]+)?(?=\/ws\/)/;
/** @typedef {{command: Command, said: number}} Waiting */

/** @type {Record<number, [string, string]>} */
const FINAL_CODES = {
  4401: ["signed-out", "You are signed out."],
  4403: ["not-allowed", "This page can’t connect to the table. Open it from the home page again."],
  4404: ["room-gone", "This table no longer exists."],
};

/**
 * The address of the heartbeat worker. Where the browser knows Trusted Types, it takes only one
 * that the policy made, and the policy makes no other.
 */
function workerAddress() {
  const address = addressOf("js/table/net/heartbeat_worker.js");
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy("heartbeat", {
    createScriptURL: () => address,
  });
  return policy?.createScriptURL("") ?? address;
}

/** A page may create it once. */
let policy;

export class TableSocket {
  #url;
  /** The name under which the tab keeps answers of this person at this table. */
  #kept;
  #onMessage;
  #onState;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #unanswered = new Map();
  #receivedAt = 0;
  #pingedAt = 0;
  #openedAt = 0;
  #beatAt = Date.now();
  #attempt = 0;
  /** @type {Bye | null} */
  #bye = null;
  #reconnectTimer = 0;
  #movedTimer = 0;
  #silent = false;
  #ended = false;

  /**
   * @param {{url: string, person: string | null, onMessage: (message: ServerMessage) => void,
   *   onState: (state: ConnectionState) => void}} options `person`: who answers here
   */
  constructor({ url, person, onMessage, onState }) {
    this.#url = url;
    this.#kept = `${url} ${person}`;
    this.#onMessage = onMessage;
    this.#onState = onState;
    for (const command of this.#recall()) this.#unanswered.set(command.id, { command, said: 0 });
    this.#startHeartbeat();
    addEventListener("online", () => this.#reconnectNow());
    addEventListener("offline", () => this.#goOffline());
    addEventListener("focus", () => this.#reconnectNow());
    document.addEventListener("resume", () => this.#reconnectNow()); // a frozen page goes on
    document.addEventListener("visibilitychange", () => document.hidden || this.#reconnectNow());
  }

  open() {
    clearTimeout(this.#reconnectTimer);
    this.#ended = false;
    this.#bye = null;
    this.#pingedAt = 0;
    this.#silent = false;
    this.#openedAt = Date.now();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    setTimeout(() => this.#giveUpStalled(socket), HANDSHAKE_MS);
    socket.onopen = () => {
      clearTimeout(this.#movedTimer);
      this.#onState({ phase: "open" });
      for (const waiting of this.#unanswered.values()) this.#transmit(waiting);
    };
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.#socket && this.#connectionLost(event.code);
  }

  /**
   * Sends a command; it is repeated under the same id until a reply names it.
   * @param {Command} command
   */
  send(command) {
    const waiting = { command, said: 0 };
    this.#unanswered.set(command.id, waiting);
    if (command.type === "play") this.#keep();
    this.#transmit(waiting);
  }

  /** The answers that this page sent before it was loaded again, and that have no reply yet. */
  get restored() {
    return [...this.#unanswered.values()].map(({ command }) => command);
  }

  /** @returns {Command[]} */
  #recall() {
    try {
      const { at, commands } = JSON.parse(sessionStorage.getItem(this.#kept) ?? "null") ?? {};
      return Date.now() - at < KEPT_MS ? commands : [];
    } catch {
      return [];
    }
  }

  /** Notes the answers without a reply, so that a reload loses none and repeats none. */
  #keep() {
    const commands = this.restored.filter(({ type }) => type === "play");
    try {
      if (commands.length)
        sessionStorage.setItem(this.#kept, JSON.stringify({ at: Date.now(), commands }));
      else sessionStorage.removeItem(this.#kept);
    } catch {
      // They last as long as the page.
    }
  }

  /** @param {Waiting} waiting */
  #transmit(waiting) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    waiting.said = Date.now();
    this.#socket.send(JSON.stringify(waiting.command));
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#receivedAt = Date.now();
    this.#pingedAt = 0;
    this.#attempt = 0;
    if (this.#silent) this.#onState({ phase: "open" });
    this.#silent = false;
    if (message.type === "bye") this.#bye = message;
    if ((message.type === "bye" || message.type === "welcome") && message.at)
      this.#url = this.#url.replace(OWNER, `/at/${message.at}`);
    if ((message.type === "done" || message.type === "refused") && message.id) {
      const type = this.#unanswered.get(message.id)?.command.type;
      this.#unanswered.delete(message.id);
      if (type === "play") this.#keep();
    }
    this.#onMessage(message);
  }

  /** @param {number} code */
  #connectionLost(code) {
    const [final, text] = FINAL_CODES[code] ?? [];
    if (final || (this.#bye && this.#bye.retry_in === null)) {
      this.#ended = true;
      this.#onState({
        phase: "ended",
        code: this.#bye?.code ?? final,
        text: this.#bye?.text ?? text,
      });
      return;
    }
    const wait =
      this.#bye?.retry_in ?? Math.random() * Math.min(MAX_BACKOFF_MS, 250 * 2 ** this.#attempt);
    this.#attempt += 1;
    const why =
      this.#bye?.text ??
      (navigator.onLine
        ? "The connection was lost. Reconnecting."
        : "You’re offline. Reconnecting as soon as you’re back online.");
    /** @type {ConnectionState} */
    const lost = {
      phase: "lost",
      code: this.#bye?.code ?? "lost",
      text: why,
      at: Date.now() + wait,
    };
    clearTimeout(this.#movedTimer);
    if (this.#bye?.code === "moved")
      this.#movedTimer = setTimeout(() => this.#ended || this.#onState(lost), MOVED_MS);
    else this.#onState(lost);
    this.#reconnectTimer = setTimeout(() => this.open(), wait);
  }

  /**
   * Ends an attempt without an answer, as if the connection had been lost.
   * @param {WebSocket} socket
   */
  #giveUpStalled(socket) {
    if (socket !== this.#socket || socket.readyState !== WebSocket.CONNECTING) return;
    this.#drop(socket);
    this.#connectionLost(1006);
  }

  /**
   * Closes a socket whose later events no longer count.
   * @param {WebSocket} socket
   */
  #drop(socket) {
    this.#socket = null;
    socket.close();
  }

  /**
   * Acts on a tick. One that comes late on a page in sight means that the device slept: not every
   * browser says so.
   */
  #tick() {
    const late = Date.now() - this.#beatAt > SILENCE_MS && !document.hidden;
    this.#beatAt = Date.now();
    if (late) this.#reconnectNow();
    else this.#heartbeat();
  }

  /**
   * Sends one heartbeat: a ping where nothing was received lately or `mustKnow`, a sign of life
   * otherwise.
   */
  #heartbeat(mustKnow = false) {
    const socket = this.#socket;
    const now = Date.now();
    if (socket && now - this.#openedAt > HANDSHAKE_MS) this.#giveUpStalled(socket);
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (this.#pingedAt && now - this.#pingedAt > SILENCE_MS) {
      this.#drop(socket);
      this.#connectionLost(1006);
      return;
    }
    if (this.#pingedAt && !this.#silent) {
      this.#silent = true;
      this.#onState({ phase: "silent", text: "The server isn’t answering." });
    }
    if (mustKnow || this.#pingedAt || now - this.#receivedAt > RECENT_MS) {
      this.#pingedAt ||= now;
      socket.send('{"type":"ping"}');
    } else {
      socket.send('{"type":"heartbeat"}');
    }
    for (const waiting of this.#unanswered.values())
      if (now - waiting.said > RESEND_MS) this.#transmit(waiting);
  }

  #startHeartbeat() {
    try {
      const worker = new Worker(workerAddress());
      worker.onmessage = () => this.#tick();
      worker.onerror = () => setInterval(() => this.#tick(), HEARTBEAT_MS);
    } catch {
      setInterval(() => this.#tick(), HEARTBEAT_MS);
    }
  }

  /** Acts on the browser's word that there is no network: nothing will come on this socket. */
  #goOffline() {
    if (this.#ended || !this.#socket) return;
    this.#drop(this.#socket);
    this.#connectionLost(1006);
  }

  /** Acts on a sign that the network or the viewer is back. */
  #reconnectNow() {
    if (this.#ended) return;
    const socket = this.#socket;
    const now = Date.now();
    if (socket?.readyState === WebSocket.OPEN) {
      if (now - Math.max(this.#receivedAt, this.#openedAt) < SILENCE_MS) {
        this.#heartbeat(true);
        return;
      }
      this.#drop(socket); // the page slept: it would wait for the answer of a dead line
    }
    if (socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.#openedAt < YOUNG_MS) return;
      this.#drop(socket);
    }
    this.open();
  }
}
