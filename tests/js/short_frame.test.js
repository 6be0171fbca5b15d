import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { wholeFrame } from "../../static/js/table/core/short_frame.js";

const examples = JSON.parse(readFileSync(new URL("short_frames.json", import.meta.url), "utf-8"));

test("a short frame says what the whole one says", () => {
  assert.ok(examples.some(({ short }) => short.more?.[0].moves.some((entry) => "field" in entry)));
  for (const { whole, short } of examples) assert.deepEqual(wholeFrame(short), whole);
});

test("a whole frame stays as it is", () => {
  for (const { whole } of examples) assert.deepEqual(wholeFrame(whole), whole);
});
