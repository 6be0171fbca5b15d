/** The evening's ledger: the orders of its matches, and what each has earned in the last game. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ledgerOf } from "../../static/js/table/end/ledger_rows.js";

const placed = (who, place, points) => ({ who, name: `P${who}`, place, points });

test("a line leads through the places of all matches", () => {
  const { orders } = ledgerOf([
    { match: "a", game: "g", title: "G", places: [placed(0, 2, 1), placed(1, 1, 5)] },
    { match: "b", game: "g", title: "G", places: [placed(0, 1, 7), placed(1, 2, 3)] },
  ]);
  assert.deepEqual(orders, [
    [1, 0],
    [0, 1],
  ]);
});

test("a stopped match has its order by points, and a person who came back stands once", () => {
  const { orders } = ledgerOf([
    {
      match: "a",
      game: "g",
      title: "G",
      places: [placed(0, null, 1), placed(1, null, 5), placed(0, null, 0)],
    },
  ]);
  assert.deepEqual(orders, [[1, 0]]);
});

test("points of another game are not added up", () => {
  const { earned } = ledgerOf([
    { match: "a", game: "other", title: "O", places: [placed(0, 1, 50)] },
    { match: "b", game: "g", title: "G", places: [placed(0, 1, 7)] },
    { match: "c", game: "g", title: "G", places: [placed(0, 1, 4)] },
  ]);
  assert.equal(earned.get(0).points, 11);
});
