import assert from "node:assert/strict";
import { test } from "node:test";
import { noted } from "../../static/js/table/play/orders.js";

const NOTHING = { match: "", deals: {} };

test("of each deal the newest order is kept", () => {
  let evening = noted(NOTHING, "m", 0, [0, 1]);
  evening = noted(evening, "m", 1, [0, 1]);
  evening = noted(evening, "m", 1, [1, 0]);
  evening = noted(evening, "m", 2, [1, 0]);
  assert.deepEqual(evening, { match: "m", deals: { 1: [1, 0], 2: [1, 0] } });
});

test("the same order makes nothing new, and another match begins anew", () => {
  const evening = noted(NOTHING, "m", 1, [0, 1]);
  assert.equal(noted(evening, "m", 1, [0, 1]), evening);
  assert.equal(noted(evening, "m", 0, [1, 0]), evening, "before a deal nobody stands anywhere");
  assert.deepEqual(noted(evening, "n", 1, [1, 0]), { match: "n", deals: { 1: [1, 0] } });
});
