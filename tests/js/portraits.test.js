import assert from "node:assert/strict";
import { test } from "node:test";
import { BIRDS } from "../../static/js/table/portraits/birds.js";
import { Face, portraitOf } from "../../static/js/table/portraits/portrait.js";

const IDS = Array.from({ length: 1300 }, (_, number) => `person-${number}`);

test("a person has the same portrait each time", () => {
  for (const id of IDS.slice(0, 50)) assert.deepEqual(portraitOf(id), portraitOf(id));
});

test("each bird is drawn about as often, and most evenings seat no two alike", () => {
  const drawn = Map.groupBy(IDS, (id) => portraitOf(id).bird.name);
  assert.equal(drawn.size, BIRDS.length);
  for (const [name, ids] of drawn) assert.ok(ids.length > 60 && ids.length < 140, name);
  const alike = new Set(IDS.map((id) => portraitOf(id).says));
  assert.ok(alike.size > 80, `only ${alike.size} kinds`);
});

test("there are at least twelve birds, and each stands out from the colour behind it", () => {
  assert.ok(BIRDS.length >= 12);
  for (const bird of BIRDS) assert.ok(bird.grounds.length >= 3, bird.name);
  for (const id of IDS) assert.ok(portraitOf(id).bird.grounds.includes(portraitOf(id).ground));
});

test("a screen reader hears the bird and what it wears, and a sleeper has its eyes shut", () => {
  const id = IDS.find((one) => portraitOf(one).says === "a heron with a monocle");
  assert.ok(id);
  const awake = Face({ id, place: "first" });
  assert.equal(awake.props["aria-label"], "a heron with a monocle");
  assert.equal(awake.props["data-frame"], "first");
  const text = (node) =>
    JSON.stringify(node, (key, value) => (key.startsWith("__") ? null : value));
  assert.ok(!text(awake).includes("face__lid"));
  assert.ok(text(Face({ id, place: null, asleep: true })).includes("face__lid"));
});

test("an odd name has a portrait too", () => {
  for (const id of ["", " 👩‍👧", "\u0000", "x".repeat(10_000)]) assert.ok(portraitOf(id).says);
});
