import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "htm/preact";
import { isolateNames, renamed } from "../../static/js/table/core/name.js";

test("bare names lead to the scripts that pages load", () => {
  assert.match(import.meta.resolve("htm/preact"), /\/static\/vendor\/htm-preact-/);
  assert.equal(html`<p />`.type, "p");
});

test("only names that run from right to left are isolated", () => {
  const names = ["Ann", "דנה", "דנה 2"];
  assert.equal(isolateNames("Ann passes.", names), "Ann passes.");
  assert.equal(isolateNames("דנה 2 passes.", names), "\u2068דנה 2\u2069 passes.");
  assert.equal(
    isolateNames("דנה 2 and דנה pass.", names),
    "\u2068דנה 2\u2069 and \u2068דנה\u2069 pass.",
  );
  assert.equal(isolateNames("דנה 10, Ann 7", names), "\u2068דנה\u2069 10, Ann 7");
  assert.equal(isolateNames("דנה+ leads.", ["דנה+"]), "\u2068דנה+\u2069 leads.");
});

test("lines that were said have a new name, and every other word as it was", () => {
  const said = (...texts) => texts.map((text) => ({ text }));
  const before = ["Ann", "Ann 2", "A+", "Ida"];
  const lines = said("Ann 2 leads; Ann passes.", "Anna, A+ and (Ann) wait.", "Ida passes.");
  assert.equal(renamed(lines, before, [...before, "Cleo"]), lines, "the same for the same names");
  assert.deepEqual(
    renamed(lines, before, ["Uwe", "Ann 2", "Bob", "Ida"]),
    said("Ann 2 leads; Uwe passes.", "Anna, Bob and (Uwe) wait.", "Ida passes."),
  );
});
