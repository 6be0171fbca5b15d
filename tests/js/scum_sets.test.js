import assert from "node:assert/strict";
import { test } from "node:test";
import { setName } from "../../static/games/scum-of-the-earth/cards.js";

test("a set on the felt is called as in the log", () => {
  const called = [
    [5, 2, "two fives"],
    [6, 3, "three sixes"],
    [8, 1, "an eight"],
    [10, 4, "four tens"],
    [1, 1, "an Ace"],
    [12, 2, "two Queens"],
    [0, 1, "Zero"],
  ];
  for (const [face, number, words] of called) assert.equal(setName(face, number), words);
});
