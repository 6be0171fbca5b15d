/** The end of a match is seen where it happened, before the result takes the table's place. */
import { useEffect, useState } from "preact/hooks";
import { mayMove } from "../ui/motion.js";

/** Milliseconds: the last cards, the last climb. A touch or a key ends it sooner. */
const LAST_LOOK = 3200;
/** Milliseconds that the last frame may come after the news that the room gathers again. */
const BEHIND = 400;

/** Whether the table still shows how the match of `frame` ended; never for whoever came later, or asked for less motion. */
export function useLastLook(frame, stage) {
  const [looked, look] = useState(null);
  const live = frame !== null && frame.n > 1 && mayMove();
  const looking =
    live && (stage === "gathering" || frame.outcome !== null) && looked !== nameOf(frame);
  useEffect(() => {
    if (!looking) return undefined;
    const enough = () => look(nameOf(frame));
    const timer = setTimeout(enough, frame.outcome === null ? BEHIND : LAST_LOOK);
    if (frame.outcome !== null) for (const sign of SIGNS) addEventListener(sign, enough);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, enough);
    };
  }, [looking && nameOf(frame)]);
  return looking;
}

const SIGNS = ["pointerup", "keydown"];
const nameOf = ({ match, outcome }) => `${match}:${outcome === null ? "on" : "over"}`;
