import assert from "node:assert/strict";
import { test } from "node:test";
import { travelsOf as scum } from "../../static/games/scum-of-the-earth/events.js";
import { travelsOf as masquerade } from "../../static/games/scum-the-masquerade/events.js";

/** A frame of the viewer at `seat`, who knows `own`. */
const seen = (seat, own = null, tableau = {}) => ({
  seat,
  view: { private: own, public: tableau },
});

test("cards of a swap travel as backs, but with faces from who gave them", () => {
  const event = { type: "bonus-given", giver: 3, taker: 0, number: 2 };
  const backs = { from: 3, to: 0, number: 2, codes: undefined };
  assert.deepEqual(scum(event, seen(1)), [backs]);
  assert.deepEqual(scum(event, seen(null)), [backs], "a spectator");
  const own = { exchange: { partner: 0, gave: ["A", "2"], got: [] } };
  assert.deepEqual(scum(event, seen(3, own)), [{ ...backs, codes: ["A", "2"] }]);
  assert.deepEqual(scum(event, seen(0, own)), [], "they fly into the hand");
});

test("a trade travels both ways as backs; the two see what they gave", () => {
  const event = { type: "exchanged", higher: 0, lower: 3 };
  assert.deepEqual(masquerade(event, seen(1)), [
    { from: 0, to: 3, number: 1 },
    { from: 3, to: 0, number: 1 },
  ]);
  assert.deepEqual(masquerade(event, seen(3)), [], "the two have an event of their own");
  const told = { type: "cards-exchanged", higher: 0, lower: 3, up: "2H", down: "3C" };
  assert.deepEqual(masquerade(told, seen(0)), [{ from: 0, to: 3, number: 1, codes: ["3C"] }]);
  assert.deepEqual(masquerade(told, seen(3)), [{ from: 3, to: 0, number: 1, codes: ["2H"] }]);
});

test("a hand for a boon is shown to the first rank", () => {
  const event = { type: "boon-shown", seat: 2, cards: ["4C", "4D"] };
  const tableau = { boons: [{ seat: 2, first: 1 }] };
  assert.deepEqual(masquerade(event, seen(1, null, tableau)), [
    { from: 2, to: 1, number: 2, codes: ["4C", "4D"] },
  ]);
  assert.deepEqual(masquerade(event, seen(1)), []);
});
