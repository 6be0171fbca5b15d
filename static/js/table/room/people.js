/** The people of a room: seats with people and bots, spectators, and the host's tools for each. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { capital } from "../core/name.js";
import { isHost, keepsRoom, me, mySeat, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { chosen, Face, portraitOf } from "../portraits/portrait.js";
import { CommandButton } from "../ui/command_button.js";
import { Icon } from "../ui/icons.js";
import { HostTools } from "./host_tools.js";
import { MuteButton } from "./mutes.js";
import { PokeButton, seatsToPoke } from "./pokes.js";

/** @import { PersonShown, SeatShown } from "../../records.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

const USUAL_BOT = "steady";
/** @type {Record<string, string>} */
const PRESENCE = { shaky: "unstable connection", gone: "away" };

export function Seats() {
  const shown = requireRoom();
  const [, most] = shown.seats_range;
  const gathering = shown.stage === "gathering";
  const sitting = new Set(shown.seats.map((seat) => seat.person));
  const others = shown.people.filter((person) => !sitting.has(person.id));
  return html`<div class="stack">
    <ol class="seats" aria-label="Seats">
      ${shown.seats.map(
        (seat) => html`<${SeatLine} key=${seat.person ?? `bot:${seat.name}`} seat=${seat} />`,
      )}
    </ol>
    ${
      shown.first_host === shown.you && !isHost.value && shown.member
        ? html`<div class="row">
          <${CommandButton} kind="quiet"
            act=${() => sendCommand("make-host", { person: shown.you })}>
            Become host again
          </${CommandButton}>
        </div>`
        : null
    }
    ${
      shown.seats.length < most && (gathering || shown.joins_between_deals)
        ? html`<${MoreSeats} gathering=${gathering} />`
        : null
    }
    ${
      others.length
        ? html`<div>
          <h3 class="seats__others">Spectators</h3>
          <ul class="seats">
            ${others.map((person) => html`<${PersonLine} key=${person.id} person=${person} />`)}
          </ul>
        </div>`
        : null
    }
    ${
      keepsRoom.value && shown.banned.length
        ? html`<div>
          <h3 class="seats__others">Banned</h3>
          <ul class="seats">
            ${shown.banned.map(
              (person) => html`<li key=${person.id} class="seat-line">
                <span class="seat-line__name">${person.name}</span>
                <${CommandButton} kind="plain"
                  act=${() => sendCommand("unban", { person: person.id })}>
                  Lift ban
                </${CommandButton}>
              </li>`,
            )}
          </ul>
        </div>`
        : null
    }
  </div>`;
}

/** @param {{gathering: boolean}} props */
function MoreSeats({ gathering }) {
  const shown = requireRoom();
  const seated = mySeat.value !== null;
  const waiting = shown.joining.some((id) => id === shown.you);
  return html`<div class="row">
    ${
      seated || !shown.member
        ? null
        : html`<${CommandButton} disabled=${waiting} act=${() => sendCommand("sit")}>
          ${
            waiting
              ? "You join at the next hand"
              : gathering
                ? "Take a seat"
                : "Join at the next hand"
          }
        </${CommandButton}>`
    }
    ${isHost.value || seated ? html`<${AddBot} />` : null}
  </div>`;
}

/**
 * The strengths of bots in words; one that is not here is offered by its name alone.
 * @type {Record<string, string>}
 */
const STRENGTHS = {
  casual: "plays anything that is not silly",
  steady: "plays what looks best at a glance",
  sharp: "thinks ahead before every move",
};

/**
 * The meaning of a strength, as a sentence.
 * @param {string} strength
 */
const describeBot = (strength) =>
  strength in STRENGTHS ? `A ${strength} bot ${STRENGTHS[strength]}.` : "";

/** One more bot, of a strength that stays chosen. */
function AddBot() {
  const { bots } = requireRoom();
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const strength = chosen ?? (bots.includes(USUAL_BOT) ? USUAL_BOT : bots[0]);
  if (!strength) return null;
  return html`<div class="add-bot">
    <${CommandButton} kind="quiet" act=${() => sendCommand("add-bot", { strength })}>
      <${Icon} name="bot" /> Add a ${strength} bot
    </${CommandButton}>
    <select class="input" aria-label="Strength of the bot" value=${strength}
      onChange=${(/** @type {InputEvent} */ event) => choose(event.currentTarget.value)}>
      ${bots.map((name) => html`<option key=${name} value=${name}>${capital(name)}</option>`)}
    </select>
    <p class="field-help">${describeBot(strength)}</p>
  </div>`;
}

