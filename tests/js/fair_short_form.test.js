import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FORM, wholeMessage } from "../../static/js/fair/short_form.js";

const examples = JSON.parse(
  readFileSync(new URL("../fair/short_messages.json", import.meta.url), "utf-8"),
);

test("a short message says what the whole one says", () => {
  const kinds = new Set(examples.map(({ short }) => short.type));
  assert.deepEqual([...kinds].sort(), ["cards-opened", "dealt", "shuffle"]);
  for (const { whole, short } of examples) {
    assert.equal(short.form, FORM.value);
    assert.deepEqual(wholeMessage(short), whole);
  }
});

test("a whole message stays as it is", () => {
  for (const { whole } of examples) assert.equal(wholeMessage(whole), whole);
});

test("a malformed short message becomes one that fits no hash", () => {
  const { short } = examples.find((example) => example.short.type === "dealt");
  const { keys, nodes } = wholeMessage({ ...short, keys: ["?", 7], nodes: "?" });
  assert.deepEqual([keys, nodes], [["", ""], []]);
});
