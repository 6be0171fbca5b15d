/** Countdowns in the server's time. They show and never decide. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { clockOffset } from "../core/store.js";

/** @import { Frame } from "../../messages.js" */
/** @import { SeatClock } from "../../records.js" */

const HURRY_MS = 10_000;
/** From this on the time is said in minutes, hours and days: no other than a slow clock has it. */
const LONG_MS = 600_000;

/**
 * The remaining time of a seat; nothing where there is no clock.
 * @param {{clock: SeatClock | null, words?: boolean}} props words: a long time is said whole
 */
export function Countdown({ clock, words = false }) {
  const [, tick] = useState(0);
  const due = clock?.due ?? null;
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [due]);
  if (clock === null || due === null) return null;
  const left = Math.max(0, due - Date.now() - clockOffset.value);
  const ordinary = left - clock.time_bank;
  if (left >= LONG_MS)
    return html`<span class="countdown" role="timer" aria-live="off" title=${timeLeft(left)}>
      ${words ? timeLeft(left) : timeLeft(left).replace(/ (d|h|min).*/, "\u00a0$1")}
    </span>`;
  const inReserve = clock.time_bank > 0 && ordinary <= 0;
  const shown = inReserve || clock.time_bank === 0 ? left : ordinary;
  const state = clock.soft ? "soft" : left < HURRY_MS ? "hurry" : inReserve ? "reserve" : "";
  const title = clock.soft
    ? "soft clock: shown, not enforced"
    : inReserve
      ? "time bank"
      : "time left";
  return html`<span class="countdown" data-state=${state} role="timer" aria-live="off"
    title=${title}>
    ${inReserve ? html`<span class="countdown__mark" aria-label="time bank">+</span>` : null}
    ${minutes(shown)}
  </span>`;
}

/**
 * @param {Frame} frame
 * @param {number} seat
 * @returns {SeatClock | null}
 */
export function clockOf(frame, seat) {
  return frame.clocks.find((clock) => clock.seat === seat) ?? null;
}

/**
 * The clock of a span; null: it does not run.
 * @param {Frame} frame
 * @param {string} key
 * @returns {SeatClock | null}
 */
export function spanClock(frame, key) {
  const span = frame.spans?.find((one) => one.key === key);
  return span ? { seat: -1, due: span.due, soft: false, time_bank: 0 } : null;
}

/**
 * The clock of the open question: its own, or that of the span that it ends with.
 * @param {Frame} frame
 * @returns {SeatClock | null}
 */
export function questionClock(frame) {
  if (frame.seat === null) return null;
  const within = frame.prompt?.within;
  return clockOf(frame, frame.seat) ?? (within ? spanClock(frame, within) : null);
}

/**
 * "2 days left", "3 hours left"; app/web/rendering/phrases.py says the same.
 * @param {number} milliseconds
 */
function timeLeft(milliseconds) {
  const left = Math.floor(milliseconds / 60_000);
  if (left >= 2880) return `${Math.floor(left / 1440)} days left`;
  return left >= 120 ? `${Math.floor(left / 60)} hours left` : `${left} minutes left`;
}

/** @param {number} milliseconds */
function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