/**
 * The part of the host that somebody has, in words.
 * @param {string} person
 * @returns {string[]}
 */
function hostFacts(person) {
  const { host, host_away } = requireRoom();
  if (person === host_away) return ["host"];
  if (person !== host) return [];
  return [host_away === null ? "host" : "stands in for the host"];
}

/** @param {{seat: SeatShown}} props */
function SeatLine({ seat }) {
  const shown = requireRoom();
  const person = shown.people.find((other) => other.id === seat.person) ?? null;
  const facts = [];
  if (seat.bot) facts.push(`${seat.bot} bot`);
  if (seat.temper) facts.push(seat.temper);
  if (person && !person.registered) facts.push("guest");
  if (seat.person) facts.push(...hostFacts(seat.person));
  if (seat.stand_in) facts.push("a bot is playing");
  else if (seat.presence !== "present") facts.push(PRESENCE[seat.presence]);
  if (seat.leaving)
    facts.push(`leaves ${shown.joins_between_deals ? "after this hand" : "after this match"}`);
  return html`<li class="seat-line"
    data-mine=${seat.person && seat.person === shown.you ? "" : null}>
    <${LineFace} id=${seat.person ?? seat.name} asleep=${seat.presence === "gone"} />
    <span class="seat-line__name">
      ${seat.bot ? html`<${Icon} name="bot" /> ` : null}
      ${seat.name}
      ${seat.person && seat.person === shown.you ? " (you)" : ""}
      <span class="soft"> ${facts.join(" · ")}</span>
    </span>
    ${
      shown.stage === "gathering" && seat.person && seat.person !== shown.host
        ? html`<span class=${`badge ${seat.ready ? "good" : ""}`}>
          ${seat.ready ? "✓ ready" : "not ready"}
        </span>`
        : null
    }
    ${seatsToPoke().includes(seat) ? html`<${PokeButton} seat=${seat} />` : null}
    ${person ? html`<${MuteButton} id=${person.id} name=${person.name} />` : null}
    <${HostTools} seat=${seat} person=${person} />
  </li>`;
}

/** The own portrait in a list of people, which opens the choice of others. */
function OwnPortrait() {
  const [choice, show] = useState(
    /** @type {{Choice: import("../core/game_types.js").Component} | null} */ (null),
  );
  const { you } = requireRoom();
  if (!you) return null;
  const toggle = () =>
    choice ? show(null) : import("../portraits/choice.js").then(show, () => {}); // offline: nothing to choose
  return html`<button type="button" class="choice-of-face" aria-expanded=${choice !== null}
      aria-label=${`Change your portrait: ${portraitOf(you, chosen.value.get(you)).says}`}
      onClick=${toggle}>
      <${Face} id=${you} place=${null} />
    </button>
    ${choice && me.value && html`<${choice.Choice} person=${me.value} />`}`;
}

/**
 * The portrait in a line; the own one opens the choice of others.
 * @param {{id: string, asleep: boolean}} props
 */
const LineFace = ({ id, asleep }) =>
  id === requireRoom().you
    ? html`<${OwnPortrait} />`
    : html`<${Face} id=${id} place=${null} asleep=${asleep} />`;

/** @param {{person: PersonShown}} props */
function PersonLine({ person }) {
  const shown = requireRoom();
  return html`<li class="seat-line">
    <${LineFace} id=${person.id} asleep=${!person.present} />
    <span class="seat-line__name">
      ${person.name}
      ${person.id === shown.you ? " (you)" : ""}
      <span class="soft"> ${person.present ? "" : "away"}
        ${shown.joining.includes(person.id) ? " joins at the next hand" : ""}
        ${hostFacts(person.id).map((fact) => ` ${fact}`)}
      </span>
    </span>
    <${MuteButton} id=${person.id} name=${person.name} />
    <${HostTools} person=${person} />
  </li>`;
}
