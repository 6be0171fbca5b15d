import assert from "node:assert/strict";
import { test } from "node:test";
import * as scroker from "../../static/games/scroker/events.js";
import * as scum from "../../static/games/scum-of-the-earth/events.js";
import * as skuncum from "../../static/games/skuncum/events.js";
import * as usurp from "../../static/games/usurp/events.js";

/** A frame of seat 0 with this question. */
const asked = (kind, tableau = {}) => ({
  seat: 0,
  prompt: kind && { key: "1", kind },
  view: { seat: 0, public: tableau, private: null },
});

test("the bonus that is to be given back is named by the question", () => {
  const bonus = (taker) => ({ type: "bonus-given", giver: 3, taker, number: 2 });
  assert.equal(scum.isRestated(bonus(0), asked("give-back")), true);
  assert.equal(scum.isRestated(bonus(1), asked("give-back")), false);
  assert.equal(scum.isRestated(bonus(0), asked("lead")), false);
  assert.equal(scum.isRestated({ type: "hand-ended" }, asked("interval")), false);
});

test("who rises now is named by the question, who rose before is not", () => {
  const rose = (seat) => ({ type: "rose", seat });
  const answer = asked("answer", { rising: 2 });
  assert.equal(usurp.isRestated(rose(2), answer), true);
  assert.equal(usurp.isRestated(rose(1), answer), false);
  assert.equal(usurp.isRestated(rose(2), asked(null, { rising: 2 })), false);
  assert.equal(usurp.isRestated({ type: "challenged", seat: 2 }, answer), false);
});

test("the result of a hand is named by the question for the next", () => {
  const over = { type: "hand-over", hand: 1 };
  assert.equal(usurp.isRestated(over, asked("interval")), true);
  assert.equal(usurp.isRestated(over, asked(null)), false);
});

test("the words that lead are named by the question for a spellcheck", () => {
  const question = asked("challenge", { leader: 3 });
  const leads = (seat, pot = 0) => ({ type: "leads", seat, pot });
  assert.equal(scroker.isRestated(leads(3), question), true);
  assert.equal(scroker.isRestated({ type: "claim-shown", seat: 3 }, question), true);
  assert.equal(scroker.isRestated({ type: "claim-shown", seat: 1 }, question), false);
  assert.equal(scroker.isRestated(leads(3, 1), question), false, "which side pot is news");
  assert.equal(scroker.isRestated({ type: "opened", seat: 3 }, question), false);
});

test("a game that was named in time is named by the question for the ante", () => {
  const named = (in_time) => ({ type: "game-named", seat: 1, in_time });
  assert.equal(scroker.isRestated(named(true), asked("ante")), true);
  assert.equal(scroker.isRestated(named(false), asked("ante")), false);
  assert.equal(scroker.isRestated({ type: "rebought", seat: 1 }, asked("ante")), false);
});

test("who stands at a tie is named by the question of a duel", () => {
  const stood = { type: "stood", seat: 2 };
  assert.equal(skuncum.isRestated(stood, asked("duel", { duel: { stood: true } })), true);
  assert.equal(skuncum.isRestated(stood, asked("duel", { duel: { stood: false } })), false);
  assert.equal(skuncum.isRestated(stood, asked(null, { duel: { stood: true } })), false);
  assert.equal(skuncum.isRestated({ type: "played" }, asked("duel", { duel: null })), false);
});
