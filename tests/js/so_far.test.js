import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOf as scroker } from "../../static/games/scroker/events.js";
import { deedOf as scum, takerOf } from "../../static/games/scum-of-the-earth/events.js";
import { deedOf as masquerade } from "../../static/games/scum-the-masquerade/events.js";
import { deedOf as skuncum } from "../../static/games/skuncum/events.js";
import { deedOf as usurp } from "../../static/games/usurp/events.js";
import {
  deedsOf,
  endOf,
  noted,
  pileOf,
  tricksOf,
  withTricks,
} from "../../static/js/table/play/so_far.js";

const frame = { names: ["Ann", "Ben", "Cleo"], view: { public: { options: {} } } };
const deeds = (deedOf, ...events) =>
  Object.fromEntries(
    deedsOf(
      events.map((event) => ({ event })),
      frame,
      { deedOf },
    ),
  );

test("each seat shows its last deed", () => {
  const played = { type: "set-played", seat: 0, cards: ["8", "8"], face: 8, size: 2, lead: true };
  const won = { type: "trick-won", seat: 0, leader: 0, infinity: false };
  assert.deepEqual(
    deeds(scum, { type: "passed", seat: 0 }, played, { type: "passed", seat: 1 }, won),
    { 0: "2 eights", 1: "pass" },
  );
});

test("a deal ends the deeds of the one before", () => {
  const dealt = { type: "hand-dealt", deal: 2, counts: [] };
  assert.deepEqual(deeds(scum, { type: "passed", seat: 0 }, dealt, { type: "passed", seat: 2 }), {
    2: "pass",
  });
});

test("an answer is the deed of who gives it", () => {
  assert.deepEqual(
    deeds(usurp, { type: "rose", seat: 0 }, { type: "challenged", by: 1, seat: 0 }),
    {
      0: "uprise",
      1: "challenge",
    },
  );
});

test("a bet says its chips", () => {
  const raised = { type: "raised", seat: 1, chips: 5, by: 2 };
  const drew = { type: "drew", seat: 2, number: 0 };
  assert.deepEqual(deeds(scroker, { type: "opened", seat: 0, chips: 3 }, raised, drew), {
    0: "open 3",
    1: "raise 2",
    2: "stand pat",
  });
});

test("cards are named by their value or sign, and a side of a Race by its name", () => {
  const joined = { type: "joined", seat: 1, card: "MAY-R.2", area: "coalition", kingmaker: false };
  assert.deepEqual(deeds(skuncum, { type: "led", seat: 0, card: "DEL-R.1", race: 1 }, joined), {
    0: "lead 5",
    1: "Coalition",
  });
  const hand = (seat, ...cards) => ({ type: "hand-played", seat, cards, kind: "set", lead: true });
  assert.deepEqual(deeds(masquerade, hand(0, "9C"), hand(1, "9C", "9H")), {
    0: "9♣",
    1: "a pair",
  });
});

const NOTHING = { match: "", deals: {} };

test("of each deal the newest order is kept", () => {
  let evening = noted(NOTHING, "m", 0, [0, 1]);
  evening = noted(evening, "m", 1, [0, 1]);
  evening = noted(evening, "m", 1, [1, 0]);
  evening = noted(evening, "m", 2, [1, 0]);
  assert.deepEqual(evening, { match: "m", deals: { 1: [1, 0], 2: [1, 0] } });
});

test("the same order makes nothing new, and another match begins anew", () => {
  const evening = noted(NOTHING, "m", 1, [0, 1]);
  assert.equal(noted(evening, "m", 1, [0, 1]), evening);
  assert.equal(noted(evening, "m", 0, [1, 0]), evening, "before a deal nobody stands anywhere");
  assert.deepEqual(noted(evening, "n", 1, [1, 0]), { match: "n", deals: { 1: [1, 0] } });
});

test("the tricks since the deal lie before who took them", () => {
  const dealt = { type: "hand-dealt", deal: 2, counts: [] };
  const won = (seat) => ({ type: "trick-won", seat, leader: seat, infinity: false });
  const tricks = (...events) =>
    tricksOf(
      events.map((event) => ({ event })),
      frame,
      { deedOf: scum, takerOf },
    );
  const shown = tricks(won(0), dealt, won(1), { type: "passed", seat: 0 }, won(1), won(2));
  assert.deepEqual(Object.fromEntries(shown), { 1: 2, 2: 1 });
  assert.equal(tricks(won(0), won(1)), null, "the lines do not reach back to the deal");
  assert.deepEqual(
    withTricks([{ seat: 0 }, { seat: 1 }, { seat: 2 }], shown).map(({ pile }) => pile?.words),
    [undefined, "2 tricks won", "1 trick won"],
  );
  assert.equal(pileOf(0, "card", "cards"), undefined);
});

test("a count goes on behind its last lines, wherever a page that is loaded anew tells them", () => {
  const lines = ["leads", "passes", "wins", "leads", "passes"].map((text) => ({ text }));
  assert.equal(endOf(["passes", "wins", "leads"], lines), 3);
  assert.equal(endOf(["leads", "passes"], lines), 4);
  assert.equal(endOf(["is dealt", "leads", "passes"], lines), -1);
  assert.equal(endOf(["passes", "wins", "passes"], lines), -1);
});
