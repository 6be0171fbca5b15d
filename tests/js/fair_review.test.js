import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_KEPT } from "../../static/js/fair/automaton.js";
import { receiptLie } from "../../static/js/fair/lie_log.js";
import { exportHeard, recallMatch } from "../../static/js/fair/memory.js";
import { checkMatch, summarize } from "../../static/js/fair/review.js";
import { matchVerdict } from "../../static/js/fair/verdict_text.js";
import { Browser, MATCH, madeUp, play, Server } from "./fair_match.js";

/** Two shuffles that a browser watched; the second one has hidden codes. */
async function played() {
  const [ann, server] = [new Browser(), new Server()];
  const records = [];
  for (const number of [0, 1]) {
    server.number = number;
    server.hidden = number === 1;
    const { dealt } = await play(ann, server);
    await ann.hear(dealt);
    records.push(server.record());
  }
  assert.deepEqual(ann.lies, []);
  return { ann, server, revealed: structuredClone(server.revealed(...records)) };
}

const found = (revealed, kept) => {
  const sum = summarize(checkMatch(revealed, kept), kept);
  return { ...sum, says: sum.lies.map(({ says }) => says), words: matchVerdict(sum) };
};

test("a match that is over is made again, place by place", async () => {
  const { revealed } = await played();
  const kept = recallMatch(MATCH);
  assert.equal(
    found(revealed, kept).words,
    "The orders of the cards fit the promises: checked 104 of 104 places.",
  );
  assert.equal(
    found(revealed, NOTHING_KEPT).words,
    "The record is consistent, but 2 shuffles were not watched from the beginning by " +
      "this browser.",
  );
  const sealed = structuredClone({ ...revealed, secret: null });
  for (const record of sealed.shuffles) record.order = null;
  sealed.shuffles[1].codes = "";
  assert.equal(
    found(sealed, kept).words,
    "The decks stay secret for good, so not every place was checked. 12 cards that you were shown " +
      "fit them.",
  );
});

const LIES = {
  "another secret": [
    (revealed) => (revealed.secret = "00".repeat(32)),
    "The secret that the server revealed is not the one it had promised.",
  ],
  "another promise": [
    (revealed) => {
      const other = new Server({ secret: madeUp("another") });
      Object.assign(revealed, { promise: other.promise });
    },
    "The server changed its promise for this match.",
  ],
  "another order": [
    ({ shuffles: [one] }) => one.order.reverse(),
    "The order of the cards does not follow from the opened parts: place 1 differs.",
  ],
  "a card too few": [
    ({ shuffles: [one] }) => one.order.pop(),
    "The order of the cards does not follow from the opened parts: place 52 differs.",
  ],
  "another deck": [
    ({ shuffles: [one] }) => (one.chosen = (one.chosen + 1) % 8),
    "The server plays another deck than follows from the parts.",
  ],
  "other roots": [
    ({ shuffles: [one] }) => (one.roots[2] = "00".repeat(32)),
    "The decks that were fixed do not follow from the secret.",
  ],
  "other cards": [
    ({ shuffles: [one] }) => (one.codes = one.codes.replace("2S", "AS")),
    "The record does not fit what was asked.",
  ],
  "other hidden cards": [
    ({ shuffles: [, one] }) => (one.codes = one.codes.replace("2S", "AS")),
    "The cards’ names that were fixed do not follow from the secret.",
  ],
  "another head": [
    ({ shuffles: [, one] }) => (one.head = "00".repeat(32)),
    "The record leaves out what was shuffled before.",
  ],
  "a shuffle left out": [
    ({ shuffles }) => shuffles.pop(),
    "A deal that was made at the table is missing from the record.",
  ],
  "a part left out": [
    ({ shuffles: [one] }) => delete one.openings[0],
    "Your own part of the shuffle was opened in time, but it was left out.",
  ],
  "another part": [
    ({ shuffles: [one] }) => (one.openings[1] = "00".repeat(32)),
    "Seat 2 opened a different part than it had sealed.",
  ],
  "a later version": [
    ({ shuffles: [one] }) => (one.version = 4),
    "This page does not know the method of this deal.",
  ],
};

for (const [name, [change, lie]] of Object.entries(LIES))
  test(`a record that lies is found at the end: ${name}`, async () => {
    const { revealed } = await played();
    change(revealed);
    const { says, words } = found(revealed, recallMatch(MATCH));
    assert.ok(says.includes(lie), says.join());
    assert.equal(words, "The shuffles do not fit what was promised.");
  });

