/** Reactions as they come and go: each is over a portrait for two seconds. Nothing keeps them. */
import { html } from "../../html.js";
import { connected, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { announce } from "../ui/announce.js";
import { closeSheet } from "../ui/sheets.js";
import { DRAWINGS, Drawing, shown } from "./reaction.js";

/** @import { Reacted } from "../../records.js" */

const SHOWN_MS = 2000;
/** @param {Reacted} message */
export function receiveReaction({ person, reaction }) {
  if (!(reaction in DRAWINGS)) return;
  const present = new Map(shown.value).set(person, reaction);
  shown.value = present;
  const name = room.value?.people.find((one) => one.id === person)?.name;
  if (name && person !== room.value?.you) announce(`${name}: ${reaction}.`);
  setTimeout(() => {
    if (shown.value.get(person) !== reaction) return;
    const rest = new Map(shown.value);
    rest.delete(person);
    shown.value = rest;
  }, SHOWN_MS);
}

/** The eight buttons, for somebody seated with other people at a table that allows them. */
export function ReactionButtons() {
  if (!mySeat.value || !room.value?.reactions || room.value.people.length < 2) return null;
  /** @param {string} reaction */
  const react = (reaction) => {
    closeSheet();
    sendCommand("react", { reaction });
  };
  return html`<div class="reactions" role="group" aria-label="Reactions">
    ${Object.keys(DRAWINGS).map(
      (name) => html`<button key=${name} type="button" class="button plain round" title=${name}
        aria-label=${name} disabled=${!connected.value} onClick=${() => react(name)}>
        <${Drawing} name=${name} />
      </button>`,
    )}
  </div>`;
}
