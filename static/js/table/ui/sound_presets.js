/**
 * The sounds as audio graphs: paper, wood and soft tones. They need no page, so they can be
 * measured without one.
 */

/**
 * Each adds its voices to an audio context, from the second `at` on, into the node `into`. None is
 * louder than half of full scale. A phone's loudspeaker gives little below 300 Hz, so deep sounds
 * have higher voices as well.
 * @typedef {(context: BaseAudioContext, into: AudioNode, at: number) => void} Recipe
 */

/** @typedef {[context: BaseAudioContext, into: AudioNode, at: number]} Voice */

/** @type {Record<string, Recipe>} */
export const PRESETS = {
  card: (...to) => paper(...to, { pitch: 2000, seconds: 0.12, level: 0.75 }),
  slide: (...to) => paper(...to, { pitch: 1500, seconds: 0.2, level: 0.6 }),
  gather: (...to) => {
    for (const [i, late] of [0, 0.06, 0.12].entries())
      paper(...later(to, late), { pitch: 2000 - 350 * i, seconds: 0.1, level: 0.6 });
  },
  deal: (...to) => {
    for (let i = 0; i < 7; i++)
      paper(...later(to, 0.04 * i), { pitch: 2300 + 60 * i, seconds: 0.06, level: 0.6 });
  },
  knock: (...to) => {
    for (const late of [0, 0.1]) wood(...later(to, late), { pitch: 330, level: 0.24 });
  },
  pass: (...to) => wood(...to, { pitch: 294, level: 0.18 }),
  no: (...to) => {
    wood(...to, { pitch: 262, level: 0.24 });
    wood(...later(to, 0.11), { pitch: 208, level: 0.24 });
  },
  rung: (...to) => {
    for (let step = 0; step < 4; step++)
      wood(...later(to, 0.12 * step), { pitch: 294 + 66 * step, level: 0.22 });
  },
  creak: (...to) => {
    creak(...to);
    wood(...later(to, 0.62), { pitch: 165, level: 0.28 });
  },
  stamp: (...to) => {
    wood(...to, { pitch: 196, level: 0.26 });
    paper(...later(to, 0.02), { pitch: 1200, seconds: 0.16, level: 0.7 });
  },
  herald: (...to) => {
    PRESETS.stamp(...to);
    for (const [i, pitch] of [392, 587.33].entries())
      tone(...later(to, 0.16 + 0.14 * i), { pitch, seconds: 0.6, level: 0.16 });
  },
  turn: (...to) => {
    tone(...to, { pitch: 523.25, seconds: 0.45, level: 0.2 });
    tone(...later(to, 0.16), { pitch: 659.25, seconds: 0.45, level: 0.2 });
  },
  fanfare: (...to) => {
    for (const [i, pitch] of [392, 523.25, 659.25].entries())
      tone(...later(to, 0.13 * i), { pitch, seconds: 0.4, level: 0.17 });
    for (const pitch of [523.25, 659.25, 783.99])
      tone(...later(to, 0.39), { pitch, seconds: 1, level: 0.1 });
  },
};

/**
 * @param {Voice} voice
 * @param {number} seconds
 * @returns {Voice}
 */
const later = ([context, into, at], seconds) => [context, into, at + seconds];

/**
 * Noise in a narrow band, as of a card that brushes cloth.
 * @param {BaseAudioContext} context
 * @param {AudioNode} into
 * @param {number} at
 * @param {{pitch: number, seconds: number, level: number}} sound `pitch` in Hz, the middle of the
 *   band
 */
function paper(context, into, at, { pitch, seconds, level }) {
  const source = context.createBufferSource();
  source.buffer = noiseOf(context);
  const soft = filter(context, "lowpass", 5200, 0.5);
  source
    .connect(filter(context, "bandpass", pitch, 0.9))
    .connect(soft)
    .connect(fading(context, into, at, seconds, level));
  source.start(at, (at * 0.37) % (NOISE - 0.3), seconds);
}

/**
 * A struck block: its note and the two overtones of a bar of wood, which die sooner.
 * @param {BaseAudioContext} context
 * @param {AudioNode} into
 * @param {number} at
 * @param {{pitch: number, level: number}} sound
 */
function wood(context, into, at, { pitch, level }) {
  for (const [times, share, seconds] of [
    [1, 1, 0.16],
    [2.76, 0.6, 0.1],
    [5.4, 0.16, 0.04],
  ]) {
    const body = context.createOscillator();
    body.frequency.setValueAtTime(pitch * times * 1.25, at);
    body.frequency.exponentialRampToValueAtTime(pitch * times, at + 0.02);
    body.connect(fading(context, into, at, seconds, level * share));
    body.start(at);
    body.stop(at + seconds + 0.02);
  }
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} into
 * @param {number} at
 * @param {{pitch: number, seconds: number, level: number}} sound
 */
function tone(context, into, at, { pitch, seconds, level }) {
  for (const [times, share] of [
    [1, 1],
    [2, 0.2],
    [3, 0.06],
  ]) {
    const voice = context.createOscillator();
    voice.frequency.value = pitch * times;
    voice.connect(fading(context, into, at, seconds, level * share));
    voice.start(at);
    voice.stop(at + seconds + 0.02);
  }
}

/**
 * An old stair: a slow sawtooth that sinks and trembles, heard through two resonances.
 * @param {BaseAudioContext} context
 * @param {AudioNode} into
 * @param {number} at
 */
function creak(context, into, at) {
  const voice = context.createOscillator();
  voice.type = "sawtooth";
  voice.frequency.setValueAtTime(104, at);
  voice.frequency.linearRampToValueAtTime(66, at + 0.55);
  const wobble = context.createOscillator();
  wobble.frequency.value = 17;
  const depth = context.createGain();
  depth.gain.value = 14;
  wobble.connect(depth).connect(voice.frequency);
  for (const [pitch, level] of [
    [760, 0.9],
    [1650, 0.6],
  ])
    voice
      .connect(filter(context, "bandpass", pitch, 6))
      .connect(fading(context, into, at, 0.6, level, 0.12));
  for (const part of [voice, wobble]) {
    part.start(at);
    part.stop(at + 0.62);
  }
}

/**
 * @param {BaseAudioContext} context
 * @param {BiquadFilterType} type
 * @param {number} frequency
 * @param {number} q
 */
function filter(context, type, frequency, q) {
  const made = context.createBiquadFilter();
  made.type = type;
  made.frequency.value = frequency;
  made.Q.value = q;
  return made;
}

/**
 * A gain that rises to `level` within `rise` seconds and is gone after `seconds`.
 * @param {BaseAudioContext} context
 * @param {AudioNode} into
 * @param {number} at
 * @param {number} seconds
 * @param {number} level
 * @param {number} [rise]
 */
function fading(context, into, at, seconds, level, rise = 0.005) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(into);
  return gain;
}

/** Seconds of noise that all paper is cut from. */
const NOISE = 1;
/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/**
 * The same noise everywhere, so that a sound can be measured.
 * @param {BaseAudioContext} context
 */
function noiseOf(context) {
  const known = noises.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, NOISE * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[i] = seed / 2 ** 31 - 1;
  }
  noises.set(context, buffer);
  return buffer;
}
