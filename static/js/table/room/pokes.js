/** Poking players who keep the table waiting, and being poked. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { frame, isSlow, log, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { announce } from "../ui/announce.js";
import { CommandButton } from "../ui/command_button.js";
import { notify } from "../ui/notify.js";
import { play } from "../ui/sound.js";

/** @import { Poked, SeatShown } from "../../records.js" */

/** Milliseconds without an event before a poke is offered, and between two pokes of one person. */
const PATIENCE_MS = 20_000;
/** With more names than this no single player is to blame. */
const MAX_NAMES = 3;

/** The time of the last poke from here, by person. */
const pokedAt = signal(new Map());

/**
 * Shows that somebody has poked the viewer.
 * @param {Poked} message
 */
export function receivePoke({ name }) {
  announce(`${name} pokes you.`);
  play("turn");
  notify(`${name} pokes you`, frame.value?.prompt_text ?? "");
  navigator.vibrate?.(150);
}

/** The seats that may be poked now: people whom the table waits for. */
export function seatsToPoke() {
  const [shown, seen] = [room.value, frame.value];
  if (!mySeat.value || shown?.stage !== "playing" || shown.paused || !seen) return [];
  return shown.seats.filter(
    (seat) =>
      seen.awaited.includes(seat.number) &&
      seat.person !== null &&
      seat.person !== shown.you &&
      !seat.stand_in,
  );
}

/**
 * The poke button; it rests as long as the table would refuse.
 * @param {{seat: SeatShown, named?: boolean}} props
 */
export function PokeButton({ seat, named = false }) {
  const [, look] = useState(0);
  const rests = (pokedAt.value.get(seat.person) ?? -Infinity) + PATIENCE_MS - Date.now();
  useEffect(() => {
    if (rests <= 0) return undefined;
    const timer = setTimeout(() => look((times) => times + 1), rests);
    return () => clearTimeout(timer);
  }, [pokedAt.value]);
  const poke = async () => {
    if (rests > 0) return;
    const refused = await sendCommand("poke", { seat: seat.number });
    if (!refused || refused.code === "too-much")
      pokedAt.value = new Map(pokedAt.value).set(seat.person, Date.now());
  };
  return html`<${CommandButton} kind="quiet" disabled=${rests > 0} act=${poke}>
    ${rests > 0 ? "Poked" : "Poke"}
    ${named ? ` ${seat.name}` : html`<span class="unseen"> ${seat.name}</span>`}
  </${CommandButton}>`;
}

/**
 * The seats that keep the table waiting, once nothing has happened for this long; none while the
 * viewer is asked, and none at a slow table.
 * @param {number} milliseconds
 */
export function useSlowSeats(milliseconds) {
  const idle =
    frame.value?.prompt === null && !isSlow.value
      ? `${frame.value.match}:${log.value.at(-1)?.id ?? 0}:${frame.value.awaited.join()}`
      : null;
  const [slow, setSlow] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (idle === null) return undefined;
    const timer = setTimeout(() => setSlow(idle), milliseconds);
    return () => clearTimeout(timer);
  }, [idle]);
  return idle !== null && slow === idle ? seatsToPoke() : [];
}

/** The offer to poke, when nothing has happened for a while and the table waits for others. */
export function PokeReminder() {
  const seats = useSlowSeats(PATIENCE_MS).filter((seat) => seat.presence !== "gone");
  if (!seats.length || seats.length > MAX_NAMES) return null;
  return html`<div class="notice">
    <b>The table is waiting</b>
    <span class="row">
      ${seats.map((seat) => html`<${PokeButton} key=${seat.number} seat=${seat} named />`)}
    </span>
  </div>`;
}
