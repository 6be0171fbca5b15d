/**
 * The technical part of a problem report: window size, system preferences and recent script errors.
 * It is shown before it is sent.
 */
import { recentErrors } from "./error_log.js";

const systemPreferences = [
  "(prefers-reduced-motion: reduce)",
  "(prefers-color-scheme: dark)",
  "(forced-colors: active)",
  "(pointer: coarse)",
].filter((wish) => matchMedia(wish).matches);
const place = /** @type {HTMLElement} */ (document.querySelector("[data-noted]"));
const field = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
field.value = [
  `${innerWidth} by ${innerHeight} pixels, at ${devicePixelRatio}`,
  navigator.userAgent,
  ...systemPreferences,
  ...recentErrors(),
].join("\n");
place.hidden = false;
