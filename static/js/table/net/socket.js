/** One connection to a table: signs of life, silence, coming back with jitter, and saying again what was never answered. */

const BEAT = 2000;
/** Whoever was heard so lately need not be asked whether they are there. */
const LATELY = 3000;
const SILENCE = 7000;
const SAY_AGAIN = 2500;
const LONGEST_WAIT = 8000;
const FINAL_CODES = {
  4401: ["signed-out", "You are signed out."],
  4403: ["not-allowed", "This page may not connect to the table."],
  4404: ["room-gone", "This table is no longer there."],
};

export class TableSocket {
  #url;
  #onNotice;
  #onState;
  #socket = null;
  #unanswered = new Map();
  #heard = 0;
  #pinged = 0;
  #attempt = 0;
  #bye = null;
  #return = 0;
  #ended = false;

  /** `notice` gets every notice; `state` gets {phase: "joining" | "open" | "lost" | "ended", code, text, at}. */
  constructor({ url, notice, state }) {
    this.#url = url;
    this.#onNotice = notice;
    this.#onState = state;
    this.#startPulse();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  open() {
    clearTimeout(this.#return);
    this.#ended = false;
    this.#bye = null;
    this.#pinged = 0;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#onState({ phase: "open" });
      for (const waiting of this.#unanswered.values()) this.#transmit(waiting);
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code);
  }

  /** Sends a command; it is repeated under the same id until a Done or a Refused names it. */
  say(command) {
    const waiting = { command, said: 0 };
    this.#unanswered.set(command.id, waiting);
    this.#transmit(waiting);
  }

  #transmit(waiting) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    waiting.said = Date.now();
    this.#socket.send(JSON.stringify(waiting.command));
  }

  #hear(notice) {
    this.#heard = Date.now();
    this.#pinged = 0;
    this.#attempt = 0;
    if (notice.type === "bye") this.#bye = notice;
    if (notice.type === "done" || notice.type === "refused") this.#unanswered.delete(notice.id);
    this.#onNotice(notice);
  }

  #lose(code) {
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
      this.#bye?.retry_in ?? Math.random() * Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempt);
    this.#attempt += 1;
    const why =
      this.#bye?.text ??
      (navigator.onLine
        ? "The connection broke; coming back."
        : "You are offline; coming back as soon as the network does.");
    this.#onState({
      phase: "lost",
      code: this.#bye?.code ?? "lost",
      text: why,
      at: Date.now() + wait,
    });
    this.#return = setTimeout(() => this.open(), wait);
  }

  /** The table hears of us with every beat, and answers when we have heard nothing lately, or must know now. */
  #beat(mustKnow = false) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const now = Date.now();
    if (this.#pinged && now - this.#pinged > SILENCE) {
      this.#socket = null;
      socket.close();
      this.#lose(1006);
      return;
    }
    if (mustKnow || this.#pinged || now - this.#heard > LATELY) {
      this.#pinged ||= now;
      socket.send('{"type":"ping"}');
    } else {
      socket.send('{"type":"here"}');
    }
    for (const waiting of this.#unanswered.values())
      if (now - waiting.said > SAY_AGAIN) this.#transmit(waiting);
  }

  #startPulse() {
    try {
      const worker = new Worker(new URL("./heartbeat_worker.js", import.meta.url));
      worker.onmessage = () => this.#beat();
      worker.onerror = () => setInterval(() => this.#beat(), BEAT);
    } catch {
      setInterval(() => this.#beat(), BEAT);
    }
  }

  #hurry() {
    if (this.#ended) return;
    const state = this.#socket?.readyState;
    if (state === WebSocket.OPEN) this.#beat(true);
    else if (state !== WebSocket.CONNECTING) this.open();
  }
}
