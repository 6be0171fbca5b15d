import assert from "node:assert/strict";
import { test } from "node:test";

// the preferences beside it ask for a page
globalThis.addEventListener = () => {};
globalThis.document = { documentElement: { dataset: {} } };
const { moveCard, saveOrder, sortHand } = await import("../../static/js/cards/order.js");

const FACES = ["3", "4", "9", "K", "A"];
const rank = (code) => FACES.indexOf(code);
const group = (code) => code;
const sorted = (codes, sort, match = "m") => sortHand(codes, sort, match, rank, group).join(" ");

test("a hand by rank is in the game's own order", () => {
  assert.equal(sorted(["A", "3", "K", "9"], "rank"), "3 9 K A");
});

test("a hand by sets has the largest set first, and equal sets by rank", () => {
  assert.equal(sorted(["A", "3", "9", "9", "3", "9", "K"], "sets"), "9 9 9 3 3 K A");
});

test("an owner's order stays for the cards that are left, and new cards come last by rank", () => {
  saveOrder("m", ["A", "3", "9"]);
  assert.equal(sorted(["3", "9", "A"], "own"), "A 3 9");
  assert.equal(sorted(["K", "9", "A", "4"], "own"), "A 9 4 K");
  assert.equal(sorted(["3", "9", "A"], "own", "another match"), "3 9 A");
});

test("equal cards keep as many places as were laid", () => {
  saveOrder("m", ["9", "3", "9"]);
  assert.equal(sorted(["9", "9", "9", "3"], "own"), "9 3 9 9");
});

test("a card is moved and the others close up", () => {
  assert.deepEqual(moveCard(["3", "4", "9", "K"], 0, 2), ["4", "9", "3", "K"]);
  assert.deepEqual(moveCard(["3", "4", "9", "K"], 3, 0), ["K", "3", "4", "9"]);
});

test("an order that nobody knows is an error", () => {
  assert.throws(() => sorted(["3"], "shuffled"), /no such order/);
});

test("a hand that is sorted is another list", () => {
  const codes = ["A", "3"];
  sorted(codes, "rank");
  assert.deepEqual(codes, ["A", "3"]);
});
