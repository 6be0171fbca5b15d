/** The menu of a table and the sheet of personal settings. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { fitThemeToggle } from "../../site/theme.js";
import { game } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs, setPref } from "../core/prefs.js";
import { frame, isHost, isSlow, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { isDesktop } from "../play/layout.js";
import { Seats } from "../room/people.js";
import { RoomSettings } from "../room/rules.js";
import { canNotify, wantNotifications } from "../ui/notify.js";
import { closeSheet, openSheet, Sheet } from "../ui/sheets.js";
import { play } from "../ui/sound.js";
import { keysOf } from "./keyboard.js";

/** @import { RoomShown } from "../../records.js" */
/** @import { Preferences } from "../core/prefs.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

/**
 * Preferences that only some games have; a game's module lists those that it knows.
 * @type {Record<string, {label: string, help: string}>}
 */
const GAME_PREFS = {
  titles: { label: "Titles", help: "Off: plain ranks instead of the theme’s titles." },
  sets: {
    label: "Select whole sets",
    help: "One tap selects as many equal cards as the trick needs.",
  },
  inks: { label: "Four-colour suits", help: "Green clubs and blue diamonds." },
};

/**
 * The time at which a player who gives up the seat leaves.
 * @param {RoomShown} shown
 */
const leaveTime = ({ joins_between_deals: between }) =>
  between ? "after this hand" : "after this match";

export function MenuSheet() {
  const shown = room.value;
  const playing = shown?.stage === "playing";
  const seated = mySeat.value !== null;
  // a lesson is over when it is left: it has nobody to invite, and no page of its own
  const hasRoom = shown?.member && !page.lesson;
  /** @param {() => unknown} act */
  const andClose = (act) => () => {
    act();
    closeSheet();
  };
  return html`<${Sheet} title="Menu" name="menu">
    <div class="menu">
      ${
        hasRoom && !isDesktop.value
          ? html`<button type="button" class="button quiet" onClick=${() => openSheet("invite")}>
            Invite
          </button>`
          : null
      }
      <button type="button" class="button quiet" onClick=${() => openSheet("settings")}>
        Settings
      </button>
      <button type="button" class="button quiet" onClick=${() => openSheet("keys")}>
        Keyboard shortcuts
      </button>
      ${
        hasRoom
          ? html`<button type="button" class="button quiet"
              onClick=${() => openSheet("device-transfer")}>
            Play on another device
          </button>`
          : null
      }
      ${
        hasRoom && seated
          ? html`<a class="button quiet" href="/screens" target="_blank" onClick=${closeSheet}>
            Show on a big screen
          </a>`
          : null
      }
      ${
        hasRoom
          ? html`<a class="button quiet" href=${`/clubs/${page.room}`} target="_blank"
            onClick=${closeSheet}>
            Club
          </a>`
          : null
      }
      <a class="button quiet" href=${page.rules} target="_blank" onClick=${closeSheet}>
        Rules of this table
      </a>
      ${
        hasRoom
          ? html`<a class="button quiet" href=${page.report} target="_blank" onClick=${closeSheet}>
            Report a problem
          </a>`
          : null
      }
      ${
        playing && seated && !isSlow.value
          ? html`<button type="button" class="button quiet"
            onClick=${andClose(() => sendCommand(shown.paused ? "resume" : "pause"))}>
            ${shown.paused ? "Resume" : "Pause"}
          </button>`
          : null
      }
      ${
        playing && seated
          ? html`<${ConfirmButton} label=${`Leave seat ${leaveTime(shown)}`}
            sure="Yes, leave; a bot plays until then"
            act=${andClose(() => sendCommand("stand"))} />`
          : null
      }
      ${
        playing && isHost.value
          ? html`<${ConfirmButton} label="Make this the last hand" sure="Yes, end after this hand"
              act=${andClose(() => sendCommand("call-last-deal"))} />
            <${ConfirmButton} label="Stop the match" sure="Yes, stop now; nobody wins"
              act=${andClose(() => sendCommand("stop-match"))} />`
          : null
      }
    </div>
    ${
      playing && frame.value
        ? html`<section class="stack"><h3>People</h3><${Seats} /></section>`
        : null
    }
    ${
      playing && isHost.value
        ? html`<section class="stack"><h3>Table settings</h3><${RoomSettings} /></section>`
        : null
    }
  </${Sheet}>`;
}

