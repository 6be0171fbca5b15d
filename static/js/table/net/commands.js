/** Says commands to the table and keeps account of those that are still unanswered. */
import { signal } from "@preact/signals";
import { refusal } from "../core/store.js";

/** The commands on their way, by id. */
export const pending = signal(new Map());

const waiting = new Map();
const quiet = new Set();
let socket = null;

export function connectCommands(tableSocket) {
  socket = tableSocket;
}

/** Whether a command of this type is on its way; its button is locked. */
export function busy(type) {
  for (const command of pending.value.values()) if (command.type === type) return true;
  return false;
}

/** Says a command; resolves to null when it was done, to the refusal when it was not. */
export function tell(type, fields = {}) {
  const id = newId();
  const command = { type, id, ...fields };
  pending.value = new Map(pending.value).set(id, command);
  return said(command);
}

/** The same for what the page says by itself: no button waits for the answer, and a refusal is nobody's mistake. */
export function tellQuietly(type, fields = {}) {
  const command = { type, id: newId(), ...fields };
  quiet.add(command.id);
  return said(command);
}

function said(command) {
  return new Promise((resolve) => {
    waiting.set(command.id, resolve);
    socket.say(command);
  });
}

/** Takes a Done or a Refused in; whether it is for people to see. */
export function answered(notice) {
  if (quiet.delete(notice.id)) {
    settle(notice);
    return false;
  }
  const left = new Map(pending.value);
  left.delete(notice.id);
  pending.value = left;
  refusal.value = notice.type === "refused" ? notice : null;
  settle(notice);
  return true;
}

function settle(notice) {
  waiting.get(notice.id)?.(notice.type === "refused" ? notice : null);
  waiting.delete(notice.id);
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
