/**
 * "Play now": the host's page starts the match as soon as it knows the room, and watches a public
 * table where the viewer keeps a seat meanwhile.
 */
import { effect, signal } from "@preact/signals";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { isHost, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { TableSocket } from "../net/socket.js";
import { announce } from "../ui/announce.js";
import { notify } from "../ui/notify.js";
import { play } from "../ui/sound.js";

/** @import { RoomShown } from "../../records.js" */

const MARK = "#deal";

/** True while the match of "Play now" is about to begin. */
export const dealing = signal(location.hash === MARK);

/** Starts the match, once. A reload does not: the mark leaves the address. */
export function dealAtOnce() {
  if (!dealing.peek()) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  let asked = false;
  effect(() => {
    const shown = room.value;
    if (shown === null || !dealing.peek()) return;
    if (shown.stage !== "gathering" || shown.matches || !isHost.peek()) dealing.value = false;
    else if (!asked) {
      asked = true;
      start();
    }
  });
}

async function start() {
  if (await sendCommand("start")) dealing.value = false;
}

/** The sentence about who has come to the waiting table; null: nobody yet. */
const news = signal(/** @type {string | null} */ (null));

/** Watches the table of this page's `waiting`, which also keeps the seat there. */
export function watchWaitingTable() {
  if (!page.waiting) return;
  const address = new URL(`/ws/table/${page.waiting}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  new TableSocket({
    url: address.href,
    person: page.you,
    onMessage: (message) => message.type === "room" && tell(newsOf(message)),
    onState: (state) => state.phase === "ended" && tell(null),
  }).open();
}

const allOf = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** @param {RoomShown} shown */
function newsOf(shown) {
  const others = shown.seats.filter((seat) => seat.person !== null && seat.person !== shown.you);
  if (!others.length) return null;
  const names = allOf.format(others.map((seat) => seat.name));
  const verb = others.length === 1 ? "has" : "have";
  return shown.stage === "playing"
    ? `The match at your public ${shown.title} table has begun.`
    : `${names} ${verb} come to your public ${shown.title} table.`;
}

/** @param {string | null} text */
function tell(text) {
  if (text !== null && text !== news.peek()) {
    announce(text);
    notify("Your public table", text);
    play("turn");
  }
  news.value = text;
}

export function WaitingTable() {
  if (news.value === null) return null;
  return html`<div class="notice brass">
    <span>${news.value}</span>
    <a class="button" href=${`/table/${page.waiting}`}>Go to that table</a>
  </div>`;
}
