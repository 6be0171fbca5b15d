import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitedBot, isByTap } from "../../static/js/table/play/awaited_bot.js";

const room = {
  stage: "playing",
  people: [{ id: "ann" }],
  paused: false,
  clock: "off",
  seats: [
    { number: 0, person: "ann", bot: null, stand_in: null, name: "Ann" },
    { number: 1, person: null, bot: "steady", stand_in: null, name: "Dora" },
  ],
};
const frame = { seat: 0, awaited: [1] };

test("the button stands where a bot may wait for a tap, and nowhere else", () => {
  for (const pace of ["brisk", "calm"]) assert.ok(!isByTap(pace, frame, room));
  assert.ok(isByTap("tap", frame, room));
  for (const other of [
    { ...room, people: [{ id: "ann" }, { id: "ben" }] },
    { ...room, clock: "brisk" },
    { ...room, paused: true },
    { ...room, stage: "gathering" },
    null,
  ])
    assert.ok(!isByTap("tap", frame, other));
  assert.ok(!isByTap("tap", { ...frame, awaited: [0] }, room), "it is one's own turn");
  assert.ok(!isByTap("tap", { ...frame, seat: null }, room), "a spectator");
});

test("it names the bot that all wait for, and none where several are asked", () => {
  assert.equal(awaitedBot(frame, room)?.name, "Dora");
  assert.equal(awaitedBot({ seat: 0, awaited: [1, 2] }, room), null);
  assert.equal(awaitedBot({ seat: 0, awaited: [] }, room), null);
});
