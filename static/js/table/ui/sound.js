/** The sounds of a table: when one may be heard, how loud, and rest for the device in between. */
import { prefs } from "../core/prefs.js";
import { PRESETS } from "./sound_presets.js";

/** Milliseconds without a sound after which the device may rest; longer than any sound. */
const SUSPEND_AFTER_MS = 8000;
/** Milliseconds after which a sound comes too late to be played. */
const TOO_LATE_MS = 400;

/** @type {AudioContext | null} */
let context = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let suspendTimer;

/**
 * Plays one of the presets, unless sound is off or the page has not been touched yet.
 * @param {string} name
 */
export async function play(name) {
  const recipe = PRESETS[name];
  if (!recipe) throw new Error(`no such sound: ${name}`);
  if (!context || !prefs.value.sound || (document.hidden && name !== "turn")) return;
  const asked = performance.now();
  await resume();
  if (context.state !== "running" || performance.now() - asked > TOO_LATE_MS) return;
  const gain = context.createGain();
  gain.gain.value = prefs.value.volume;
  gain.connect(context.destination);
  recipe(context, gain, context.currentTime + 0.01);
}

/** Prepares sound at the first touch or key: browsers allow none before. */
export function unlockOnFirstTouch() {
  const unlock = () => {
    if (!prefs.value.sound) return;
    context ??= new AudioContext();
    resume();
  };
  for (const touch of ["pointerup", "click", "keydown"]) addEventListener(touch, unlock);
}

/**
 * Resumes the audio context and suspends it again later: while it runs it keeps a phone's
 * loudspeaker awake.
 */
async function resume() {
  clearTimeout(suspendTimer);
  suspendTimer = setTimeout(() => context?.suspend(), SUSPEND_AFTER_MS);
  if (context && context.state !== "running") await context.resume();
}
