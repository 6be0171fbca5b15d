/**
 * A server of another build than this page. Its rooms and frames are not drawn here: the page
 * reloads itself when nobody is asked or writes here. Where that may not help, it says so.
 */
import { signal } from "@preact/signals";
import { html } from "../../html.js";
import { build } from "../../site/build.js";
import { mayReload, reloadFor } from "../../site/reload.js";
import { frame } from "../core/store.js";
import { pending } from "../net/commands.js";

/** @import { Frame } from "../../messages.js" */
/** @import { RoomShown, ServerMessage } from "../../records.js" */
/** @typedef {"same" | "waits" | "stays"} State "waits": for a moment to reload */

/** After a click beside a text field, its button comes before a reload. */
const CLICK_MS = 1000;

/** @type {import("@preact/signals").Signal<State>} */
const state = signal("same");
let serverBuild = "";
/** True while the question on the screen is open. */
let asked = false;
/** True once a question is open that is not on the screen. */
let overtaken = false;

/**
 * Takes in a message that this page must not draw, and returns true; false: it is for the page.
 * @param {ServerMessage} message
 */
export function setAside(message) {
  if (message.type === "welcome") {
    compare(message.build);
    return true;
  }
  if (state.value !== "waits" || (message.type !== "room" && message.type !== "frame"))
    return false;
  if (message.type === "frame") noteQuestion(message);
  else if (message.stage !== "playing" || message.paused) asked = false;
  return true;
}

/** Reloads the page if it waits for that and nobody is disturbed. Call it after each message. */
export function reloadWhenFree() {
  if (state.value !== "waits") return;
  if (overtaken || !(asked || pending.value.size || isWriting())) reloadFor(serverBuild);
}

addEventListener("focusout", () => setTimeout(reloadWhenFree, CLICK_MS));

/** @param {string} theirs */
function compare(theirs) {
  serverBuild = theirs;
  state.value = theirs === build() ? "same" : mayReload(theirs) ? "waits" : "stays";
  asked = questionsOf(frame.value).length > 0;
  overtaken = false;
}

/** @param {Frame} next */
function noteQuestion(next) {
  const shown = questionsOf(frame.value);
  const open = questionsOf(next);
  asked = open.some((key) => shown.includes(key));
  overtaken = open.some((key) => !shown.includes(key));
}

/**
 * The keys of the open questions; none in a pause. An offer is no question.
 * @param {Frame | null} seen
 */
function questionsOf(seen) {
  if (seen === null || seen.paused) return [];
  const prompts = [seen.prompt, ...(seen.more ?? []).map(({ prompt }) => prompt)];
  return prompts.flatMap((prompt) =>
    prompt === null || prompt.offer ? [] : [`${seen.match}:${prompt.key}`],
  );
}

/** True while a text field with words in it has the focus. */
function isWriting() {
  const field = document.activeElement;
  return (
    (field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && ["text", "number"].includes(field.type))) &&
    field.value !== ""
  );
}

export function OtherBuild() {
  if (state.value === "same") return null;
  return html`<div class="notice brass">
    <b>New version</b>
    <span>
      ${
        state.value === "waits"
          ? "The server was updated. This page reloads when you have answered or stopped writing."
          : "The server has another version than this page. Some things may look wrong."
      }
    </span>
    <button type="button" class="button" onClick=${() => location.reload()}>Reload</button>
  </div>`;
}
