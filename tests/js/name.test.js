import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "@noble/hashes/sha2.js";
import { isolateNames } from "../../static/js/table/core/name.js";

test("bare names lead to the scripts that pages load", () => {
  assert.match(import.meta.resolve("@noble/hashes/sha2.js"), /\/static\/vendor\/noble-hashes-/);
  assert.equal(sha256(new Uint8Array()).length, 32);
});

test("only names that run from right to left are isolated", () => {
  const names = ["Ann", "דנה", "דנה 2"];
  assert.equal(isolateNames("Ann passes.", names), "Ann passes.");
  assert.equal(isolateNames("דנה 2 passes.", names), "\u2068דנה 2\u2069 passes.");
});
