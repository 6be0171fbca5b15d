import assert from "node:assert/strict";
import { test } from "node:test";
import { warmUp } from "../../static/js/fair/warm_up.js";

test("the warm-up goes the whole way of a check, in short steps", () => {
  const steps = warmUp();
  let step = steps.next();
  let many = 1;
  for (; !step.done; many += 1) step = steps.next();
  assert.equal(many, 11);
  assert.ok(step.value.read);
  const found = step.value.lies.map(({ says }) => says);
  for (const says of [
    "Seat 1 opened a different part",
    "A card that you were shown is not the one",
  ])
    assert.ok(
      found.some((lie) => lie.startsWith(says)),
      says,
    );
});
