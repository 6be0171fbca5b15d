import assert from "node:assert/strict";
import { test } from "node:test";
import { finalOrder } from "../../static/js/table/play/final_order.js";

const outcome = (ranking, points) => ({ ranking, points, reason: "last-deal" });

test("the result of a match shows places of the match, and no titles of its last hand", () => {
  const rows = finalOrder([0, 1, 2], outcome([[2], [0], [1]], [9, 4, 12]));
  assert.deepEqual(
    rows.map(({ seat, title, points }) => [seat, title, points]),
    [
      [2, "1st place", 12],
      [0, "2nd place", 9],
      [1, "3rd place", 4],
    ],
  );
  assert.deepEqual(
    rows.map(({ place }) => place),
    ["first", "second", "last"],
  );
});

test("seats with the same result share a place", () => {
  const rows = finalOrder([0, 1, 2, 3], outcome([[0, 2], [1], [3]], [5, 3, 5, 1]));
  assert.deepEqual(
    rows.map(({ title }) => title),
    ["1st place, shared", "1st place, shared", "3rd place", "4th place"],
  );
});

test("a seat that left during the match says so beside its place", () => {
  const rows = finalOrder([0, 1], outcome([[0], [1], [2]], [5, 3, 2]));
  assert.equal(rows[2].title, "3rd place, left the table");
});
