import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, play, Server } from "./fair_match.js";

const OTHER = "The hand on your screen is not the one that was sealed for you.";
const OWN = [0, 2, 4, 6];

/** A browser and two deals, with the hands that follow from them. */
async function deals() {
  const [ann, server] = [new Browser(), new Server()];
  const { dealt } = await play(ann, server);
  const hand = OWN.map((position) => server.codeAt(position));
  return { ann, server, dealt, hand };
}

async function nextDeal(ann, server) {
  server.number += 1;
  const { dealt } = await play(ann, server);
  return { dealt, hand: OWN.map((position) => server.codeAt(position)) };
}

function shows(ann, deal, cards, fresh = true, more = {}) {
  ann.tableau = { deal, fresh };
  ann.own = { cards };
  ann.show(more);
}

test("the hand that was dealt is believed, and another one is not", async () => {
  const { ann, server, dealt, hand } = await deals();
  shows(ann, 1, hand.toReversed());
  await ann.hear(dealt);
  assert.equal(ann.report.deal.hand, "same");
  const next = await nextDeal(ann, server);
  shows(ann, 2, hand);
  await ann.hear(next.dealt);
  assert.deepEqual(ann.lies, [OTHER]);
  assert.equal(ann.deal, null);
});

test("a page that cannot read the hand yet compares it once it can", async () => {
  const { ann, dealt, hand } = await deals();
  const other = ["AS", "KD", "QH", "JC", "10S"].find((code) => !hand.includes(code));
  shows(ann, 1, [other, ...hand.slice(1)], true, { screen: { game: null } });
  await ann.hear(dealt);
  assert.deepEqual(ann.lies, []);
  ann.show();
  assert.deepEqual(ann.lies, [OTHER]);
});

test("the next hand is not held against the deal in which a page came", async () => {
  const { ann, server, dealt, hand } = await deals();
  shows(ann, 1, hand.slice(1), false);
  await ann.hear(dealt);
  assert.ok(ann.deal.includes("The hand on your screen was not compared."));
  const next = await nextDeal(ann, server);
  shows(ann, 2, next.hand);
  await ann.hear(next.dealt);
  assert.deepEqual(ann.lies, []);
  assert.equal(ann.report.deal.hand, "same");
});

test("a page that came in the middle of a hand finds the next lie", async () => {
  const { ann, server, dealt, hand } = await deals();
  shows(ann, 1, hand.slice(1), false);
  await ann.hear(dealt);
  const next = await nextDeal(ann, server);
  shows(ann, 2, hand);
  await ann.hear(next.dealt);
  assert.deepEqual(ann.lies, [OTHER]);
});

test("a deal that is told before it is shown is believed", async () => {
  const { ann, server, dealt, hand } = await deals();
  shows(ann, 1, hand);
  await ann.hear(dealt);
  const next = await nextDeal(ann, server);
  await ann.hear(next.dealt);
  shows(ann, 2, next.hand);
  assert.deepEqual(ann.lies, []);
});
