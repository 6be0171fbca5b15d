/** Muting and blocking: the server keeps both with the account, and tells nobody. */
import { html } from "../../html.js";
import { connected, mutes, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { Icon } from "../ui/icons.js";

/**
 * Nothing, mute or block.
 * @param {string} person
 * @param {"none" | "mute" | "block"} level
 */
export const setMute = (person, level) => sendCommand("mute", { person, level });

/**
 * True if that person's words and reactions are not shown here.
 * @param {string | null} person
 */
export const isMuted = (person) => person !== null && mutes.value.muted.includes(person);

/**
 * Mutes one person, or hears them again, by one tap.
 * @param {{id: string, name: string, named?: boolean}} props
 */
export function MuteButton({ id, name, named = false }) {
  if (!room.value?.you || id === room.value.you) return null;
  const muted = isMuted(id);
  return html`<button type="button" class="button plain" aria-pressed=${muted}
    disabled=${!connected.value} onClick=${() => setMute(id, muted ? "none" : "mute")}>
    <${Icon} name=${muted ? "mute" : "sound"} />
    <span class="unseen">Mute </span><span class=${named ? null : "unseen"}>${name}</span>
  </button>`;
}

/**
 * Blocks one person, or ends that.
 * @param {{id: string, name: string}} props
 */
export function BlockButton({ id, name }) {
  const blocked = mutes.value.blocked.includes(id);
  return html`<button type="button" class="button plain" disabled=${!connected.value}
    onClick=${() => setMute(id, blocked ? "none" : "block")}>
    ${blocked ? "Unblock" : "Block"}<span class="unseen"> ${name}</span>
    ${blocked ? "" : html`<span class="soft"> (they aren’t told)</span>`}
  </button>`;
}
