import assert from "node:assert/strict";
import { test } from "node:test";
import * as drafts from "../../static/js/table/parts/draft.js";

const COINS = {
  ...{ name: "coins", kind: "numbers", text: "Which coins?", least: 1, most: 2 },
  choices: [1, 2, 5].map((value) => ({ value })),
};
const PARTNER = {
  name: "to",
  kind: "seats",
  text: "To whom?",
  choices: [1, 2].map((value) => ({ value })),
};
const open = (step) => ({
  prompt: { key: "gift" },
  text: "Gift.",
  moves: [],
  complete: false,
  step,
});
const begin = () => drafts.startDraft("m", open(PARTNER));
const chosen = (draft, ...values) => values.reduce(drafts.toggled, draft);
const composed = (fields) => ({
  type: "composed",
  id: "1",
  step: null,
  move: null,
  text: "",
  ...fields,
});

test("of a single choice the last tap counts, and a second tap takes it back", () => {
  assert.deepEqual(chosen(begin(), 1, 2).chosen, [2]);
  assert.deepEqual(chosen(begin(), 1, 1).chosen, []);
});

test("a step that is full takes no more, in the order of choosing", () => {
  const coins = { ...begin(), step: COINS };
  assert.equal(drafts.canGoOn(coins), false);
  assert.equal(drafts.isFull(chosen(coins, 5)), false);
  assert.deepEqual(chosen(coins, 5, 1, 2).chosen, [5, 1]);
  assert.equal(drafts.isFull(chosen(coins, 5, 1)), true);
});

test("steps lead on to the finished move, and back to what was chosen", () => {
  const second = drafts.wentOn(chosen(begin(), 2), composed({ step: COINS }));
  assert.deepEqual(drafts.picksOf(second), [[2], []]);
  const move = { type: "give", to: 2, coins: [1] };
  const last = drafts.wentOn(chosen(second, 1), composed({ move, text: "Cleo gets 1." }));
  assert.deepEqual([last.step, last.move, last.effect], [null, move, "Cleo gets 1."]);
  assert.deepEqual(drafts.picksOf(last), [[2], [1]]);
  const back = drafts.wentBack(last);
  assert.deepEqual([back.step, back.chosen, back.move], [COINS, [1], null]);
  const first = drafts.wentBack(back);
  assert.deepEqual([first.step, first.chosen, first.done], [PARTNER, [2], []]);
  assert.equal(drafts.wentBack(first), first);
});

test("a draft outlives frames while its prompt stands as it was", () => {
  const draft = drafts.wentOn(chosen(begin(), 2), composed({ step: COINS }));
  assert.equal(drafts.keptDraft(draft, "m", open(structuredClone(PARTNER))), draft);
  assert.equal(drafts.keptDraft(draft, "other", open(PARTNER)), null);
  assert.equal(drafts.keptDraft(draft, "m", { ...open(PARTNER), prompt: { key: "next" } }), null);
  assert.equal(drafts.keptDraft(draft, "m", open(null)), null);
});

test("a draft begins again, and says so, where what it chose is not on offer any more", () => {
  const draft = drafts.wentOn(chosen(begin(), 2), composed({ step: COINS }));
  const without = (value) => ({
    ...PARTNER,
    choices: PARTNER.choices.filter((one) => one.value !== value),
  });
  const again = drafts.keptDraft(draft, "m", open(without(2)));
  assert.deepEqual([again.done, again.chosen, again.note], [[], [], drafts.CHANGED]);
  const kept = drafts.keptDraft(draft, "m", open(without(1)));
  assert.deepEqual([drafts.picksOf(kept), kept.step, kept.note], [[[2], []], COINS, ""]);
});
