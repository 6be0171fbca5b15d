/**
 * The banners over a table: a broken connection, another window, a pause, absent and slow players,
 * votes, knocks.
 */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { leftOut } from "../core/left_out.js";
import { acting, connection, isSlow, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { WaitingTable } from "../room/play_now.js";
import { PokeReminder } from "../room/pokes.js";
import { Paused, Replaced, SilentPlayers, Votes } from "../room/votes.js";
import { CommandButton } from "../ui/command_button.js";
import { OtherBuild } from "./other_build.js";

/** @import { SeatShown } from "../../records.js" */

/** Each notice is announced as it comes, by the region round all of them. */
export function Banners() {
  return html`<div class="banners" role="status" aria-atomic="false">
    <${Connection} />
    <${OtherBuild} />
    <${LeftOut} />
    <${OtherWindow} />
    <${SlowTable} />
    <${Paused} />
    <${Replaced} />
    <${Absent} />
    <${PokeReminder} />
    <${SilentPlayers} />
    <${Votes} />
    <${SpectatorNotice} />
    <${WaitingTable} />
    <${Knocks} />
  </div>`;
}

function Connection() {
  const state = connection.value;
  if (state.phase !== "lost" && state.phase !== "silent") return null;
  const title = state.phase === "lost" ? "Disconnected" : "Waiting";
  return html`<p class="notice bad"><b>${title}</b><span>${state.text}</span></p>`;
}

function LeftOut() {
  if (!leftOut.value) return null;
  return html`<div class="notice">
    <span>
      The server sent something that this page does not know. It is left out, and the match goes on.
    </span>
    <span class="row">
      <button type="button" class="button quiet" onClick=${() => location.reload()}>Reload</button>
      <button type="button" class="button quiet" onClick=${() => (leftOut.value = false)}>
        Close
      </button>
    </span>
  </div>`;
}

/** The notice of a slow table; its script comes with the first of them. */
function SlowTable() {
  const [Notice, show] = useState(
    /** @type {typeof import("../room/slow_table.js").Notice | null} */ (null),
  );
  useEffect(() => {
    if (isSlow.value)
      import("../room/slow_table.js").then(
        (slow) => show(() => slow.Notice),
        () => {}, // the table goes on without its notice
      );
  }, [isSlow.value]);
  return Notice && isSlow.value ? html`<${Notice} />` : null;
}

function OtherWindow() {
  if (acting.value || !mySeat.value || connection.value.phase !== "open") return null;
  return html`<div class="notice brass">
    <span>You are playing in another window or on another device. This one only watches.</span>
    <${CommandButton} act=${() => sendCommand("play-here")}>Play here</${CommandButton}>
  </div>`;
}

function Absent() {
  const shown = room.value;
  if (shown?.stage !== "playing" || !mySeat.value) return null;
  const gone = shown.seats.filter(
    (seat) => seat.person !== null && seat.presence === "gone" && !seat.stand_in && !seat.leaving,
  );
  return gone.map(
    (seat) => html`<div key=${seat.number} class="notice">
      <span><b>${seat.name}</b> is away. The seat is kept. What should happen?</span>
      <span class="row">
        <${CommandButton} kind="quiet" act=${() => standIn(seat, "wait")}>
          Wait
        </${CommandButton}>
        <${CommandButton} kind="quiet" act=${() => standIn(seat, "bot")}>
          Let a bot play
        </${CommandButton}>
        ${
          shown.joins_between_deals
            ? html`<${CommandButton} kind="quiet" act=${() => standIn(seat, "without")}>
              Play without them from the next hand
            </${CommandButton}>`
            : null
        }
      </span>
    </div>`,
  );
}

/**
 * @param {SeatShown} seat
 * @param {"wait" | "bot" | "without"} choice
 */
const standIn = (seat, choice) => sendCommand("stand-in", { seat: seat.number, choice });

function SpectatorNotice() {
  const shown = room.value;
  if (shown?.stage !== "playing" || !shown.member || mySeat.value) return null;
  const waiting = shown.joining.some((id) => id === shown.you);
  const full = shown.seats.length + shown.joining.length >= shown.seats_range[1];
  return html`<div class="notice">
    <span>
      ${
        waiting
          ? "You join at the next hand, in the last place."
          : full
            ? "You’re watching. Every seat is taken."
            : "You’re watching."
      }
    </span>
    ${
      waiting || full || !shown.joins_between_deals
        ? null
        : html`<${CommandButton} act=${() => sendCommand("sit")}>
          Join at the next hand
        </${CommandButton}>`
    }
  </div>`;
}

function Knocks() {
  const shown = room.value;
  if (!shown) return null;
  return shown.knocks.map(
    (person) => html`<div key=${person.id} class="notice brass">
      <span>
        <b>${person.name}</b>
        ${shown.kicked.includes(person.id) ? ", who was kicked, asks to come back." : " asks to join."}
      </span>
      <span class="row">
        <${CommandButton}
          act=${() => sendCommand("admit", { person: person.id, admit: true })}>
          Let in
        </${CommandButton}>
        <${CommandButton} kind="quiet"
          act=${() => sendCommand("admit", { person: person.id, admit: false })}>
          Not now
        </${CommandButton}>
      </span>
    </div>`,
  );
}
