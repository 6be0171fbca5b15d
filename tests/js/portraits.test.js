import assert from "node:assert/strict";
import { test } from "node:test";
import { staged } from "../../static/js/table/core/staged.js";
import { BIRDS } from "../../static/js/table/portraits/birds.js";
import { codeOf, Face, portraitOf } from "../../static/js/table/portraits/portrait.js";

const IDS = Array.from({ length: 1300 }, (_, number) => `person-${number}`);

/** A face as text, with the components in it drawn. */
const drawn = (props) =>
  JSON.stringify(Face({ id: "x", place: null, ...props }), (key, value) => {
    if (key.startsWith("__")) return null;
    return typeof value?.type === "function" ? value.type(value.props) : value;
  });

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
  assert.ok(drawn({ id, place: "first" }).includes('"data-look":null'));
  assert.ok(drawn({ id, asleep: true }).includes('"data-look":"asleep"'));
});

test("an odd name has a portrait too", () => {
  for (const id of ["", " 👩‍👧", "\u0000", "x".repeat(10_000)]) assert.ok(portraitOf(id).says);
});

test("a chosen portrait is the same whatever the id, and its code is three signs", () => {
  for (const id of IDS.slice(0, 200)) {
    const code = codeOf(portraitOf(id));
    assert.match(code, /^[a-z][0-9][0-9]$/);
    assert.deepEqual(portraitOf("somebody else", code), portraitOf(id));
    assert.deepEqual(portraitOf("somebody else", `${code}s`), portraitOf(id));
  }
  for (const odd of ["z99", "a90", "s", "?"]) assert.ok(portraitOf("x", odd).says, "drawn anyway");
});

test("rank and role are worn, from what the row says alone", () => {
  const plain = drawn({});
  const kinds = [
    { place: "first" },
    { place: "penult" },
    { place: "last" },
    { wears: "visor" },
    { wears: "banner" },
    { wears: "mask T" },
    { wears: "hats 2" },
    { wears: "hats 3" },
  ].map(drawn);
  assert.equal(new Set([plain, ...kinds]).size, 9, "all differ");
  assert.equal(drawn({ wears: "something new" }), plain);
  assert.equal(drawn({ wears: "hats 0" }).match(/"hats/), null);
});

test("a moment gives one of three looks as long as it is shown, and else the bird holds still", () => {
  const at = (seat) => drawn({ seat });
  const still = at(0);
  staged.value = { seat: 0, glad: [0], sore: [1], greatness: "great" };
  assert.equal(new Set([still, at(0), at(1), at(2)]).size, 4);
  assert.equal(at(undefined), still, "outside the table");
  staged.value = null;
  assert.equal(at(0), still);
});