test("another deal than the one at the table is found, although it is in order by itself", async () => {
  const { revealed } = await played();
  const [ben, server] = [new Browser(), new Server()];
  const { dealt } = await play(ben, server, [1, 2]);
  await ben.hear(dealt);
  const { says } = found(
    { ...revealed, shuffles: revealed.shuffles.slice(0, 1) },
    recallMatch(MATCH),
  );
  assert.ok(says.includes("The deal that was sealed at the table is not the one in the record."));
  assert.ok(says.includes("The record has other parts than the shuffle at the table."));
});

test("a card that was shown at the table lies at its place in the record", async () => {
  const { revealed } = await played();
  const kept = recallMatch(MATCH);
  kept.deals[0].cards[0][2] = "??";
  assert.deepEqual(found(revealed, kept).says, [
    "A card that you were shown is not the one at that place in the deck.",
  ]);
});

test("what was a lie at the table is one at the end, whatever the record says", async () => {
  const { revealed } = await played();
  const kept = recallMatch(MATCH);
  kept.lies = [{ says: "A lie.", number: 1, attempt: 0, promised: null, shown: null }];
  assert.deepEqual(found(revealed, kept).says, ["A lie."]);
  kept.lies = [receiptLie("a", "b")];
  assert.deepEqual(found(revealed, kept).says, []);
});

test("a match that was stopped is reviewed as far as it can be", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { ann, server, revealed } = await played();
  server.number = 2;
  await play(ann, server);
  await ann.end(revealed, { screen: { match: null } });
  assert.equal(ann.match, null, "the result may be on its way");
  context.mock.timers.tick(3000);
  await ann.settle();
  assert.equal(
    ann.match,
    "The match was stopped. The orders that were watched fit the promises: checked 104 of 104 " +
      "places; parts were opened for 1 shuffle that never came.",
  );
});

test("a match is not called stopped whose result comes a moment after it is gone", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { ann, revealed } = await played();
  await ann.end(revealed, { screen: { match: null } });
  await ann.end(revealed, { frame: { outcome: {}, receipt: null }, screen: { match: null } });
  context.mock.timers.tick(3000);
  await ann.settle();
  assert.equal(ann.match, "The orders of the cards fit the promises: checked 104 of 104 places.");
});

test("a browser saves what it heard and said, in order and without the waiting times", async () => {
  const { ann, server } = await played();
  await ann.hear(server.later([11]));
  const lines = exportHeard(MATCH)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ type, number }) => `${type} ${number}`),
    ["shuffle", "shuffle", "open", "dealt"]
      .flatMap((type) => [`${type} 0`])
      .concat(["shuffle 1", "shuffle 1", "open 1", "dealt 1", "cards-opened 1", "ledger 0"]),
  );
  assert.ok(lines.every((line) => !("due" in line)));
  const { type, ask, entropy, ...place } = lines[2];
  assert.deepEqual(place, { match: MATCH, number: 0, attempt: 0 });
  const { chain, room, ...counts } = lines.at(-1);
  assert.match(chain, /^[0-9a-f]{64}$/);
  assert.equal(room, "made-up-room");
  assert.deepEqual([counts.questions, counts.deals, counts.gaps, counts.dropped], [2, 2, 0, 0]);
  assert.equal(ask, lines[3].asks[0]);
  assert.equal(entropy, lines[3].openings[0]);
  ann.open();
  await ann.hear(...lines.filter((line) => line.number === 1 && line.type === "dealt"));
  assert.equal(exportHeard(MATCH).trim().split("\n").length, lines.length, "each line once");
});

test("a full storage forgets the oldest matches, and never the one that is played", async () => {
  const { ann } = await played();
  const { updateMatch } = await import("../../static/js/fair/memory.js");
  updateMatch("an older match", { receipt: "x".repeat(1000) });
  updateMatch(MATCH, { bots: [3] });
  const set = localStorage.setItem.bind(localStorage);
  localStorage.setItem = (name, text) => {
    if (localStorage.getItem("fair:an older match")) throw new Error("full");
    set(name, text);
  };
  updateMatch(MATCH, { receipt: "receipt" });
  assert.equal(recallMatch(MATCH).receipt, "receipt");
  assert.equal(localStorage.getItem("fair:an older match"), null);
  localStorage.setItem = () => {
    throw new Error("full");
  };
  updateMatch(MATCH, { receipt: "another" });
  assert.equal(recallMatch(MATCH).receipt, "another", "kept as long as the page");
  assert.deepEqual(ann.lies, []);
});
