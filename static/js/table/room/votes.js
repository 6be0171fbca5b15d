/** The decisions of the people at a table: to end a pause, to let a bot play, to kick. */
import { html } from "../../html.js";
import { frame, isHost, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { useSlowSeats } from "./pokes.js";

/** @import { RoomShown, VoteShown } from "../../records.js" */

/** Milliseconds without an answer before the others may let a bot play; the server checks it. */
const ANSWER_MS = 120_000;

/**
 * The number of those who have agreed, in words.
 * @param {number} agreed
 * @param {number} needed
 */
const countOf = (agreed, needed) =>
  `${agreed} of the ${needed} needed ${agreed === 1 ? "has" : "have"} agreed.`;

/** The pause, which the host ends at once, and a majority of the players present. */
export function Paused() {
  const shown = room.value;
  if (!shown?.paused) return null;
  const [agreed, needed] = shown.resume_votes;
  const wanting = shown.people
    .filter((person) => shown.resume_wanted.includes(person.id))
    .map((person) => person.name);
  const mine = shown.resume_wanted.some((id) => id === shown.you) && !isHost.value;
  const words = [
    wanting.length
      ? `${wanting.join(", ")} ${wanting.length === 1 ? "wants" : "want"} to resume.`
      : "",
    agreed ? countOf(agreed, needed) : "",
    isHost.value || agreed ? "" : "The host can resume, or most of the players together.",
  ].join(" ");
  return html`<div class="notice brass">
    <b>Paused</b>
    ${words.trim() ? html`<span>${words}</span>` : null}
    ${
      mySeat.value
        ? html`<${CommandButton} disabled=${mine} act=${() => sendCommand("resume")}>
          ${mine ? "Waiting for the others" : "Resume"}
        </${CommandButton}>`
        : null
    }
  </div>`;
}

/** For somebody whose seat a bot plays, because the table waited for an answer. */
export function Replaced() {
  if (!room.value?.replaced) return null;
  return html`<div class="notice brass">
    <span>A bot plays for you, because the table waited for your answer.</span>
    <${CommandButton} act=${() => sendCommand("sit")}>I’m back</${CommandButton}>
  </div>`;
}

/** The offer to let a bot play, once the table has waited long for somebody who is there. */
export function SilentPlayers() {
  const shown = room.value;
  const asked = (shown?.votes ?? []).filter(({ what }) => what === "bot");
  const seats = useSlowSeats(ANSWER_MS).filter(
    (seat) => asked.every(({ person }) => person !== seat.person) && seat.presence !== "gone",
  );
  if (shown?.replaced) return null;
  return seats.map(
    (seat) => html`<div key=${seat.number} class="notice">
      <span><b>${seat.name}</b> does not answer. The seat is kept.</span>
      <${CommandButton} kind="quiet"
        act=${() => sendCommand("stand-in", { seat: seat.number, choice: "bot" })}>
        Let a bot play for ${seat.name}
      </${CommandButton}>
    </div>`,
  );
}

/** The decisions about somebody that others wait for, and the button to agree. */
export function Votes() {
  const shown = room.value;
  if (!shown || !mySeat.value || shown.replaced) return null;
  return shown.votes
    .filter((vote) => vote.person !== shown.you && isOpen(shown, vote))
    .map((vote) => html`<${OneVote} key=${vote.what + vote.person} vote=${vote} />`);
}

/**
 * True unless the table no longer waits for the person whom a bot was to play for.
 * @param {RoomShown} shown
 * @param {VoteShown} vote
 */
function isOpen(shown, { what, person }) {
  const seat = shown.seats.find((one) => one.person === person);
  return what === "kick" || (seat && frame.value?.awaited.includes(seat.number));
}

/** @param {{vote: VoteShown}} props */
function OneVote({ vote }) {
  const shown = /** @type {RoomShown} */ (room.value);
  /** @param {string} id */
  const nameOf = (id) => shown.people.find((person) => person.id === id)?.name ?? "Somebody";
  const mine = vote.by.some((id) => id === shown.you);
  const name = nameOf(vote.person);
  const seat = shown.seats.find((one) => one.person === vote.person);
  const who = vote.by.map(nameOf).join(", ");
  const wants = vote.by.length === 1 ? "wants" : "want";
  const agree = () =>
    vote.what === "bot"
      ? sendCommand("stand-in", { seat: seat?.number, choice: "bot" })
      : sendCommand("kick", { person: vote.person });
  return html`<div class="notice brass">
    <span>
      ${who} ${wants} ${vote.what === "bot" ? `a bot to play for ${name}` : `to kick ${name}`}. ${" "}
      ${countOf(vote.by.length, vote.needed)}
    </span>
    <${CommandButton} disabled=${mine} act=${agree}>
      ${
        mine
          ? "Waiting for the others"
          : vote.what === "bot"
            ? "Let a bot play"
            : `Agree to kick ${name}`
      }
    </${CommandButton}>
  </div>`;
}
