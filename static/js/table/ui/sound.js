/** The sounds of a table: when one may be heard, how loud, and rest for the device in between. */
import { prefs } from "../core/prefs.js";

/** @import { Recipe } from "./sound_presets.js" */

/** Milliseconds without a sound after which the device may rest; longer than any sound. */
const SUSPEND_AFTER_MS = 8000;
/** Milliseconds after which a sound comes too late to be played. */
const TOO_LATE_MS = 400;
/** Milliseconds within which a browser that plays sounds begins to. */
const ASKED_MS = 500;

/** @type {AudioContext | null} */
let context = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let suspendTimer;
/** @type {Promise<Record<string, Recipe> | null> | null} */
let presets = null;

/**
 * Plays one of the presets, unless sound is off or the page has not been touched yet.
 * @param {string} name
 */
export async function play(name) {
  if (!context || !prefs.value.sound || (document.hidden && name !== "turn")) return;
  const asked = performance.now();
  const [recipes] = await Promise.all([loadPresets(), resume()]);
  if (recipes === null) return;
  const recipe = recipes[name];
  if (!recipe) throw new Error(`no such sound: ${name}`);
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
    loadPresets();
  };
  for (const touch of ["pointerup", "click", "keydown"]) addEventListener(touch, unlock);
}

/** True if the browser plays sounds of this page, which it may do only after a touch. */
export async function mayPlay() {
  context ??= new AudioContext();
  await Promise.race([resume(), new Promise((late) => setTimeout(late, ASKED_MS))]);
  return context.state === "running";
}

/** The presets, once a sound can be heard; null where they did not load. */
function loadPresets() {
  presets ??= import("./sound_presets.js").then(
    ({ PRESETS }) => PRESETS,
    () => {
      presets = null;
      return null;
    },
  );
  return presets;
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
