import assert from "node:assert/strict";
import { test } from "node:test";
import { exportHeard, MADE_UP } from "../../static/js/fair/memory.js";
import { warmUp } from "../../static/js/fair/warm_up.js";
import { Browser } from "./fair_match.js";

test("the warm-up checks a made-up match in short steps, finds no lie and stores nothing", () => {
  const browser = new Browser();
  const stored = JSON.stringify(localStorage);
  const steps = warmUp();
  let step = steps.next();
  let many = 1;
  for (; !step.done; many += 1) step = steps.next();
  assert.equal(many, 2 * 8 + 16 * 3 + 1);
  const { lies, deal } = step.value ?? {};
  assert.deepEqual(lies, []);
  assert.deepEqual([deal?.number, deal?.decks, deal?.open], [15, 7, 134]);
  assert.equal(JSON.stringify(localStorage), stored);
  assert.equal(exportHeard(MADE_UP), "");
  assert.equal(browser.report, null);
});
