import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, CODES, MATCH, madeUp, PLAN, play, Server } from "./fair_match.js";

const HELPED = "Your browser helped shuffle.";
const UNRULED = "The cards in the deck, and who gets which, were not compared with the rules.";
const start = (options = {}) => ({ ann: new Browser(options), server: new Server(options) });

test("another promise than that of the match's beginning is a lie", async () => {
  const { ann, server } = start();
  const { dealt } = await play(ann, server);
  await ann.hear(dealt);
  server.number = 1;
  const other = new Server({ secret: madeUp("another") });
  await ann.hear({ ...server.shuffle(), promise: other.promise });
  assert.deepEqual(ann.lies, ["The server changed its promise for this match."]);
});

test("the head follows from what the page saw before, and is believed by one that came late", async () => {
  const { ann, server } = start();
  const { dealt } = await play(ann, server);
  await ann.hear(dealt);
  assert.equal(ann.report.head, server.heads[1]);
  server.number = 1;
  const told = server.shuffle();
  await ann.hear({ ...told, head: "00".repeat(32) });
  assert.deepEqual(ann.lies, ["The server changed what was shuffled before."]);
  const late = new Browser();
  await late.hear(told);
  assert.deepEqual(late.lies, []);
  const second = server.shuffle({ seals: late.seals(server, 1) });
  await late.hear(second, server.dealt(second, late.openingsOf(server, 0, 1)));
  assert.deepEqual([late.report.joined, late.report.head], [1, server.heads[2]]);
  const first = new Browser();
  await first.hear({ ...new Server().shuffle(), head: "00".repeat(32) });
  assert.deepEqual(first.lies, ["The server changed what was shuffled before."]);
});

test("decks are the same in every attempt", async () => {
  const { ann, server } = start();
  await play(ann, server, [1, 2]);
  server.secret = madeUp("another");
  await play(ann, server, [2], { attempt: 1, refused: [1] });
  assert.deepEqual(ann.lies, ["The server changed its decks after it had fixed them."]);
});

test("hidden names are the same in every attempt", async () => {
  const { ann, server } = start();
  server.hidden = true;
  await play(ann, server, [1, 2]);
  server.codes = [...CODES].reverse();
  await play(ann, server, [2], { attempt: 1, refused: [1] });
  assert.deepEqual(ann.lies, ["The server changed its decks after it had fixed them."]);
});

test("a head that was believed has to follow from the deal before it", async () => {
  const { ann, server } = start();
  server.number = 1;
  server.heads[1] = "00".repeat(32);
  await ann.hear(server.shuffle());
  ann.reconnect();
  server.number = 0;
  const asked = server.shuffle({ seals: { 1: server.seal(1) }, due: null });
  await ann.hear(asked, server.dealt(asked, { 1: server.opening(1) }));
  assert.deepEqual(ann.lies, ["The server changed what was shuffled before."]);
});

test("other people at the table give other cards and plan, and no lie", async () => {
  const { ann, server } = start();
  await play(ann, server, [1, 2]);
  server.plan = ["0", "1", ...PLAN.slice(2).map(() => "-")];
  server.codes = [...CODES].reverse();
  const { dealt } = await play(ann, server, [2], { attempt: 1, refused: [1] });
  await ann.hear(dealt);
  server.codes = CODES.slice(4);
  assert.deepEqual(ann.lies, []);
});

test("a question that changes while parts are opened is a lie", async () => {
  const { ann, server } = start();
  const { asked } = await play(ann, server);
  const decks = { ...asked.decks, plan: asked.decks.plan.replace("0?", "1?") };
  await ann.hear({ ...asked, decks });
  assert.deepEqual(ann.lies, ["The server changed what it had shown when it asked for parts."]);
});

