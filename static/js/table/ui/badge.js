/**
 * The badge of the installed app: the number of open tables that wait for this person.
 *
 * Each waiting page holds a lock of the browser, which ends with the page however it ends.
 */
import { page } from "../core/page_data.js";

const PREFIX = "table waits: ";

/** @type {(() => void) | null} gives the lock back */
let release = null;

/** @param {boolean} yours this table waits for this person */
export async function showWaiting(yours) {
  if (yours === (release !== null)) return;
  if (yours) await hold();
  else {
    release?.();
    release = null;
  }
  const { held = [] } = await navigator.locks.query();
  const tables = new Set(held.map(({ name }) => name).filter((name) => name?.startsWith(PREFIX)));
  if (!yours) tables.delete(PREFIX + page.room);
  await (tables.size ? navigator.setAppBadge(tables.size) : navigator.clearAppBadge());
}

/** @returns {Promise<void>} once the lock is held */
const hold = () =>
  new Promise((held) => {
    const ended = new Promise((end) => {
      release = () => end(undefined);
    });
    navigator.locks.request(PREFIX + page.room, { mode: "shared" }, () => {
      held();
      return ended;
    });
  });
