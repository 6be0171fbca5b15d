/** Commands to the table, and the account of those that have no reply yet. */
import { signal } from "@preact/signals";
import { refusal } from "../core/store.js";

/** @import { Command } from "../../messages.js" */
/** @import { CardExplained, Composed, Done, HintShown, Refused } from "../../records.js" */

/**
 * The answer to each kind of question.
 * @typedef {{compose: Composed, hint: HintShown, explain: CardExplained}} Answers
 */
/** @typedef {Answers[keyof Answers]} Answer */

/** The commands without a reply, by id. */
export const pending = signal(new Map());

const waiting = new Map();
/** @type {Map<string, Answer>} */
const answers = new Map();
/** @type {{send(command: Command): void} | null} */
let socket = null;

/** @param {{send(command: Command): void, restored: Command[]}} tableSocket */
export function connectCommands(tableSocket) {
  socket = tableSocket;
  pending.value = new Map(tableSocket.restored.map((command) => [command.id, command]));
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
 * @returns {Promise<Refused | null>}
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
 * @returns {Promise<Refused | null>}
 */
export function sendQuietly(type, fields = {}) {
  return send({ type, id: newId(), ...fields });
}

/**
 * Asks a question that changes nothing. Resolves to its answer, or to the refusal.
 * @template {keyof Answers} T
 * @param {T} type
 * @param {object} fields
 * @param {boolean} [silent] as `sendQuietly`
 * @returns {Promise<Answers[T] | Refused>}
 */
export async function request(type, fields, silent = false) {
  const id = newId();
  const command = { type, id, ...fields };
  if (!silent) pending.value = new Map(pending.value).set(id, command);
  const refused = await send(command);
  const answer = answers.get(id);
  answers.delete(id);
  if (refused) return refused;
  if (!answer) throw new Error(`${type} was answered without its content`);
  return /** @type {Answers[T]} */ (answer);
}

/**
 * Asks for the next step of an answer that is composed.
 * @param {string} key of the prompt
 * @param {(string | number)[][]} picks for each step so far
 * @returns {Promise<Composed | Refused>}
 */
export const askForStep = (key, picks) => request("compose", { key, picks });

/**
 * Takes in the answer to a question; its `done` follows.
 * @param {Answer} message
 */
export function receiveAnswer(message) {
  if (waiting.has(message.id)) answers.set(message.id, message);
}

/**
 * @param {Command} command
 * @returns {Promise<Refused | null>}
 */
function send(command) {
  return new Promise((resolve) => {
    waiting.set(command.id, resolve);
    /** @type {{send(command: Command): void}} */ (socket).send(command);
  });
}

/**
 * Takes in a reply. Returns whether people should see it: only what a person asked for, and once,
 * since a command that was repeated has two replies. A reply without an id is to no command.
 * @param {Done | Refused} reply
 */
export function settleCommand(reply) {
  const left = new Map(pending.value);
  const shown = left.delete(reply.id) || !reply.id;
  if (shown) {
    pending.value = left;
    refusal.value = reply.type === "refused" ? reply : null;
  }
  waiting.get(reply.id)?.(reply.type === "refused" ? reply : null);
  waiting.delete(reply.id);
  return shown;
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
