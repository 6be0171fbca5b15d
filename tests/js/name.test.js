import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "htm/preact";
import { isolateNames } from "../../static/js/table/core/name.js";

test("bare names lead to the scripts that pages load", () => {
  assert.match(import.meta.resolve("htm/preact"), /\/static\/vendor\/htm-preact-/);
  assert.equal(html`<p />`.type, "p");
});

test("only names that run from right to left are isolated", () => {
  const names = ["Ann", "דנה", "דנה 2"];
  assert.equal(isolateNames("Ann passes.", names), "Ann passes.");
  assert.equal(isolateNames("דנה 2 passes.", names), "\u2068דנה 2\u2069 passes.");
});
