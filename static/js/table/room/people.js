/** The people of a room: seats with people and bots, spectators, and the host's tools for each. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { capital } from "../core/name.js";
import { isHost, keepsRoom, mySeat, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { Icon } from "../ui/icons.js";
import { BlockButton, MuteButton } from "./mutes.js";
import { PokeButton, seatsToPoke } from "./pokes.js";

/** @import { PersonView, SeatView } from "../../messages.js" */
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

/** @param {{seat: SeatView}} props */
function SeatLine({ seat }) {
  const shown = requireRoom();
  const person = shown.people.find((other) => other.id === seat.person) ?? null;
  const facts = [];
  if (seat.bot) facts.push(`${seat.bot} bot`);
  if (person && !person.registered) facts.push("guest");
  if (seat.person) facts.push(...hostFacts(seat.person));
  if (seat.stand_in) facts.push("a bot is playing");
  else if (seat.presence !== "present") facts.push(PRESENCE[seat.presence]);
  if (seat.leaving)
    facts.push(`leaves ${shown.joins_between_deals ? "after this hand" : "after this match"}`);
  return html`<li class="seat-line"
    data-mine=${seat.person && seat.person === shown.you ? "" : null}>
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

/** @param {{person: PersonView}} props */
function PersonLine({ person }) {
  const shown = requireRoom();
  return html`<li class="seat-line">
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

/** @type {Record<string, (name: string) => string>} */
const CONFIRMED = {
  kick: (name) => `Kick ${name}`,
  ban: (name) => `Ban ${name}`,
  "make-host": (name) => `Make ${name} the host`,
};

/**
 * The tools for one person, folded away.
 * @param {{person: PersonView, children?: any}} props
 */
function MoreTools({ person, children }) {
  return html`<details class="host-tools" name="host-tools">
    <summary class="button plain round" aria-label=${`Options for ${person.name}`}>
      <${Icon} name="menu" />
    </summary>
    <div class="host-tools__list">
      <${BlockButton} id=${person.id} name=${person.name} />
      ${children}
    </div>
  </details>`;
}

/**
 * Blocking, and the host's tools for one person; each of those is confirmed first.
 * @param {{seat?: SeatView | null, person: PersonView | null}} props
 */
function HostTools({ seat = null, person }) {
  const [confirming, confirm] = useState(/** @type {"kick" | "ban" | "make-host" | null} */ (null));
  if (!isHost.value && person && person.id !== requireRoom().you && requireRoom().you)
    return html`${mayVoteOn(person.id) ? html`<${KickVote} person=${person} />` : null}
      <${MoreTools} person=${person} />`;
  if (!isHost.value) return null;
  if (seat?.bot)
    return html`<${CommandButton} kind="plain"
      act=${() => sendCommand("remove-bot", { seat: seat.number })}>
      Remove<span class="unseen"> ${seat.name}</span>
    </${CommandButton}>`;
  if (!person || person.id === requireRoom().you) return null;
  if (confirming)
    return html`<span class="row">
      <${CommandButton} kind=${confirming === "make-host" ? "" : "grave"}
        act=${async () => {
          await sendCommand(confirming, { person: person.id });
          confirm(null);
        }}>
        ${CONFIRMED[confirming](person.name)}
      </${CommandButton}>
      <button type="button" class="button plain" onClick=${() => confirm(null)}>
        Cancel
      </button>
      ${
        confirming === "ban" && !person.registered
          ? html`<span class="soft">
            A guest could still come back as somebody new. Make a new link too.
          </span>`
          : null
      }
    </span>`;
  const { first_host, host_away } = requireRoom();
  const stays = [first_host, host_away].includes(person.id);
  return html`<${MoreTools} person=${person}>
      <button type="button" class="button plain" onClick=${() => confirm("make-host")}>
        Make host
      </button>
      ${
        stays
          ? null
          : html`<button type="button" class="button plain" onClick=${() => confirm("kick")}>
            Kick (may ask you to come back)
          </button>`
      }
      ${
        stays || !keepsRoom.value
          ? null
          : html`<button type="button" class="button plain" onClick=${() => confirm("ban")}>
            Ban (can’t come back)
          </button>`
      }
    </${MoreTools}>`;
}

/**
 * True for a player while a deputy stands in: most of the players together may kick somebody.
 * @param {string} person
 */
function mayVoteOn(person) {
  const { you, first_host, host_away, votes } = requireRoom();
  const open = votes.some((vote) => vote.what === "kick" && vote.person === person);
  return (
    mySeat.value && host_away !== null && !open && ![you, first_host, host_away].includes(person)
  );
}

/** @param {{person: PersonView}} props */
function KickVote({ person }) {
  const [confirming, confirm] = useState(false);
  if (!confirming)
    return html`<button type="button" class="button plain" onClick=${() => confirm(true)}>
      Vote to kick<span class="unseen"> ${person.name}</span>
    </button>`;
  return html`<span class="row">
    <${CommandButton} kind="grave"
      act=${async () => {
        await sendCommand("kick", { person: person.id });
        confirm(false);
      }}>
      Yes, vote to kick ${person.name}
    </${CommandButton}>
    <button type="button" class="button plain" onClick=${() => confirm(false)}>Cancel</button>
  </span>`;
}
