/** The room page before and after a match: seats, options, invitation and the start. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { game } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs, setPref } from "../core/prefs.js";
import { isHost, mySeat, refusal, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { play } from "../ui/sound.js";
import { Invite } from "./invite.js";
import { Options } from "./options.js";
import { Seats } from "./people.js";

/** @import { Child } from "../core/game_types.js" */

const CLOCKS = {
  off: "Off",
  soft: "Soft: shown, not enforced",
  relaxed: "Relaxed: 60 s plus time bank",
  brisk: "Brisk: 20 s plus time bank",
};

/** @param {{after: Child}} props */
export function RoomPage({ after }) {
  const shown = requireRoom();
  return html`<div class="gathering">
    <div class="gathering__head">
      <p class="over">
        ${
          shown.matches
            ? `${shown.matches} ${shown.matches === 1 ? "match" : "matches"} played at this table`
            : "Waiting for players"
        }
      </p>
      <h1>${shown.title}</h1>
      <p class="soft">
        ${shown.players}. <a href=${page.rules}>Rules of this table</a>
        ${shown.matches ? html`${" · "}<a href=${page.results}>Results so far</a>` : null}
      </p>
    </div>
    ${after}
    <section class="panel" aria-labelledby="seats-head">
      <h2 id="seats-head">Players</h2>
      <${Seats} />
    </section>
    ${
      shown.secret
        ? html`<section class="panel engraved" aria-labelledby="invite-head">
          <h2 id="invite-head">Bring your friends</h2>
          <${Invite} />
        </section>`
        : null
    }
    <section class="panel" aria-labelledby="options-head">
      <h2 id="options-head">Rules</h2>
      <${GameSelect} />
      <${Options} />
    </section>
    <section class="panel" aria-labelledby="room-head">
      <h2 id="room-head">Table settings</h2>
      <${RoomSettings} />
    </section>
  </div>`;
}

/** The bar that stays in sight at the bottom: ready and start. */
export function StartBar() {
  const shown = requireRoom();
  const seat = mySeat.value;
  const host = isHost.value;
  const [soundPlayed, setSoundPlayed] = useState(false);
  const playTurnSound = () => {
    if (prefs.value.belled || !prefs.value.sound) return;
    setPref("belled", true);
    play("turn");
    setSoundPlayed(true);
  };
  const toggleReady = () => {
    playTurnSound();
    return sendCommand("ready", { ready: !seat?.ready });
  };
  const waiting = shown.seats.filter(
    (other) => other.person && !other.ready && other.person !== shown.host,
  );
  const words =
    shown.config_problem ??
    (waiting.length
      ? "Not ready yet: " +
        `${waiting.map((other) => (other.person === shown.you ? "you" : other.name)).join(", ")}.`
      : host
        ? "Everybody is ready."
        : "Waiting for the host to start.");
  return html`<section class="bar bar--start" aria-label="Start">
    <div class="bar__words"><p class="bar__ask">${words}</p></div>
    ${
      soundPlayed
        ? html`<p class="field-help" role="status">
          That sound means it's your turn. Change its volume under Menu, Settings.
        </p>`
        : null
    }
    <p class="bar__refusal" role="status">${refusal.value?.text ?? ""}</p>
    <div class="bar__buttons">
      ${
        seat
          ? html`<${CommandButton} kind="quiet" act=${() => sendCommand("stand")}>
            Leave seat
          </${CommandButton}>`
          : null
      }
      ${
        seat && !host
          ? html`<${CommandButton} kind=${seat.ready ? "quiet" : ""}
            aria-pressed=${String(seat.ready)} act=${toggleReady}>
            ${seat.ready ? "✓ Ready" : "I am ready"}
          </${CommandButton}>`
          : null
      }
      ${
        host
          ? html`<${CommandButton} disabled=${shown.config_problem !== null}
            act=${() => sendCommand("start", { keep_ranks: true })}>
            ${shown.rematch ? "Rematch" : "Start"}
          </${CommandButton}>`
          : null
      }
    </div>
    ${
      host && shown.rematch && game.value?.ranked !== false
        ? html`<${CommandButton} kind="plain bar__more" disabled=${shown.config_problem !== null}
          act=${() => sendCommand("start", { keep_ranks: false })}>
          Start with new ranks instead
        </${CommandButton}>`
        : null
    }
  </section>`;
}

/** The choice of another game in the same room, where there is more than one. */
function GameSelect() {
  const names = Object.entries(page.games ?? {});
  if (names.length < 2 || !isHost.value) return null;
  return html`<div class="field">
    <label for="room-game">Game</label>
    <select class="input" id="room-game" value=${requireRoom().game}
      onChange=${(event) => sendCommand("set-game", { game: event.currentTarget.value })}>
      ${names.map(([slug, title]) => html`<option key=${slug} value=${slug}>${title}</option>`)}
    </select>
  </div>`;
}

export function RoomSettings() {
  const shown = requireRoom();
  if (!isHost.value)
    return html`<dl class="facts">
      <dt>Clock</dt>
      <dd>${CLOCKS[shown.clock]}</dd>
      <dt>Listed on the home page</dt>
      <dd>${shown.listed ? "yes" : "no"}</dd>
      <dt>Spectators</dt>
      <dd>${shown.spectators ? "allowed" : "not allowed"}</dd>
    </dl>`;
  const set = (fields) => sendCommand("set-room", fields);
  return html`<div class="options-frame">
    <div class="options">
      <fieldset class="field">
        <legend>Clock</legend>
        <div class="choice">
          ${Object.entries(CLOCKS).map(
            ([level, words]) =>
              html`<label key=${level}>
                <input type="radio" name="room-clock" checked=${shown.clock === level}
                  onChange=${() => set({ clock: level })} />
                ${words}
              </label>`,
          )}
        </div>
      </fieldset>
      <${Switch} name="listed" label="Public" help="Listed on the home page; anyone can join."
        value=${shown.listed} set=${set} />
      <${Switch} name="spectators" label="Spectators"
        help="Others may watch. They see the table but no hands."
        value=${shown.spectators} set=${set} />
      <fieldset class="field">
        <legend>Who fills in for absent players</legend>
        <div class="choice">
          ${shown.bots.map(
            (strength) =>
              html`<label key=${strength}>
                <input type="radio" name="room-bot" checked=${shown.bot_strength === strength}
                  onChange=${() => set({ bot_strength: strength })} />a ${strength} bot
              </label>`,
          )}
        </div>
      </fieldset>
    </div>
  </div>`;
}

function Switch({ name, label, help, value, set }) {
  return html`<label class="switch" for=${`room-${name}`}>
    <span class="label">${label}</span>
    <input type="checkbox" role="switch" id=${`room-${name}`} checked=${value}
      aria-describedby=${`room-${name}-help`}
      onChange=${(event) => set({ [name]: event.currentTarget.checked })} />
    <span class="field-help" id=${`room-${name}-help`}>${help}</span>
  </label>`;
}
