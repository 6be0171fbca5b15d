/** Paper and wood, made in the browser: every sound is a few milliseconds of noise or a soft tone. */
import { prefs } from "./prefs.js";

let context = null;

const RECIPES = {
  card: (at) => paper(at, 0.07, 2600, 0.5),
  slide: (at) => paper(at, 0.16, 1500, 0.35),
  gather: (at) => [0, 0.05, 0.1].forEach((late) => paper(at + late, 0.06, 2000 - late * 6000, 0.3)),
  deal: (at) => [0, 0.04, 0.08, 0.12, 0.16, 0.2, 0.24].forEach((late) => paper(at + late, 0.035, 3000, 0.28)),
  knock: (at) => [0, 0.09].forEach((late) => wood(at + late, 190, 0.5)),
  pass: (at) => wood(at, 150, 0.35),
  rung: (at) => [0, 0.12, 0.24, 0.36].forEach((late, step) => wood(at + late, 200 + step * 45, 0.4)),
  creak: (at) => creak(at),
  turn: (at) => [[0, 523.25], [0.16, 659.25]].forEach(([late, pitch]) => tone(at + late, pitch, 0.4, 0.22)),
  fanfare: (at) => [[0, 392], [0.13, 523.25], [0.26, 659.25], [0.39, 783.99]].forEach(([late, pitch]) => tone(at + late, pitch, 0.5, 0.2)),
  no: (at) => wood(at, 95, 0.4),
};

/** Plays one of the recipes, unless sound is off or the browser has not been touched yet. */
export function play(name) {
  const recipe = RECIPES[name];
  if (!recipe) throw new Error(`no such sound: ${name}`);
  if (!prefs.value.sound || document.hidden && name !== "turn") return;
  if (!context || context.state !== "running") return;
  recipe(context.currentTime + 0.01);
}

/** Browsers let a page sound only after a touch or a key. */
export function unlockOnFirstTouch() {
  const unlock = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  };
  for (const touch of ["pointerup", "keydown"]) addEventListener(touch, unlock);
}

function out(level) {
  const gain = context.createGain();
  gain.gain.value = level * prefs.value.volume;
  gain.connect(context.destination);
  return gain;
}

function fade(at, seconds, level) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out(1));
  return gain;
}

function paper(at, seconds, pitch, level) {
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length);
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = Math.max(300, pitch);
  band.Q.value = 0.7;
  source.connect(band).connect(fade(at, seconds, level));
  source.start(at);
}

function wood(at, pitch, level) {
  const body = context.createOscillator();
  body.type = "triangle";
  body.frequency.setValueAtTime(pitch * 1.6, at);
  body.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  body.connect(fade(at, 0.13, level));
  body.start(at);
  body.stop(at + 0.15);
}

function tone(at, pitch, seconds, level) {
  for (const [times, share] of [[1, 1], [2, 0.18]]) {
    const voice = context.createOscillator();
    voice.type = "sine";
    voice.frequency.value = pitch * times;
    voice.connect(fade(at, seconds, level * share));
    voice.start(at);
    voice.stop(at + seconds);
  }
}

function creak(at) {
  const voice = context.createOscillator();
  voice.type = "sawtooth";
  voice.frequency.setValueAtTime(92, at);
  voice.frequency.linearRampToValueAtTime(58, at + 0.55);
  const wobble = context.createOscillator();
  wobble.frequency.value = 17;
  const depth = context.createGain();
  depth.gain.value = 14;
  wobble.connect(depth).connect(voice.frequency);
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 720;
  band.Q.value = 5;
  voice.connect(band).connect(fade(at, 0.6, 0.5));
  for (const part of [voice, wobble]) {
    part.start(at);
    part.stop(at + 0.65);
  }
  wood(at + 0.62, 80, 0.6);
}
