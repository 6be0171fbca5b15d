import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOver } from "../../static/js/table/parts/grid_steps.js";
import { directMoves } from "../../static/js/table/parts/open_answers.js";
import {
  bounded,
  nextZoom,
  scrollAfter,
  wholeZoom,
} from "../../static/js/table/parts/zoom_steps.js";
import { movesAt, openAims } from "../../static/js/table/play/aimed_moves.js";
import { Announcement, openingsOf } from "../../static/js/table/ui/announcement.js";

const PLACES = [
  { name: "a1", at: [1, 1] },
  { name: "c1", at: [3, 1] },
  { name: "b2", at: [2, 2] },
  { name: "a3", at: [1, 3] },
];

test("arrow keys go to the nearest place ahead, one in line first", () => {
  assert.equal(stepOver(PLACES, "a1", "ArrowRight"), "c1");
  assert.equal(stepOver(PLACES, "a1", "ArrowDown"), "a3");
  assert.equal(stepOver(PLACES, "c1", "ArrowDown"), "b2");
  assert.equal(stepOver(PLACES, "b2", "ArrowUp"), "a1");
  assert.equal(stepOver(PLACES, "a1", "ArrowLeft"), null);
  assert.equal(stepOver(PLACES, "b2", "End"), "a3");
  assert.equal(stepOver(PLACES, "b2", "x"), null);
});

test("a board is zoomed between the whole of it and three times its size, over its own", () => {
  const whole = wholeZoom([330, 200], [440, 400]);
  assert.equal(whole, 0.5);
  assert.equal(wholeZoom([330, 200], [330, 180]), 1);
  assert.equal(wholeZoom([330, 200], [0, 0]), 1, "nothing is measured yet");
  assert.equal(nextZoom(1, 1, whole), 1.5);
  assert.equal(nextZoom(0.8, 1, whole), 1);
  assert.equal(nextZoom(1.2, -1, whole), 1);
  assert.equal(nextZoom(1, -1, whole), 1 / 1.5);
  assert.equal(nextZoom(0.6, -1, whole), whole);
  assert.equal(nextZoom(2.25, 1, whole), 3);
  assert.equal(bounded(9, whole), 3);
});

test("what lies under the fingers stays there", () => {
  assert.deepEqual(scrollAfter([10, 20], [100, 50], 2), [120, 90]);
  assert.deepEqual(scrollAfter([120, 90], [100, 50], 0.5), [10, 20]);
});

const AIMS = { target: (move) => move.seat, placeOf: (move) => move.place };
const MOVES = [
  { type: "vote", seat: 1 },
  { type: "vote", seat: 2 },
  { type: "vote", seat: null },
  { type: "spy", seat: 2, place: "dock" },
];

test("moves that are aimed wait for their seat and place, others do not", () => {
  const at = (seat, place) => movesAt(MOVES, AIMS, { seat, place });
  assert.deepEqual(at(null, null), [MOVES[2]]);
  assert.deepEqual(at(1, null), [MOVES[0], MOVES[2]]);
  assert.deepEqual(at(2, "dock"), [MOVES[1], MOVES[2], MOVES[3]]);
});

test("only seats and places that some move is aimed at can be picked", () => {
  const found = (seat, place) => openAims(MOVES, AIMS, { seat, place }, []);
  assert.deepEqual([...found(null, null).seats], [1, 2]);
  assert.deepEqual([...found(1, null).places], []);
  assert.deepEqual([...found(2, null).places], ["dock"]);
});

test("seats that fit the chosen cards remain", () => {
  const moves = [
    { type: "give", card: "S3", seat: 1 },
    { type: "give", card: "P7", seat: 2 },
  ];
  assert.deepEqual([...openAims(moves, AIMS, { seat: null, place: null }, ["P7"]).seats], [2]);
});

test("moves without fields keep a button beside an answer in steps", () => {
  const moves = [{ type: "refuse" }, { type: "change", cards: ["S3"] }];
  assert.deepEqual(directMoves({ moves, step: { name: "cards" } }), [moves[0]]);
  assert.deepEqual(directMoves({ moves, step: null }), moves);
});

const offer = (key, text) => ({ prompt: { key, kind: "act", offer: true }, text });
const spoken = (key) => (key === "vote" ? "The vote" : null);

test("offers and spans are told once, spans that are for nobody's ears never", () => {
  const frame = {
    ...{ match: "m", now: 1000 },
    more: [offer("object", "Object."), { prompt: { key: "ask", kind: "ask" }, text: "Yes or no?" }],
    spans: [
      { key: "vote", due: 11_000 },
      { key: "silent", due: 5000 },
    ],
  };
  const known = new Set();
  assert.deepEqual(openingsOf(frame, known, spoken), [
    "The vote: 10 seconds.",
    "Also asked: Yes or no?",
    "You may: Object.",
  ]);
  assert.deepEqual(openingsOf(frame, known, spoken), []);
  assert.equal(openingsOf({ ...frame, match: "n" }, known, spoken).length, 3);
});

test("of many offers the first are told, and how many more there are", () => {
  const more = Array.from({ length: 8 }, (_, i) => offer(`o${i}`, `Act ${i}.`));
  const [text] = openingsOf({ match: "m", now: 0, more }, new Set(), spoken);
  assert.equal(text, "You may: Act 0. Act 1. Act 2. And 5 more.");
});

test("an offer is told before the question, which is restated for events alone", () => {
  const next = new Announcement();
  next.ask({ text: "Speak.", isRestated: () => true });
  next.addNews([{ text: "You may: Object.", weight: 2 }]);
  assert.equal(next.take(), "You may: Object. Your turn. Speak.");
});
