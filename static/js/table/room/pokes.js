/** Poking whoever keeps the table waiting, and being poked. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { prefs } from "../core/prefs.js";
import { frame, log, mySeat, room } from "../core/store.js";
import { busy, tell } from "../net/commands.js";
import { announceTurn } from "../ui/announce.js";
import { notify } from "../ui/notify.js";
import { play } from "../ui/sound.js";

/** Milliseconds in which nothing has happened before it is offered, and between two pokes of one person. */
const PATIENCE = 20_000;
/** More names than these are no longer somebody who sleeps. */
const MOST = 3;

/** When whom was poked from here, by seat. */
const poked = signal(new Map());

/** Somebody has poked whoever reads this; from those who are not to be heard it is not heard either. */
export function bePoked({ person, name }) {
  if (prefs.value.muted.includes(person)) return;
  announceTurn(`${name} pokes you.`);
  play("turn");
  notify(`${name} pokes you`, frame.value?.ask ?? "");
  navigator.vibrate?.(150);
}

/** The seats that others may poke now: people whom the table waits for. */
export function sleepers() {
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

/** The button; it rests as long as the table would refuse. */
export function Poke({ seat, named = false }) {
  const [, look] = useState(0);
  const rests = (poked.value.get(seat.person) ?? -Infinity) + PATIENCE - Date.now();
  useEffect(() => {
    if (rests <= 0) return undefined;
    const timer = setTimeout(() => look((times) => times + 1), rests);
    return () => clearTimeout(timer);
  }, [poked.value]);
  const poke = async () => {
    if (rests > 0) return;
    const refused = await tell("poke", { seat: seat.number });
    if (!refused || refused.code === "too-much")
      poked.value = new Map(poked.value).set(seat.person, Date.now());
  };
  return html`<button type="button" class="button quiet" aria-busy=${busy("poke") ? "true" : null}
    aria-disabled=${rests > 0 ? "true" : null} onClick=${poke}>
    ${rests > 0 ? "Poked" : "Poke"}
    ${named ? ` ${seat.name}` : html`<span class="unseen"> ${seat.name}</span>`}
  </button>`;
}

/** Offers it where nothing has happened for a while and the table waits for others. */
export function Waiting() {
  const idle =
    frame.value?.prompt === null
      ? `${frame.value.match}:${log.value.at(-1)?.id ?? 0}:${frame.value.awaited.join()}`
      : null;
  const [slow, setSlow] = useState(null);
  useEffect(() => {
    if (idle === null) return undefined;
    const timer = setTimeout(() => setSlow(idle), PATIENCE);
    return () => clearTimeout(timer);
  }, [idle]);
  const seats =
    idle !== null && slow === idle ? sleepers().filter((seat) => seat.presence !== "gone") : [];
  if (!seats.length || seats.length > MOST) return null;
  return html`<div class="notice">
    <b>The table waits</b>
    <span class="row">
      ${seats.map((seat) => html`<${Poke} key=${seat.number} seat=${seat} named />`)}
    </span>
  </div>`;
}
