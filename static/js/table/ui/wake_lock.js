/**
 * The wake lock: the screen stays awake while a match runs in which this person sits.
 *
 * | the lock | a match runs | none runs, or it is paused | page hidden | page seen again |
 * |---|---|---|---|---|
 * | none | is asked for | | | is asked for, if a match runs |
 * | asked for | | is given back when it comes | comes to nothing | |
 * | held | | is given back | the browser takes it back | is asked for anew |
 */

import { effect } from "@preact/signals";
import { connection, room } from "../core/store.js";

let wanted = false;
let asked = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** Keeps the screen awake at the right times from now on. */
export function watchMatches() {
  document.addEventListener("visibilitychange", settle);
  effect(() => {
    const shown = room.value;
    const plays = shown?.stage === "playing" && shown.seat !== null && !shown.paused;
    wanted = plays && connection.value.phase !== "ended";
    settle();
  });
}

async function settle() {
  if (!wanted) {
    lock?.release();
    lock = null;
  } else if (!asked && !document.hidden && (lock?.released ?? true)) {
    asked = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // as on a low battery
    asked = false;
    if (!wanted) settle();
  }
}
