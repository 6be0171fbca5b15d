/** Delays: what ended stays in sight where it happened, for a moment. */
import { useEffect, useState } from "preact/hooks";
import { motionAllowed } from "../ui/motion.js";

/** @import { Frame } from "../../messages.js" */

/** Milliseconds. A touch or a key ends it sooner. */
const DELAY_MS = 3200;
/** Milliseconds that the last frame may come after the room's message. */
const GRACE_MS = 400;

/**
 * True if the table still shows the end of the match of `frame`. Never for those who came later or
 * want less motion.
 * @param {Frame | null} frame
 * @param {string | undefined} stage
 */
export function useResultDelay(frame, stage) {
  const [dismissed, dismiss] = useState(/** @type {string | null} */ (null));
  const live = frame !== null && frame.n > 1 && motionAllowed();
  const visible =
    live && (stage === "gathering" || frame.outcome !== null) && dismissed !== nameOf(frame);
  useEffect(() => {
    if (!visible) return undefined;
    const end = () => dismiss(nameOf(frame));
    const timer = setTimeout(end, frame.outcome === null ? GRACE_MS : DELAY_MS);
    if (frame.outcome !== null) for (const sign of INPUT_EVENTS) addEventListener(sign, end);
    return () => {
      clearTimeout(timer);
      for (const sign of INPUT_EVENTS) removeEventListener(sign, end);
    };
  }, [visible && nameOf(frame)]);
  return visible;
}

/** Milliseconds that a finished trick or hand stays in sight. */
const LINGER_MS = 1500;

/**
 * True for a moment after `part` changed, in which the end of the part before is shown.
 * @param {string | number | null} part
 * @param {boolean} shown false: the change is of no interest
 * @param {number} [ms]
 */
export function useLinger(part, shown, ms = LINGER_MS) {
  const [settled, settle] = useState(part);
  const fresh = shown && part !== settled;
  useEffect(() => {
    if (!fresh) return undefined;
    const timer = setTimeout(() => settle(part), ms);
    return () => clearTimeout(timer);
  }, [fresh, part]);
  return fresh;
}

const INPUT_EVENTS = ["pointerup", "keydown"];
/** @param {Frame} frame */
const nameOf = ({ match, outcome }) => `${match}:${outcome === null ? "on" : "over"}`;
