/** The room page before and after a match: seats, rules, invitation and the start. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { prefs, setPref } from "../core/prefs.js";
import { chat, isHost, keepsRoom, mySeat, refusal, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { play } from "../ui/sound.js";
import { Invite } from "./invite.js";
import { Seats } from "./people.js";
import { Presets, PublicSwitch, Rules } from "./rules.js";

/** @import { Child } from "../core/game_types.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

/** The server's lines that say why a match was stopped, and no others. */
const STOP_LINE = /\bstop(s|ped)\b/;

/** The last such line of the chat; whoever comes later reads it too. */
const whyStopped = () =>
  chat.value.filter((line) => line.person === null && STOP_LINE.test(line.text)).at(-1)?.text ??
  "The match ended early. Finished hands count.";

/**
 * @param {{before: Child, after: Child, wide: boolean}} props `before`: the stage of the last match's
 *   end, `after`: its numbers; `wide`: there is room for the QR code
 */
export function RoomPage({ before, after, wide }) {
  const shown = requireRoom();
  return html`<div class="gathering">
    ${before}
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
    ${
      shown.stopped
        ? html`<p class="notice gathering__stopped">
          <b>Stopped</b>
          <span
            >${whyStopped()} <a href=${`/match/${shown.match}`}>Its record</a></span
          >
        </p>`
        : null
    }
    ${after}
    <section class="panel" aria-labelledby="seats-head">
      <h2 id="seats-head">Players</h2>
      <${Seats} />
      <${BotsMeanwhile} />
    </section>
    ${
      shown.secret
        ? html`<section class="panel engraved gathering__invite"
          aria-labelledby="invite-head">
          <h2 id="invite-head">Invite friends</h2>
          <${Invite} brief=${!wide} />
          ${keepsRoom.value ? html`<${PublicSwitch} />` : null}
        </section>`
        : null
    }
    <section class="panel gathering__rules" aria-labelledby="options-head">
      <h2 id="options-head">Rules</h2>
      <${GameSelect} />
      <${Presets} />
      <${Rules} />
    </section>
  </div>`;
}

/** The choice of another game in the same room, where there is more than one. */
function GameSelect() {
  const names = Object.entries(page.games ?? {});
  if (names.length < 2 || !keepsRoom.value) return null;
  return html`<div class="field">
    <label for="room-game">Game</label>
    <select class="input" id="room-game" value=${requireRoom().game}
      onChange=${(/** @type {InputEvent} */ { currentTarget }) =>
        sendCommand("set-game", { game: currentTarget.value })}>
      ${names.map(([slug, title]) => html`<option key=${slug} value=${slug}>${title}</option>`)}
    </select>
  </div>`;
}

/** The bar that stays in sight at the bottom: ready and start. After a match: end/again_bar.js. */
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
  const others = shown.seats.filter((other) => other.person && other.person !== shown.host);
  const waiting = others.filter((other) => !other.ready);
  const words =
    shown.config_problem ??
    (waiting.length
      ? "Not ready yet: " +
        `${waiting.map((other) => (other.person === shown.you ? "you" : other.name)).join(", ")}.`
      : host
        ? others.length && "Everybody is ready."
        : "Waiting for the host to start.");
  return html`<section class="bar bar--start" aria-label="Start">
    <div class="bar__words"><p class="bar__ask">${words || null}</p></div>
    ${
      soundPlayed
        ? html`<p class="field-help" role="status">
          That sound means it’s your turn. Change its volume under Menu, Settings.
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
            Start
          </${CommandButton}>`
          : null
      }
    </div>
  </section>`;
}

/** A match with bots in another room, while the seat at this public table is kept. */
function BotsMeanwhile() {
  const shown = requireRoom();
  const people = shown.seats.filter((seat) => seat.person !== null).length;
  if (!shown.listed || !mySeat.value || people > 1) return null;
  return html`<form class="meanwhile" method="post" action=${page.playNow}>
    <input type="hidden" name="game" value=${shown.game} />
    <input type="hidden" name="waiting" value=${shown.id} />
    <p>Nobody else is here yet. Your seat is kept, and we’ll tell you when somebody comes.</p>
    <button type="submit" class="button quiet">Play bots meanwhile</button>
  </form>`;
}
