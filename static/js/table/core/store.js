/**
 * The state of this page as signals: the connection, the room, the newest frame, the log and the
 * chat.
 */
import { batch, computed, signal } from "@preact/signals";
import { fullView } from "./defaults.js";
import { noteLeftOut } from "./left_out.js";
import { isolateNames, renamed } from "./name.js";
import { unheardOf } from "./unheard.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Frame, FrameMessage, LogLine } from "../../messages.js" */
/** @import { ChatLine, Refused, RoomShown, ServerMessage } from "../../records.js" */

/**
 * @typedef {object} ConnectionState
 * @property {"joining" | "open" | "silent" | "lost" | "ended"} phase silent: open, but a ping has
 *   no answer
 * @property {string} [code]
 * @property {string} [text]
 * @property {number} [at] the time of the next attempt
 */

const LOG_LINES = 600;
const CHAT_LINES = 300;

/** @type {Signal<ConnectionState>} */
export const connection = signal({ phase: "joining" });
/** @type {Signal<RoomShown | null>} */
export const room = signal(null);
/** @type {Signal<Frame | null>} */
export const frame = signal(null);
/**
 * The event lines, oldest first.
 * @type {Signal<LogLine[]>}
 */
export const log = signal([]);
/**
 * The events of the newest frame. Those of a first frame are history and not listed here.
 * @type {Signal<LogLine[]>}
 */
export const newEvents = signal([]);
/**
 * The lines to announce: those of the newest frame, and of a first frame those that are news here.
 * @type {Signal<LogLine[]>}
 */
export const unheard = signal([]);
/** @type {Signal<ChatLine[]>} */
export const chat = signal([]);
/**
 * The people of whom this person hears nothing.
 * @type {Signal<{muted: string[], blocked: string[], silenced_until: number | null}>}
 */
export const mutes = signal({ muted: [], blocked: [], silenced_until: null });
/**
 * The last refusal. The next success or the next question clears it.
 * @type {Signal<Refused | null>}
 */
export const refusal = signal(null);
/** Milliseconds to add to this device's clock to get the server's. */
export const clockOffset = signal(0);

export const me = computed(
  () => room.value?.people.find((person) => person.id === room.value?.you) ?? null,
);
export const mySeat = computed(
  () =>
    room.value?.seats.find((seat) => seat.person !== null && seat.person === room.value?.you) ??
    null,
);
export const isHost = computed(
  () => room.value !== null && room.value.you !== null && room.value.host === room.value.you,
);
/** True for the host, and false for a deputy, who changes nothing that outlives the evening. */
export const keepsRoom = computed(() => isHost.value && room.value?.host_away === null);
/** The clocks that give hours or days, so that nobody has to be there. */
export const SLOW = ["hours", "day", "days"];
export const isSlow = computed(() => SLOW.includes(room.value?.clock ?? ""));
/** True while the server answers; until then buttons that need it rest. */
export const connected = computed(() => connection.value.phase === "open");
/** The open question to this seat; null: none, a pause, or the end. */
export const questionKey = computed(() => {
  const now = frame.value;
  if (connection.value.phase === "ended" || !now?.prompt || now.paused || now.outcome !== null)
    return null;
  return `${now.match}:${now.prompt.key}`;
});
export const acting = computed(() => room.value?.acting ?? true);

/**
 * The room, for components that are shown only inside one.
 * @returns {RoomShown}
 */
export function requireRoom() {
  if (room.value === null) throw new Error("no room yet");
  return room.value;
}

let logId = 0;
let chatIsOld = true;

/** Notes a new connection: the next chat message has the whole chat. */
export function markConnected() {
  chatIsOld = true;
}

/**
 * Takes in one server message; replies to commands go to net/commands.js.
 * @param {ServerMessage} message
 */
export function receiveMessage(message) {
  switch (message.type) {
    case "room":
      if (room.value !== null && room.value.game !== message.game) clearTable();
      room.value = message;
      return;
    case "frame":
      receiveFrame(message);
      return;
    case "chat": {
      const before = chatIsOld || message.whole ? [] : chat.value;
      chat.value = [...before, ...message.lines.map(readableChatLine)].slice(-CHAT_LINES);
      chatIsOld = false;
      return;
    }
    case "mutes":
      mutes.value = message;
      return;
    case "pong":
      clockOffset.value = message.now - Date.now();
      return;
    default:
      noteLeftOut(new Error(`a message of an unknown type: ${message.type}`));
  }
}

/**
 * Empties the table when another game is chosen: its module could not show what is left of the last
 * one.
 */
function clearTable() {
  frame.value = null;
  log.value = [];
  newEvents.value = [];
  unheard.value = [];
}

/** @param {FrameMessage} message */
const receiveFrame = (message) => batch(() => takeFrame(message));

/** @param {FrameMessage} message */
function takeFrame(message) {
  const lines = message.events.map((line) => ({
    ...line,
    text: isolateNames(line.text, message.names),
    id: ++logId,
  }));
  const sameMatch = message.match === frame.value?.match;
  const first = message.n === 1 || !sameMatch;
  const told = sameMatch ? renamed(log.value, frame.value?.names ?? [], message.names) : [];
  unheard.value = first ? unheardOf(told, lines) : lines;
  log.value = first ? lines : [...told, ...lines].slice(-LOG_LINES);
  newEvents.value = first ? [] : lines;
  clockOffset.value = message.now - Date.now();
  if (message.prompt !== null && message.prompt.key !== frame.value?.prompt?.key)
    refusal.value = null;
  frame.value = {
    ...message,
    prompt_text: isolateNames(message.prompt_text, message.names),
    view: fullView(requireRoom().game, message.view),
  };
}

/**
 * A line of the server may name people, whose names are isolated.
 * @param {ChatLine} line
 */
function readableChatLine(line) {
  if (line.person !== null) return line;
  return {
    ...line,
    text: isolateNames(
      line.text,
      [...requireRoom().people, ...requireRoom().seats].map((one) => one.name),
    ),
  };
}
