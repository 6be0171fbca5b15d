import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyDiscipline } from "../../static/games/scum-the-masquerade/move_words.js";

const moves = [{ type: "use", discipline: "auspex" }];

test("the only discipline is explained, unless the first step asks which one", () => {
  assert.equal(onlyDiscipline({ step: { name: "targets" }, moves }), "auspex");
  assert.equal(onlyDiscipline({ step: { name: "discipline" }, moves }), null);
  assert.equal(onlyDiscipline({ step: null, moves: [] }), null);
});
