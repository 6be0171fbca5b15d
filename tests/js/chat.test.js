import assert from "node:assert/strict";
import { test } from "node:test";

/** A page without data. */
Object.assign(globalThis, { document: { getElementById: () => null } });
const { withLines } = await import("../../static/js/table/core/store.js");

const line = (at, text, more = {}) => ({ person: "ann", name: "Ann", text, at, ...more });

test("a removed line takes the place of what was said, and comes back there", () => {
  const said = withLines([], [line(1, "Hello"), line(2, "You fool"), line(3, "Sorry")]);
  const removed = withLines(said, [line(2, "", { removed: true })]);
  assert.deepEqual(
    removed.map((one) => [one.text, Boolean(one.removed)]),
    [
      ["Hello", false],
      ["", true],
      ["Sorry", false],
    ],
  );
  assert.deepEqual(withLines(removed, [line(2, "You fool")]), said);
  assert.deepEqual(withLines(removed, [line(2, "", { removed: true })]).length, 4, "told anew");
});

test("lines of others at the same time, and of the server, are lines of their own", () => {
  const said = withLines([], [line(1, "Hello"), line(1, "Hi", { person: "ben" })]);
  assert.equal(withLines(said, [line(1, "", { person: "cleo", removed: true })]).length, 3);
  assert.equal(withLines(said, [line(1, "Once more")]).length, 3);
});
