/** The chat: its lines, the field, and muted players. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { chat, clockOffset, mutes, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { ReactionButtons } from "../portraits/reactions.js";
import { useStickToBottom } from "./log.js";
import { MuteButton } from "./mutes.js";

/** @import { ChatLine } from "../../records.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const LONGEST = 400;
/** A timer counts milliseconds up to this many, which are 24 days. */
const LONGEST_WAIT = 2 ** 31 - 1;
const DRAFT = `draft:${page.room}`;

/** The server's time up to which the chat was read. Lines from before this page count as read. */
const readUntil = signal(page.now ?? 0);

/** The number of unread lines of people; the server's lines repeat what the table shows. */
export function unreadCount() {
  return visibleLines().filter(
    (line) => line.person !== null && line.at > readUntil.value && line.person !== room.value?.you,
  ).length;
}

const visibleLines = () =>
  chat.value.filter((line) => line.person === null || !mutes.value.muted.includes(line.person));

/**
 * The lines, where the same words of the server one after another are one line with their number.
 * @param {ChatLine[]} lines
 */
export function withoutRepeats(lines) {
  /** @type {{line: ChatLine, times: number}[]} */
  const shown = [];
  for (const line of lines) {
    const last = shown.at(-1);
    const same = last?.line.person === null && last.line.text === line.text;
    if (last && same && line.person === null) last.times += 1;
    else shown.push({ line, times: 1 });
  }
  return shown;
}

/** Lines of the server one after another, from which on all but the newest are folded. */
const FOLDED = 3;

/**
 * The lines in runs: those of the server one after another are one, each of a person is its own.
 * @param {{line: ChatLine, times: number}[]} shown
 */
export function runsOf(shown) {
  /** @type {(typeof shown)[]} */
  const runs = [];
  for (const one of shown) {
    const run = runs.at(-1);
    if (run && one.line.person === null && run[0].line.person === null) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** @param {{line: ChatLine, times: number}} props */
const Line = ({ line, times }) => html`<p class="chat__line"
  data-house=${line.person === null ? "" : null}>
  <b><bdi>${line.name}</bdi></b>${" "}
  ${line.removed ? html`<i class="soft">A moderator has removed this line.</i>` : html`<bdi>${line.text}</bdi>`}
  ${times > 1 ? html` <span class="soft">(${times} times)</span>` : null}
</p>`;

/**
 * One run: the newest line, and what came before it folded where that is much.
 * @param {{run: {line: ChatLine, times: number}[]}} props
 */
function Run({ run }) {
  const before = run.slice(0, -1);
  const lines = before.map((one, i) => html`<${Line} key=${`${one.line.at}:${i}`} ...${one} />`);
  const last = run.length - 1;
  return html`${
    run.length < FOLDED
      ? lines
      : html`<details key="before" class="chat__folded">
          <summary>${before.length} earlier lines of the house</summary>
          ${lines}
        </details>`
  }<${Line} key=${`${run[last].line.at}:${last}`} ...${run[last]} />`;
}

export function Chat() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = visibleLines();
  useStickToBottom(list, lines.length);
  useEffect(() => {
    const mark = () => (readUntil.value = Math.max(readUntil.peek(), chat.value.at(-1)?.at ?? 0));
    mark();
    return mark;
  }, [chat.value.length]);
  /** @type {Map<string, string>} */
  const speakers = new Map();
  for (const { person, name } of chat.value) if (person) speakers.set(person, name);
  for (const { id, name } of room.value?.people ?? []) speakers.set(id, name);
  speakers.delete(room.value?.you ?? "");
  return html`<div class="chat">
    <div class="chat__lines" ref=${list} tabindex="0" role="log" aria-label="Chat"
      aria-live="polite">
      ${
        lines.length
          ? runsOf(withoutRepeats(lines)).map(
              (run, i) => html`<${Run} key=${`${run[0].line.at}:${i}`} run=${run} />`,
            )
          : html`<p class="soft">No messages yet.</p>`
      }
    </div>
    ${
      speakers.size
        ? html`<div class="row chat__mute">
          ${[...speakers].map(
            ([person, name]) =>
              html`<${MuteButton} key=${person} id=${person} name=${name} named />`,
          )}
        </div>`
        : null
    }
    ${
      room.value?.member
        ? html`<${ReactionButtons} /><${Field} />`
        : html`<p class="soft chat__door">Join the table to chat.</p>`
    }
  </div>`;
}

function Field() {
  const [text, setText] = useState(readDraft);
  useEffect(() => keepDraft(text), [text]);
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  /** @param {Event} event */
  const say = async (event) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    setText("");
    const refusal = await sendCommand("say", { text: words });
    setRefused(refusal?.text ?? null);
    if (refusal) setText(words);
  };
  const until = mutes.value.silenced_until ?? 0;
  const left = until - Date.now() - clockOffset.value;
  const [, look] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const end = setTimeout(() => look(until), Math.min(left, LONGEST_WAIT));
    return () => clearTimeout(end);
  }, [until]);
  return html`${
    left > 0
      ? html`<p class="soft chat__door" role="status">A moderator has muted you in the chat until${" "}
          ${moment.format(until)}. You can play on. Your account page says why.</p>`
      : null
  }<form class="chat__field" onSubmit=${say}>
    <input class="input" aria-label="Message" placeholder="Message" maxlength=${LONGEST}
      autocomplete="off" value=${text} onInput=${(/** @type {InputEvent} */ { currentTarget }) =>
        setText(currentTarget.value)} />
    <button class="button quiet" type="submit">Send</button>
    ${refused ? html`<p class="field-error" role="alert">${refused}</p>` : null}
  </form>`;
}

/** The draft that was being written when this page was reloaded. */
function readDraft() {
  try {
    return sessionStorage.getItem(DRAFT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
function keepDraft(text) {
  try {
    sessionStorage.setItem(DRAFT, text);
  } catch {
    // Without storage a reload loses it.
  }
}
