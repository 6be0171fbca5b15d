import assert from "node:assert/strict";
import { test } from "node:test";
import { momentText, progressText, summary } from "../../static/js/table/replay/look_back_text.js";

const found = { answers: 40, choices: 30, tried: 30, level: 0, whole: true, moments: [] };
const moment = {
  step: 12,
  deal: 2,
  question: "To beat: a nine.",
  made: "Pass",
  other: "Play the two",
  gain: -23,
  margin: 6,
  deals: 128,
};

test("nothing stood out is an answer, and what chance decided is told", () => {
  assert.deepEqual(summary(found), ["Nothing stood out."]);
  assert.deepEqual(summary({ ...found, level: 4 }), [
    "Nothing stood out.",
    "At 4 of 30 choices every answer came to the same: chance decided.",
  ]);
  assert.deepEqual(
    summary({ ...found, level: 30 })[1],
    "Every answer came to the same: chance decided.",
  );
  assert.deepEqual(summary({ ...found, choices: 0, tried: 0 }), [
    "Nothing was a choice: chance alone decided.",
  ]);
  assert.match(summary({ ...found, answers: 0, choices: 0, tried: 0 })[0], /never asked/);
});

test("time that was up is told with how far it went", () => {
  assert.deepEqual(summary({ ...found, tried: 12, whole: false, moments: [moment] }), [
    "One decision stood out.",
    "Time was up after 12 of 30 choices were tried.",
  ]);
  assert.equal(
    summary({ ...found, whole: false })[1],
    "Time was up before all that stood out was looked at again.",
  );
});

test("a moment says what was played, what else, by how much and how sure", () => {
  assert.deepEqual(momentText(moment), {
    title: "Cost 23 of 100",
    place: "Hand 2. To beat: a nine.",
    rows: [
      { label: "Played", text: "Pass" },
      { label: "Better", text: "Play the two" },
    ],
    sure: "Better by 23, give or take 6, in 128 imagined deals.",
  });
  const won = momentText({ ...moment, gain: 31 });
  assert.equal(won.title, "Won 31 of 100");
  assert.equal(won.rows[1].label, "Usual");
  assert.equal(won.sure, "Worth more by 31, give or take 6, in 128 imagined deals.");
});

test("progress is a sentence, also of a stage from a later server", () => {
  const line = { type: "progress", stage: "look", done: 4, of: 30 };
  assert.equal(progressText(line), "Trying the choices in imagined deals: 5 of 30.");
  assert.equal(
    progressText({ ...line, stage: "check" }),
    "Looking again at what stood out: 5 of 30.",
  );
  assert.match(progressText({ ...line, stage: "wait" }), /Somebody else/);
  assert.equal(progressText({ ...line, stage: "later" }), "One moment.");
});
