import assert from "node:assert/strict";
import { test } from "node:test";
import { PRESETS } from "../../static/js/table/ui/sound_presets.js";

const AT = 2;
const LONGEST = 1.6; // seconds; a sound is over before the next move

/** A parameter of a node that notes what it is told. */
class Param {
  value = 0;
  steps = [];

  setValueAtTime(value, at) {
    this.steps.push({ value, at });
  }

  exponentialRampToValueAtTime(value, at) {
    assert.ok(value > 0, "an exponential ramp cannot reach nought");
    this.steps.push({ value, at });
  }

  linearRampToValueAtTime(value, at) {
    this.steps.push({ value, at });
  }
}

/** A node of an audio graph. */
class Node {
  to = [];
  frequency = new Param();
  gain = new Param();
  Q = new Param();
  begun = null;
  ended = null;

  connect(other) {
    this.to.push(other);
    return other;
  }

  start(at, _offset, seconds) {
    this.begun = at;
    if (seconds !== undefined) this.ended = at + seconds;
  }

  stop(at) {
    this.ended = at;
  }
}

/** An audio context that makes no sound. */
class Context {
  sampleRate = 8000;
  nodes = [];

  #add() {
    const node = new Node();
    this.nodes.push(node);
    return node;
  }

  createOscillator = () => this.#add();
  createGain = () => this.#add();
  createBiquadFilter = () => this.#add();
  createBufferSource = () => this.#add();
  createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) });
}

function played(name) {
  const context = new Context();
  const into = new Node();
  PRESETS[name](context, into, AT);
  return { context, into };
}

/** True if the node is heard, or shapes another one. */
const reaches = (node, into) =>
  node === into || node instanceof Param || node.to.some((other) => reaches(other, into));

for (const name of Object.keys(PRESETS)) {
  test(`${name}: each voice begins in time, ends, and is heard`, () => {
    const { context, into } = played(name);
    const voices = context.nodes.filter((node) => node.begun !== null);
    assert.ok(voices.length > 0);
    for (const voice of voices) {
      assert.ok(voice.begun >= AT);
      assert.ok(voice.ended > voice.begun && voice.ended <= AT + LONGEST, `${voice.ended}`);
      assert.ok(reaches(voice, into));
    }
  });

  test(`${name}: what goes to the loudspeaker begins and ends in silence`, () => {
    const { context, into } = played(name);
    const last = context.nodes.filter((node) => node.to.includes(into));
    assert.ok(last.length > 0);
    for (const { gain } of last) {
      const [first, loud, end] = gain.steps;
      assert.ok(first.value < 0.001 && end.value < 0.001);
      assert.ok(loud.value <= 0.9);
      assert.ok(first.at < loud.at && loud.at < end.at);
    }
  });
}
