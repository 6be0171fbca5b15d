/** The tools for one person at the table: blocking, the host's deeds, and votes while none is there. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { isHost, keepsRoom, mySeat, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { Icon } from "../ui/icons.js";
import { BlockButton } from "./mutes.js";

/** @import { PersonShown, SeatShown } from "../../records.js" */

/** @type {Record<string, (name: string) => string>} */
const CONFIRMED = {
  kick: (name) => `Kick ${name}`,
  ban: (name) => `Ban ${name}`,
  "make-host": (name) => `Make ${name} the host`,
};

/**
 * The tools for one person, folded away.
 * @param {{person: PersonShown, children?: any}} props
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
 * @param {{seat?: SeatShown | null, person: PersonShown | null}} props
 */
export function HostTools({ seat = null, person }) {
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

/** @param {{person: PersonShown}} props */
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
