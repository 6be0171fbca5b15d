// What a report says by itself: the window's size, wishes of the system, and the last mistakes of our scripts; shown before it is sent.
import { mishaps } from "./error_log.js";

const wishes = [
  "(prefers-reduced-motion: reduce)",
  "(prefers-color-scheme: dark)",
  "(forced-colors: active)",
  "(pointer: coarse)",
].filter((wish) => matchMedia(wish).matches);
const place = document.querySelector("[data-noted]");
place.querySelector("textarea").value = [
  `${innerWidth} by ${innerHeight} pixels, at ${devicePixelRatio}`,
  navigator.userAgent,
  ...wishes,
  ...mishaps(),
].join("\n");
place.hidden = false;
