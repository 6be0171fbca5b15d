/** The rules of a room: its preset, what differs from standard, all of them, and its settings. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { optionsOf } from "../core/game.js";
import { capital } from "../core/name.js";
import { keepsRoom, requireRoom, SLOW } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { GameWait } from "../ui/game_wait.js";
import {
  OptionFields,
  optionGroups,
  optionInWords,
  optionSchemas,
  playsTogether,
} from "./options.js";
import { PreviousOptions } from "./previous_options.js";

/** @import { PresetShown } from "../../records.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

const CLOCKS = {
  off: "Off",
  soft: "Soft: shown, not enforced",
  relaxed: "Relaxed: 60 s plus time bank",
  brisk: "Brisk: 20 s plus time bank",
  hours: "Slow: 4 hours for a decision",
  day: "Slow: a day for a decision",
  days: "Slow: 3 days for a decision",
};
const USUAL_CLOCK = "relaxed";

/** The presets of the room's game; none where there is nothing to choose. */
const presetsHere = () => optionsOf(requireRoom().game)?.presets ?? [];

/** The names of the options that presets set; all others stay as they are. */
const presetOptions = () => {
  const [first, ...others] = presetsHere();
  return Object.keys(first?.options ?? {}).filter((name) =>
    others.some(({ options }) => !isSame(options[name], first.options[name])),
  );
};