test("a deck with a wrong card, or with one twice, is found as it is asked for", async () => {
  const { ann, server } = start({ deckOf: () => ({ codes: CODES, plan: PLAN }) });
  server.codes = ["KS", ...CODES.slice(1)];
  await play(ann, server);
  assert.deepEqual(ann.lies, ["The server shuffles other cards than the rules say."]);
  const other = start({ deckOf: () => ({ codes: CODES, plan: PLAN }) });
  other.server.plan = [...PLAN].reverse();
  await play(other.ann, other.server);
  assert.deepEqual(other.ann.lies, ["The server deals to other places than the rules say."]);
  const none = start({ deckOf: () => null });
  const { dealt } = await play(none.ann, none.server);
  await none.ann.hear(dealt);
  assert.equal(none.ann.report.deal.deck, "none");
});

test("a deck that is not a whole one is a lie", async () => {
  for (const change of [
    (decks) => decks.roots.pop(),
    (decks) => (decks.roots[3] = decks.roots[4]),
    (decks) => (decks.plan = decks.plan.replace("0?", "?")),
    (decks) => (decks.codes = "AS"),
    (decks) => (decks.codes = ""),
  ]) {
    const { ann, server } = start();
    await ann.hear(server.shuffle());
    const asked = server.shuffle({ seals: ann.seals(server, 1) });
    change(asked.decks);
    await ann.hear(asked);
    assert.deepEqual(ann.lies, ["The server did not say what it shuffles."]);
  }
});

test("parts that are asked for without any decks are a lie, and none is opened", async () => {
  const { ann, server } = start();
  await ann.hear(server.shuffle());
  const { decks: _, ...asked } = server.shuffle({ seals: ann.seals(server, 1) });
  await ann.hear(asked);
  assert.deepEqual(ann.lies, ["The server did not say what it shuffles."]);
  assert.deepEqual(ann.all("open"), []);
});

const CARD = "A card that you were shown is not the one that was sealed there.";
const DEALS = {
  "another deck": [
    (dealt) => (dealt.chosen = (dealt.chosen + 1) % 8),
    "The server plays another deck than follows from the parts.",
  ],
  "another key": [
    (dealt) => (dealt.keys[2] = "00".repeat(32)),
    "A deck that was not played is another than the server had fixed.",
  ],
  "a key too few": [
    (dealt) => dealt.keys.pop(),
    "A deck that was not played is another than the server had fixed.",
  ],
  "another thing": [(dealt) => (dealt.cards[1].thing += 1), CARD],
  "another position": [(dealt) => (dealt.cards[1].position = 30), CARD],
  "another salt": [(dealt) => (dealt.cards[1].salt = "00".repeat(16)), CARD],
  "a node too few": [(dealt) => dealt.nodes.pop(), CARD],
  "a card twice": [(dealt) => dealt.cards.push(dealt.cards[0]), CARD],
  "another version": [
    (dealt) => (dealt.version = 4),
    "This page does not know the method of this deal.",
  ],
  "another's page": [
    (dealt) => (dealt.asks[1] = "00".repeat(32)),
    "The browser of seat 2 was shown something else than yours.",
  ],
  "my page": [
    (dealt) => (dealt.asks[0] = "00".repeat(32)),
    "The server says that your browser was shown something else than it was.",
  ],
};

for (const [name, [change, lie]] of Object.entries(DEALS))
  test(`a deal that lies is found at once: ${name}`, async () => {
    const { ann, server } = start();
    const { dealt } = await play(ann, server);
    change(dealt);
    await ann.hear(dealt);
    assert.ok(ann.lies.includes(lie), ann.lies.join());
    assert.equal(ann.deal, null);
  });

test("a card of one's own that is not opened is a lie, and so is another's that is", async () => {
  const { ann, server } = start();
  const { asked, dealt } = await play(ann, server);
  await ann.hear(server.dealt(asked, dealt.openings, { positions: [0, 2, 4, 9, 10] }));
  assert.deepEqual(ann.lies, ["A card that you are to see was not opened to you."]);
  const other = start();
  const told = await play(other.ann, other.server);
  const positions = [0, 1, 2, 4, 6, 9, 10];
  await other.ann.hear(other.server.dealt(told.asked, told.dealt.openings, { positions }));
  assert.deepEqual(other.ann.lies, ["You were shown a card that was dealt to another seat."]);
});

