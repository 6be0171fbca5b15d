/** What everybody at the table should notice: a broken connection, another window, a pause, somebody gone, somebody asleep, somebody at the door. */
import { html } from "../../html.js";
import { acting, isHost, link, mySeat, room } from "../core/store.js";
import { busy, tell } from "../net/commands.js";
import { Waiting } from "../room/pokes.js";

export function Banners() {
  return html`<div class="banners">
    <${Connection} />
    <${Elsewhere} />
    <${Paused} />
    <${Absent} />
    <${Waiting} />
    <${LookingOn} />
    <${Knocks} />
  </div>`;
}

function Connection() {
  const state = link.value;
  if (state.phase !== "lost") return null;
  return html`<p class="notice bad" role="status"><b>Away</b><span>${state.text}</span></p>`;
}

function Elsewhere() {
  if (acting.value || !mySeat.value || link.value.phase !== "open") return null;
  return html`<div class="notice brass" role="status">
    <span>You are playing in another window or on another device. This one only looks on.</span>
    <button type="button" class="button" aria-busy=${busy("play-here") ? "true" : null}
      onClick=${() => tell("play-here")}>
      Play here
    </button>
  </div>`;
}

function Paused() {
  const shown = room.value;
  if (!shown?.paused) return null;
  const wanting = shown.people
    .filter((person) => shown.resume_wanted.includes(person.id))
    .map((person) => person.name);
  const iWant = shown.resume_wanted.includes(shown.you);
  const words = `${wanting.length ? `${wanting.join(", ")} would go on. ` : ""}${isHost.value ? "" : "The host resumes, or everybody who is here."}`;
  return html`<div class="notice brass" role="status">
    <b>Paused</b>
    ${words ? html`<span>${words}</span>` : null}
    ${
      mySeat.value
        ? html`<button type="button" class="button" aria-busy=${busy("resume") ? "true" : null}
          aria-disabled=${iWant && !isHost.value ? "true" : null} onClick=${() => tell("resume")}>
          ${iWant && !isHost.value ? "Waiting for the others" : "Go on"}
        </button>`
        : null
    }
  </div>`;
}

function Absent() {
  const shown = room.value;
  if (shown?.stage !== "playing" || !mySeat.value) return null;
  const gone = shown.seats.filter(
    (seat) => seat.person !== null && seat.presence === "gone" && !seat.stand_in && !seat.leaving,
  );
  return gone.map(
    (seat) => html`<div key=${seat.number} class="notice" role="status">
      <span><b>${seat.name}</b> is gone. The seat is kept; what shall the table do?</span>
      <span class="row">
        <button type="button" class="button quiet" onClick=${() => standIn(seat, "wait")}>
          Wait
        </button>
        <button type="button" class="button quiet" onClick=${() => standIn(seat, "bot")}>
          Let a bot play on
        </button>
        ${
          shown.late
            ? html`<button type="button" class="button quiet"
              onClick=${() => standIn(seat, "without")}>
              Without, from the next deal
            </button>`
            : null
        }
      </span>
    </div>`,
  );
}

const standIn = (seat, choice) => tell("stand-in", { seat: seat.number, choice });

function LookingOn() {
  const shown = room.value;
  if (shown?.stage !== "playing" || !shown.member || mySeat.value) return null;
  const waiting = shown.joining.includes(shown.you);
  const full = shown.seats.length + shown.joining.length >= shown.seats_range[1];
  return html`<div class="notice">
    <span>
      ${
        waiting
          ? "You sit down at the next deal, at the bottom."
          : full
            ? "You look on; every seat is taken."
            : "You look on."
      }
    </span>
    ${
      waiting || full || !shown.late
        ? null
        : html`<button type="button" class="button" aria-busy=${busy("sit") ? "true" : null}
          onClick=${() => tell("sit")}>
          Sit down at the next deal
        </button>`
    }
  </div>`;
}

function Knocks() {
  const shown = room.value;
  if (!mySeat.value) return null;
  return shown.knocks.map(
    (person) => html`<div key=${person.id} class="notice brass" role="status">
      <span><b>${person.name}</b> knocks.</span>
      <span class="row">
        <button type="button" class="button"
          onClick=${() => tell("admit", { person: person.id, admit: true })}>
          Let in
        </button>
        <button type="button" class="button quiet"
          onClick=${() => tell("admit", { person: person.id, admit: false })}>
          Not now
        </button>
      </span>
    </div>`,
  );
}
