/**
 * Reloads that a page makes by itself: three in five minutes at most, and none for a build that the
 * last one was for and did not bring.
 */
import { build } from "./build.js";

const KEY = "reloaded"; // also in boot.js
const REST_MS = 5 * 60_000;
const MOST = 3;
/** Messages still come while the new page is on its way: another reload would begin it afresh. */
let reloading = false;

/**
 * The reloads of this window. `build`: what the last one was for, null once the page is of it;
 * `at`: the first of the five minutes; `count`: how many since.
 * @typedef {{build: string | null, at: number, count?: number}} Reloads
 */

/** @returns {Reloads | null} */
const recall = () => JSON.parse(sessionStorage.getItem(KEY) ?? "null");
/** @param {Reloads | null} reloads */
const remember = (reloads) => sessionStorage.setItem(KEY, JSON.stringify(reloads));

try {
  const last = recall();
  if (last?.build === build()) remember({ ...last, build: null });
} catch {
  // without storage no page reloads itself
}

/**
 * True if this window may reload itself for a server of this build.
 * @param {string} wanted
 */
export function mayReload(wanted) {
  try {
    const last = recall();
    remember(last);
    if (last === null) return true;
    const rested = Date.now() - last.at > REST_MS;
    return last.build !== wanted && (rested || (last.count ?? MOST) < MOST);
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
  const last = recall();
  const goesOn = last !== null && Date.now() - last.at <= REST_MS;
  remember({
    build: wanted,
    at: goesOn ? last.at : Date.now(),
    count: goesOn ? (last.count ?? 0) + 1 : 1,
  });
  location.reload();
}
