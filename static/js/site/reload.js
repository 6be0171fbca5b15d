/** Reloads that a page makes by itself: one for each build of the server, and none soon after. */

const KEY = "reloaded"; // also in boot.js
const REST_MS = 5 * 60_000;
/** Messages still come while the new page is on its way: another reload would begin it afresh. */
let reloading = false;

/**
 * True if this window may reload itself for a server of this build.
 * @param {string} wanted
 */
export function mayReload(wanted) {
  try {
    const last = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.setItem(KEY, JSON.stringify(last));
    return last === null || (last.build !== wanted && Date.now() - last.at > REST_MS);
  } catch {
    return false; // without storage it could not be told how often
  }
}

/**
 * Reloads the page for a server of this build. Ask mayReload first.
 * @param {string} wanted
 */
export function reloadFor(wanted) {
  if (reloading) return;
  reloading = true;
  sessionStorage.setItem(KEY, JSON.stringify({ build: wanted, at: Date.now() }));
  location.reload();
}
