import assert from "node:assert/strict";
import { test } from "node:test";
import { effectOf } from "../../static/games/scum-the-masquerade/effects.js";

const table = (options) => ({ options: { evening: "masquerade", ...options } });

test("a table by the letter reads the letter's effects, and ours for all else", () => {
  const letter = table({ ruleset: "hr1" });
  assert.match(effectOf(letter, "presence", 1), /on their next turn/);
  assert.match(effectOf(letter, "protean", 3), /as any card\.$/);
  assert.equal(effectOf(letter, "auspex"), effectOf(table({ ruleset: "hr2" }), "auspex"));
});

test("a First Night is of our set", () => {
  assert.match(
    effectOf({ options: { evening: "first-night", ruleset: "hr1" } }, "presence"),
    /until this trick ends/,
  );
});
