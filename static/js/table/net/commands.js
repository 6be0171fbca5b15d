/** Commands to the table, and the account of those that have no reply yet. */
import { signal } from "@preact/signals";
import { refusal } from "../core/store.js";

/** @import { Command, ComposedMessage, DoneMessage, RefusedMessage } from "../../messages.js" */

/** The commands without a reply, by id. */
export const pending = signal(new Map());

const waiting = new Map();
const quiet = new Set();
/** @type {Map<string, ComposedMessage>} */
const composed = new Map();
/** @type {{send(command: Command): void} | null} */
let socket = null;

/** @param {{send(command: Command): void}} tableSocket */
export function connectCommands(tableSocket) {
  socket = tableSocket;
}

/**
 * True if a command of this type is without a reply; its button is locked.
 * @param {string} type
 */
export function isPending(type) {
  for (const command of pending.value.values()) if (command.type === type) return true;
  return false;
}

/**
 * Sends a command. Resolves to null when it was done, to the refusal when it was not.
 * @param {string} type
 * @param {object} [fields]
 * @returns {Promise<RefusedMessage | null>}
 */
export function sendCommand(type, fields = {}) {
  const id = newId();
  const command = { type, id, ...fields };
  pending.value = new Map(pending.value).set(id, command);
  return send(command);
}

/**
 * Sends a command of the page's own: no button waits for the reply, and a refusal is not shown.
 * @param {string} type
 * @param {object} [fields]
 * @returns {Promise<RefusedMessage | null>}
 */
export function sendQuietly(type, fields = {}) {
  const command = { type, id: newId(), ...fields };
  quiet.add(command.id);
  return send(command);
}

/**
 * Asks for the next step of an answer that is composed. Resolves to that, or to the refusal.
 * @param {string} key of the prompt
 * @param {any[][]} picks for each step so far
 * @returns {Promise<ComposedMessage | RefusedMessage>}
 */
export async function askForStep(key, picks) {
  const id = newId();
  const command = { type: "compose", id, key, picks };
  pending.value = new Map(pending.value).set(id, command);
  const refused = await send(command);
  const answer = composed.get(id);
  composed.delete(id);
  if (refused) return refused;
  if (!answer) throw new Error("a step was answered without its content");
  return answer;
}

/**
 * Takes in the content of a step; its `done` follows.
 * @param {ComposedMessage} message
 */
export function receiveStep(message) {
  if (waiting.has(message.id)) composed.set(message.id, message);
}

/**
 * @param {Command} command
 * @returns {Promise<RefusedMessage | null>}
 */
function send(command) {
  return new Promise((resolve) => {
    waiting.set(command.id, resolve);
    /** @type {{send(command: Command): void}} */ (socket).send(command);
  });
}

/**
 * Takes in a reply. Returns whether people should see it.
 * @param {DoneMessage | RefusedMessage} reply
 */
export function settleCommand(reply) {
  if (quiet.delete(reply.id)) {
    resolveReply(reply);
    return false;
  }
  const left = new Map(pending.value);
  left.delete(reply.id);
  pending.value = left;
  refusal.value = reply.type === "refused" ? reply : null;
  resolveReply(reply);
  return true;
}

/** @param {DoneMessage | RefusedMessage} reply */
function resolveReply(reply) {
  waiting.get(reply.id)?.(reply.type === "refused" ? reply : null);
  waiting.delete(reply.id);
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
