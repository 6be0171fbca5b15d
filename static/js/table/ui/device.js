/**
 * The device beside the page: its screen stays awake while this person plays, and the badge of the
 * installed app counts the tables that wait for them: open ones, and slow ones wherever they are.
 *
 * | the wake lock | a match runs | none runs, or it is paused | page hidden | page seen again |
 * |---|---|---|---|---|
 * | none | is asked for | | | is asked for, if a match runs |
 * | asked for | | is given back when it comes | comes to nothing | |
 * | held | | is given back | the browser takes it back | is asked for anew |
 *
 * Each waiting page holds a lock of the browser, which ends with the page however it ends. What
 * slow tables wait, the server says (site/badge.js).
 */

import { effect } from "@preact/signals";
import { OPEN_TABLE, showBadge } from "../../site/badge.js";
import { page } from "../core/page_data.js";
import { connection, isSlow, questionKey, room } from "../core/store.js";

let wanted = false;
let asked = false;
/** @type {WakeLockSentinel | null} */
let awake = null;
/** @type {(() => void) | null} ends the lock of a waiting page */
let release = null;

/** Does both at the right times from now on, as far as the browser can. */
export function watchMatches() {
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", settle);
    effect(() => {
      const shown = room.value;
      const plays = shown?.stage === "playing" && shown.seat !== null && !shown.paused;
      wanted = plays && !isSlow.value && connection.value.phase !== "ended";
      settle();
    });
  }
  if ("setAppBadge" in navigator && matchMedia("(display-mode: standalone)").matches)
    effect(() => {
      showWaiting(questionKey.value !== null);
    });
}

async function settle() {
  if (!wanted) {
    awake?.release();
    awake = null;
  } else if (!asked && !document.hidden && (awake?.released ?? true)) {
    asked = true;
    awake = await navigator.wakeLock.request("screen").catch(() => null); // as on a low battery
    asked = false;
    if (!wanted) settle();
  }
}

/** @param {boolean} yours this table waits for this person */
async function showWaiting(yours) {
  if (yours === (release !== null)) return;
  if (yours) await hold();
  else {
    release?.();
    release = null;
  }
  await showBadge(page.room, yours);
}

/** @returns {Promise<void>} once the lock is held */
const hold = () =>
  new Promise((held) => {
    const ended = new Promise((end) => {
      release = () => end(undefined);
    });
    navigator.locks.request(OPEN_TABLE + page.room, { mode: "shared" }, () => {
      held();
      return ended;
    });
  });
