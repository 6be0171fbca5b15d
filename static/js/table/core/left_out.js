/** Things of a kind that this page does not know: each kind is said and reported once. */
import { signal } from "@preact/signals";

/** True while the page says that it has left something out. */
export const leftOut = signal(false);

/** @type {Set<string>} */
const reported = new Set();

/**
 * Notes that something was left out. The error log gets each message once.
 * @param {unknown} error
 */
export function noteLeftOut(error) {
  if (reported.has(String(error))) return;
  reported.add(String(error));
  reportError(error);
  queueMicrotask(() => (leftOut.value = true)); // not while a component is drawn
}

/**
 * The same function, but what it throws is noted, and `otherwise` returned.
 * @template {unknown[]} Given
 * @template Result
 * @param {(...given: Given) => Result} call
 * @param {Result} otherwise
 * @returns {(...given: Given) => Result}
 */
export function guarded(call, otherwise) {
  return (...given) => {
    try {
      return call(...given);
    } catch (error) {
      noteLeftOut(error);
      return otherwise;
    }
  };
}