test("later cards are checked too, and leave the stock from its lowest position on", async () => {
  const { ann, server } = start();
  const { dealt } = await play(ann, server);
  await ann.hear(dealt, server.later([8, 11]), server.later([13]));
  assert.deepEqual(ann.lies, []);
  assert.equal(ann.report.deal.open, 5);
  await ann.hear(server.later([12]));
  assert.deepEqual(ann.lies, ["A card was taken from the stock out of turn."]);
  const wrong = server.later([14]);
  wrong.cards[0].thing += 1;
  await ann.hear(wrong);
  assert.ok(ann.lies.includes(CARD));
  const another = server.later([3]);
  await ann.hear(another);
  assert.ok(ann.lies.includes("You were shown a card that was dealt to another seat."));
});

test("hidden codes are checked by their own tree", async () => {
  const { ann, server } = start();
  server.hidden = true;
  server.plan = Array(52).fill("-");
  const { dealt } = await play(ann, server);
  await ann.hear(dealt, server.later([0, 1]));
  assert.deepEqual(ann.lies, []);
  assert.deepEqual(ann.deal, `2 open cards fit the sealed deal. ${HELPED} ${UNRULED}`);
  const wrong = server.later([2]);
  wrong.cards[0].code = "AS";
  await ann.hear(wrong);
  assert.deepEqual(ann.lies, ["A card that you were shown has another name than was sealed."]);
  await ann.end(server.revealed(server.record()));
});

test("one sealed deal and then another in its place is a lie", async () => {
  const { ann, server } = start();
  const { asked, dealt } = await play(ann, server);
  await ann.hear(dealt);
  ann.open();
  await ann.hear(asked, server.dealt(asked, { ...dealt.openings, 1: "00".repeat(32) }));
  assert.ok(ann.lies.includes("The server showed one sealed deal and then another in its place."));
});

test("a page that came after the deal, was not asked, or only watches says so", async () => {
  const { server } = start();
  const seals = { 1: server.seal(1) };
  const late = new Browser();
  const asked = server.shuffle({ seals, due: null });
  const dealt = server.dealt(asked, { 1: server.opening(1) });
  await late.hear(asked, dealt);
  assert.deepEqual(late.lies, []);
  assert.equal(
    late.deal,
    "Your 4 cards fit the sealed deal. This deal was made before you joined, so your browser saw " +
      `no promise in time. ${UNRULED} The hand on your screen was not compared. Your browser did ` +
      "not help shuffle.",
  );
  const unasked = new Browser();
  await unasked.hear(dealt);
  assert.equal(unasked.deal, "Your browser was not shown what it needs to check this deal.");
  const left = new Browser();
  const apart = server.shuffle({ seals, due: null, seat: null });
  await left.hear(apart, server.dealt(apart, { 1: server.opening(1) }));
  assert.ok(left.deal.endsWith("the server told your browser that it only watches."));
  const eve = new Browser({ acting: false });
  await eve.hear(server.shuffle({ seat: null }), apart, server.dealt(apart, dealt.openings));
  assert.equal(eve.deal, `2 open cards fit the sealed deal. ${UNRULED}`);
});

test("the next shuffles of a page that watched the first are chained to it", async () => {
  const { ann, server } = start();
  const records = [];
  for (const number of [0, 1, 2]) {
    server.number = number;
    const { dealt } = await play(ann, server);
    await ann.hear(dealt);
    records.push(server.record());
  }
  assert.deepEqual(ann.lies, []);
  assert.equal(ann.report.joined, null);
  await ann.end(server.revealed(...records));
  assert.equal(ann.match, "The orders of the cards fit the promises: checked 156 of 156 places.");
  assert.equal(MATCH, ann.report.match);
});
