import assert from "node:assert/strict";
import { test } from "node:test";
import { freshDeal } from "../../static/games/skuncum/shuffle_plan.js";

const fresh = (stock, kept = 0) => {
  const tableau = { phase: "scrum", race: 1, seats: [{}, {}, {}, {}], deck_size: 134, stock, kept };
  return freshDeal({ view: { public: tableau } });
};

test("only the first hand of a shuffle is held against its deal", () => {
  assert.equal(fresh(114), true);
  assert.equal(fresh(94), false);
  assert.equal(fresh(119, 5), false, "five cards came before the shuffle");
});
