/** Paper and wood, made in the browser: when a sound may be heard, how loud, and rest for the device in between. */
import { prefs } from "../core/prefs.js";
import { RECIPES } from "./sound_presets.js";

/** Milliseconds without a sound after which the device may rest; longer than any sound. */
const REST = 8000;
/** Milliseconds after which a sound has come too late to be told. */
const LATE = 400;

let context = null;
let rest = null;

/** Plays one of the recipes, unless sound is off or the browser has not been touched yet. */
export async function play(name) {
  const recipe = RECIPES[name];
  if (!recipe) throw new Error(`no such sound: ${name}`);
  if (!context || !prefs.value.sound || (document.hidden && name !== "turn")) return;
  const asked = performance.now();
  await wake();
  if (context.state !== "running" || performance.now() - asked > LATE) return;
  const gain = context.createGain();
  gain.gain.value = prefs.value.volume;
  gain.connect(context.destination);
  recipe(context, gain, context.currentTime + 0.01);
}

/** Browsers let a page sound only after a touch or a key. */
export function unlockOnFirstTouch() {
  const unlock = () => {
    if (!prefs.value.sound) return;
    context ??= new AudioContext();
    wake();
  };
  for (const touch of ["pointerup", "click", "keydown"]) addEventListener(touch, unlock);
}

/** An audio context that runs keeps a phone's loudspeaker awake, heard or not: it is let sleep when nothing has sounded for a while. */
async function wake() {
  clearTimeout(rest);
  rest = setTimeout(() => context.suspend(), REST);
  if (context.state !== "running") await context.resume();
}