/** The preset that the room plays; null: rules of its own. */
function presetInUse() {
  const { options } = requireRoom();
  const set = presetOptions();
  return (
    presetsHere().find((preset) =>
      set.every((name) => isSame(preset.options[name], options[name])),
    ) ?? null
  );
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function Presets() {
  const shown = requireRoom();
  const [refusal, setRefusal] = useState(/** @type {string | null} */ (null));
  const presets = presetsHere();
  const used = presetInUse();
  if (!presets.length) return null;
  if (!keepsRoom.value || shown.stage !== "gathering")
    return used ? html`<p><b>${titleOf(used)}.</b> ${used.line}</p>` : null;
  /** @param {PresetShown} preset */
  const set = async (preset) => {
    const problem = presetProblem(preset, shown.seats.length, shown.seats_range[0]);
    if (problem) {
      setRefusal(problem);
      return;
    }
    const options = Object.fromEntries(presetOptions().map((name) => [name, preset.options[name]]));
    const refused = await sendCommand("set-options", { options });
    setRefusal(refused?.text ?? null);
  };
  return html`<fieldset class="field">
    <legend>Length</legend>
    <div class="presets">
      ${presets.map(
        (preset) => html`<label key=${preset.name} class="preset">
          <input type="radio" name="preset" checked=${preset === used}
            onChange=${() => set(preset)} />
          <b>${titleOf(preset)}</b> <span>${preset.line}</span>
        </label>`,
      )}
    </div>
    ${refusal ? html`<p class="field-error" role="alert">${refusal}</p>` : null}
  </fieldset>`;
}

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
/** @param {PresetShown} preset */
const titleOf = ({ name }) => capital(name);

/**
 * The sentence that says why a preset does not fit this many players; null where it does.
 * @param {PresetShown} preset
 * @param {number} players
 * @param {number} fewest with fewer nobody can play yet, so anything fits
 */
export function presetProblem(preset, players, fewest) {
  if (players < fewest || preset.seats.includes(players)) return null;
  return `${titleOf(preset)} is for ${anyOf.format(preset.seats.map(String))} players; you are ${players}.`;
}

/** The differences from the standard rules, for everybody, and "More rules". */
export function Rules() {
  const editable = keepsRoom.value && requireRoom().stage === "gathering";
  const known = optionsOf(requireRoom().game) !== null;
  return html`${known ? html`<${Differences} />` : html`<${GameWait} words="Loading the rules" />`}
    <details class="more">
      <summary>More rules</summary>
      ${
        editable
          ? html`<${PreviousOptions} properties=${optionSchemas()} /><${OptionFields} />`
          : html`<${Summary} />`
      }
      <section class="option-group">
        <h3>Table</h3>
        <${RoomSettings} inLobby />
      </section>
    </details>`;
}

function Differences() {
  const { options, clock, hints } = requireRoom();
  const schemas = optionSchemas();
  const preset = presetInUse() === null ? [] : presetOptions();
  const changed = optionGroups()
    .flatMap(({ names }) => names)
    .filter((name) => !preset.includes(name) && !isSame(options[name], schemas[name].default))
    .map((name) => optionInWords(name, options[name]));
  if (clock !== USUAL_CLOCK) changed.push({ title: "Clock", value: CLOCKS[clock] });
  if (hints) changed.push({ title: "Hints", value: "Allowed; matches are not rated" });
  if (!changed.length) return html`<p class="soft differences">All other rules are standard.</p>`;
  return html`<div class="differences">
    <h3 class="label">Differs from standard</h3>
    <dl class="facts">
      ${changed.map(({ title, value }) => html`<dt>${title}</dt><dd>${value}</dd>`)}
    </dl>
  </div>`;
}

function Summary() {
  const { options } = requireRoom();
  return optionGroups().map(
    ({ title, names }) => html`<section key=${title} class="option-group">
      <h3>${title}</h3>
      <dl class="facts">
        ${names.map((name) => {
          const words = optionInWords(name, options[name]);
          return html`<dt>${words.title}</dt><dd>${words.value}</dd>`;
        })}
      </dl>
    </section>`,
  );
}

/** @param {{inLobby?: boolean}} props `inLobby`: the switch for the public stands elsewhere */
export function RoomSettings({ inLobby = false }) {
  const shown = requireRoom();
  if (!keepsRoom.value)
    return html`<dl class="facts">
      <dt>Clock</dt>
      <dd>${CLOCKS[shown.clock]}</dd>
      <dt>Listed on the home page</dt>
      <dd>${shown.listed ? "yes" : "no"}</dd>
      <dt>Spectators</dt>
      <dd>${shown.spectators ? "allowed" : "not allowed"}</dd>
      <dt>Reactions</dt>
      <dd>${shown.reactions ? "on" : "off"}</dd>
    </dl>`;
  const together = playsTogether();
  const clocks = Object.entries(CLOCKS).filter(([level]) => !together || !SLOW.includes(level));
  return html`<div class="options-frame">
    <div class="options">
      <fieldset class="field">
        <legend>Clock</legend>
        <div class="choice">
          ${clocks.map(
            ([level, words]) =>
              html`<label key=${level}>
                <input type="radio" name="room-clock" checked=${shown.clock === level}
                  onChange=${() => set({ clock: level })} />
                ${words}
              </label>`,
          )}
        </div>
        <p class="field-help">
          ${together ? "These rules need everybody at once, so there is no slow clock. " : null}
          At a slow table nobody has to be there. It sleeps between moves. A bot plays for whoever
          runs out of time, until they open it again.
        </p>
      </fieldset>
      ${inLobby ? null : html`<${PublicSwitch} />`}
      <${Switch} name="spectators" label="Spectators"
        help="Others may watch. They see the table but no hands."
        value=${shown.spectators} />
      <${Switch} name="reactions" label="Reactions"
        help="Small drawings over portraits, for two seconds." value=${shown.reactions} />
      ${
        inLobby
          ? html`<${Switch} name="hints" label="Hints"
            help="Everybody may ask what a steady bot would do. Matches are not rated then."
            value=${shown.hints} />`
          : null
      }
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

export function PublicSwitch() {
  return html`<${Switch} name="listed" label="Public table"
    help="Listed on the home page while one of you is here; anyone can join." value=${requireRoom().listed} />`;
}

/** @param {object} fields */
const set = (fields) => sendCommand("set-room", fields);

/** @param {{name: string, label: string, help: string, value: boolean}} props */
function Switch({ name, label, help, value }) {
  return html`<label class="switch" for=${`room-${name}`}>
    <span class="label">${label}</span>
    <input type="checkbox" role="switch" id=${`room-${name}`} checked=${value}
      aria-describedby=${`room-${name}-help`}
      onChange=${(/** @type {InputEvent} */ { currentTarget }) =>
        set({ [name]: currentTarget.checked })} />
    <span class="field-help" id=${`room-${name}-help`}>${help}</span>
  </label>`;
}