/** @param {{label: string, sure: string, act: () => unknown}} props */
function ConfirmButton({ label, sure, act }) {
  const [confirming, setConfirming] = useState(false);
  return confirming
    ? html`<button type="button" class="button grave" onClick=${act}>${sure}</button>`
    : html`<button type="button" class="button quiet" onClick=${() => setConfirming(true)}>
      ${label}
    </button>`;
}

/**
 * Sets the volume and plays a sound at it.
 * @param {InputEvent} event
 */
function setVolume(event) {
  setPref("volume", event.currentTarget.valueAsNumber);
  play("turn");
}

export function SettingsSheet() {
  const preferences = prefs.value;
  const themeButton = useRef(null);
  useEffect(() => fitThemeToggle(themeButton.current), []);
  return html`<${Sheet} title="Settings" name="settings">
    <div class="options">
      <label class="switch" for="pref-theme">
        <span class="label">Dark theme</span>
        <input type="checkbox" role="switch" id="pref-theme" ref=${themeButton} />
      </label>
      <${Toggle} name="sound" label="Sound" />
      <div class="field">
        <label for="volume">Volume</label>
        <input id="volume" class="slider" type="range" min="0" max="1" step="0.05"
          value=${preferences.volume} onChange=${setVolume} />
      </div>
      <${Toggle} name="motion" label="Motion"
        help="Moving cards and players. Always off if your system asks for less motion." />
      ${(game.value?.wishes ?? []).map(
        (name) => html`<${Toggle} key=${name} name=${name} ...${GAME_PREFS[name]} />`,
      )}
      <${Toggle} name="keys" label="Keyboard shortcuts"
        help="Single letters; Enter and the arrow keys always work." />
      ${
        game.value?.tips
          ? html`<${Toggle} name="tips" label="Tips"
            help="One line, the first time that a kind of question comes." />`
          : null
      }
      ${
        canNotify()
          ? html`<label class="switch" for="pref-notify">
            <span class="label">Notify me on my turn</span>
            <input type="checkbox" role="switch" id="pref-notify" checked=${preferences.notify}
              onChange=${(/** @type {InputEvent} */ { currentTarget }) =>
                wantNotifications(currentTarget.checked)} />
          </label>`
          : null
      }
      ${
        isSecureContext
          ? null
          : html`<p class="field-help">This address is plain http. Over https the house could also be
            installed as an app, notify you on your turn, and keep the screen awake.</p>`
      }
      ${
        game.value?.moments
          ? html`<${Choice} name="moments" label="Moments"
            values=${{ full: "full", calmer: "calmer", none: "none" }} />`
          : null
      }
      <${Choice} name="pace" label="Bots’ pace when you play alone"
        values=${{ brisk: "brisk", calm: "calm", tap: "by tap" }} />
      <${Choice} name="verbosity" label="Read aloud by a screen reader"
        values=${{ all: "everything", plays: "plays", turns: "turns and results" }} />
    </div>
  </${Sheet}>`;
}

/** @param {{name: keyof Preferences, label: string, values: Record<string, string>}} props */
const Choice = ({ name, label, values }) => html`<fieldset class="field">
  <legend>${label}</legend>
  <div class="choice">
    ${Object.entries(values).map(
      ([value, words]) => html`<label key=${value}>
        <input type="radio" name=${name} checked=${prefs.value[name] === value}
          onChange=${() => setPref(name, value)} />
        ${words}
      </label>`,
    )}
  </div>
</fieldset>`;

/** @param {{name: keyof Preferences, label: string, help?: string | null}} props */
function Toggle({ name, label, help = null }) {
  return html`<label class="switch" for=${`pref-${name}`}>
    <span class="label">${label}</span>
    <input type="checkbox" role="switch" id=${`pref-${name}`} checked=${prefs.value[name]}
      onChange=${(/** @type {InputEvent} */ event) => setPref(name, event.currentTarget.checked)} />
    ${help ? html`<span class="field-help">${help}</span>` : null}
  </label>`;
}

export function KeysSheet() {
  return html`<${Sheet} title="Keyboard shortcuts" name="keys">
    <dl class="facts keys">
      ${keysOf(game.value).map(([key, words]) => html`<dt><kbd>${key}</kbd></dt><dd>${words}</dd>`)}
    </dl>
  </${Sheet}>`;
}
