/** What this page knows, as signals: the connection, the room, the newest frame, the log, the chat. */
import { computed, signal } from "@preact/signals";
import { wholeView } from "./defaults.js";
import { kept } from "./name.js";

const LOG_LINES = 600;
const CHAT_LINES = 300;

export const link = signal({ phase: "joining" });
export const room = signal(null);
export const frame = signal(null);
/** Events with their sentences, oldest first: {event, text, id}. */
export const log = signal([]);
/** The events that came with the newest frame; a first frame's are history and not listed here. */
export const fresh = signal([]);
export const chat = signal([]);
/** The last refusal: {code, reason, text}; cleared by the next success, and when something else is asked. */
export const refusal = signal(null);
/** Milliseconds to add to this device's clock to get the server's. */
export const offset = signal(0);

export const me = computed(
  () => room.value?.people.find((person) => person.id === room.value.you) ?? null,
);
export const mySeat = computed(
  () =>
    room.value?.seats.find((seat) => seat.person !== null && seat.person === room.value.you) ??
    null,
);
export const isHost = computed(
  () => room.value !== null && room.value.you !== null && room.value.host === room.value.you,
);
export const acting = computed(() => room.value?.acting ?? true);

let logId = 0;
let chatIsOld = true;

export function connected() {
  chatIsOld = true;
}

/** Takes one notice in; answers to commands are the business of commands.js. */
export function receive(notice) {
  switch (notice.type) {
    case "room":
      if (room.value !== null && room.value.game !== notice.game) clearTable();
      room.value = notice;
      return;
    case "frame":
      receiveFrame(notice);
      return;
    case "chat":
      chat.value = [...(chatIsOld ? [] : chat.value), ...notice.lines.map(readable)].slice(
        -CHAT_LINES,
      );
      chatIsOld = false;
      return;
    case "pong":
      offset.value = notice.now - Date.now();
      return;
    default:
      throw new Error(`a notice of an unknown type: ${notice.type}`);
  }
}

/** Another game is chosen, whose module could not show what is left of the last one. */
function clearTable() {
  frame.value = null;
  log.value = [];
  fresh.value = [];
}

function receiveFrame(notice) {
  const told = notice.events.map((line) => ({
    ...line,
    text: kept(line.text, notice.names),
    id: ++logId,
  }));
  const first = notice.n === 1 || notice.match !== frame.value?.match;
  log.value = first ? told : [...log.value, ...told].slice(-LOG_LINES);
  fresh.value = first ? [] : told;
  offset.value = notice.now - Date.now();
  if (notice.prompt !== null && notice.prompt.key !== frame.value?.prompt?.key)
    refusal.value = null;
  frame.value = {
    ...notice,
    ask: kept(notice.ask, notice.names),
    view: wholeView(room.value.game, notice.view),
  };
}

/** A line of the house names whom it speaks of. */
function readable(line) {
  if (line.person !== null) return line;
  return {
    ...line,
    text: kept(
      line.text,
      [...room.value.people, ...room.value.seats].map((one) => one.name),
    ),
  };
}
