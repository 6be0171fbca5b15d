import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, CODES, PLAN, play, Server } from "./fair_match.js";

const HELPED = "Your browser helped shuffle.";
const start = (options = {}) => ({ ann: new Browser(options), server: new Server(options) });

test("an honest deal is called by what was compared", async () => {
  const { ann, server } = start({ deckOf: () => ({ codes: CODES, plan: PLAN }) });
  const { dealt } = await play(ann, server);
  ann.own = { cards: [0, 2, 4, 6].map((position) => server.codeAt(position)) };
  ann.show();
  await ann.hear(dealt);
  assert.deepEqual(ann.lies, []);
  assert.equal(ann.deal, `Your 4 cards fit the sealed deal. ${HELPED}`);
  const { decks, deck, agree, open } = ann.report.deal;
  assert.deepEqual({ decks, deck, agree, open }, { decks: 7, deck: "same", agree: [1], open: 2 });
  await ann.end(server.revealed(server.record()));
  assert.equal(ann.match, "The orders of the cards fit the promises: checked 52 of 52 places.");
});

test("a window that opens during a hand is told again what the browser has compared", async () => {
  const { ann, server } = start({ deckOf: () => ({ codes: CODES, plan: PLAN }) });
  const { asked, dealt } = await play(ann, server);
  const hand = [0, 2, 4, 6].map((position) => server.codeAt(position));
  ann.own = { cards: hand };
  ann.show();
  await ann.hear(dealt);
  for (const clears of [false, true]) {
    if (clears) ann.clear();
    ann.own = { cards: hand.slice(1) };
    ann.tableau = { ...ann.tableau, fresh: false };
    ann.open();
    await ann.hear({ ...asked, due: null }, dealt);
    assert.deepEqual(ann.lies, []);
    assert.equal(ann.report.deal.hand, clears ? "waiting" : "same", "as far as it remembers");
  }
});

const SETS = {
  "The sealed part of seat 2 was exchanged after parts were asked for.": (seals) =>
    (seals[1] = "00".repeat(32)),
  "Seat 3 got a part in the shuffle after parts were asked for.": (seals, server) =>
    (seals[2] = server.seal(2)),
  "The sealed part of seat 2 vanished after parts were asked for.": (seals) => delete seals[1],
};

for (const [lie, change] of Object.entries(SETS))
  test(`a set of seals that changes is a lie: ${lie}`, async () => {
    for (const acting of [true, false]) {
      const { ann, server } = start({ acting });
      const { asked } = await play(ann, server);
      const seals = { ...asked.seals };
      change(seals, server);
      await ann.hear({ ...asked, seals });
      assert.ok(ann.lies.includes(lie), ann.lies.join());
      await ann.hear(server.dealt({ ...asked, seals }, {}));
      assert.equal(ann.deal, null, "nothing is called checked");
    }
  });

const PARTS = {
  "Seat 2 opened a different part than it had sealed.": (openings) =>
    (openings[1] = "00".repeat(32)),
  "Seat 2 had a part in the shuffle, but it was left out.": (openings) => delete openings[1],
  "Seat 3 got a part in the shuffle without a seal.": (openings) => (openings[2] = "00".repeat(32)),
  "Your own part of the shuffle was opened in time, but it was left out.": (openings) =>
    delete openings[0],
  "Your own part of the shuffle was replaced by another.": (openings) =>
    (openings[0] = "00".repeat(32)),
};

for (const [lie, change] of Object.entries(PARTS))
  test(`a deal has the parts that were sealed: ${lie}`, async () => {
    const { ann, server } = start();
    const { asked, dealt } = await play(ann, server);
    const openings = { ...dealt.openings };
    change(openings);
    await ann.hear(server.dealt(asked, openings));
    assert.ok(ann.lies.includes(lie), ann.lies.join());
    assert.equal(ann.deal, null);
  });

test("a shuffle that begins again for no reason is a lie", async () => {
  const { ann, server } = start();
  await play(ann, server);
  await ann.hear(server.shuffle());
  assert.deepEqual(ann.lies, ["The shuffle was begun again after parts were asked for."]);
});

test("a seat that does not open may be named, and all seal anew", async () => {
  const { ann, server } = start();
  await play(ann, server, [1, 2]);
  const { dealt } = await play(ann, server, [2], { attempt: 1, refused: [1] });
  await ann.hear(dealt);
  const [first, second] = ann.all("open");
  assert.notEqual(first.entropy, second.entropy);
  assert.deepEqual(ann.lies, []);
  assert.ok(
    ann.deal.endsWith("1 player was named for not opening a part, so another order was made."),
  );
});

for (const [attempt, refused] of [
  [1, []],
  [2, [1]],
  [2, [1, 1]],
])
  test(`more attempts than seats named are a lie: ${attempt}, ${refused}`, async () => {
    const { ann, server } = start();
    await play(ann, server, [1, 2]);
    const { dealt } = await play(ann, server, [2], { attempt, refused });
    await ann.hear(dealt);
    assert.ok(ann.lies.includes("The shuffle was begun more often than seats are named for."));
    assert.equal(ann.deal, null);
  });

test("naming a seat that had sealed nothing, or that opened in time, is a lie", async () => {
  const { ann, server } = start();
  await play(ann, server);
  await ann.hear(server.shuffle({ attempt: 1, refused: [2] }));
  assert.deepEqual(ann.lies, ["Seat 3 is named for not opening a part, but it had sealed none."]);
  const again = start();
  await play(again.ann, again.server);
  await again.ann.hear(again.server.shuffle({ attempt: 1, refused: [0] }));
  assert.deepEqual(again.ann.lies, [
    "You are named for not opening your part, but you opened it in time.",
  ]);
});

test("seats are named only for parts that were not opened", async () => {
  const first = start();
  await first.ann.hear(first.server.shuffle({ refused: [1] }));
  const unasked = "A seat is named for not opening a part, but the shuffle was not begun again.";
  assert.deepEqual(first.ann.lies, [unasked]);
  const { ann, server } = start();
  await play(ann, server, [1, 2]);
  await play(ann, server, [5], { attempt: 1, refused: [1, 2] });
  await ann.hear(server.shuffle({ attempt: 2, refused: [1, 2] }));
  assert.deepEqual(ann.lies, ["The shuffle was begun again, and no other seat is named."]);
  const third = start();
  await play(third.ann, third.server, [1, 2]);
  const again = { attempt: 1, refused: [1] };
  const { dealt } = await play(third.ann, third.server, [1, 2], again);
  await third.ann.hear(dealt);
  assert.ok(third.ann.lies.includes("A part is recorded as not opened, but it was opened."));
});

test("a bot's seal is a lie, and so is a bot that is named", async () => {
  const lie = "Seat 4 is a bot’s, and bots have no part in a shuffle.";
  const first = start();
  await play(first.ann, first.server, [1, 3]);
  assert.ok(first.ann.lies.includes(lie));
  assert.equal(first.ann.all("open").length, 0, "nothing is opened for a lie");
  const second = start();
  await second.ann.hear(second.server.shuffle({ attempt: 1, refused: [3] }));
  assert.deepEqual(second.ann.lies, [lie]);
});

test("after a crash a page opens the same part again, for the same question", async () => {
  const { ann, server } = start();
  const { asked, dealt } = await play(ann, server);
  for (let crash = 1; crash <= 3; crash += 1) {
    ann.reconnect();
    await ann.hear({ ...asked, due: asked.due + crash });
    assert.equal(ann.all("open").length, 1 + crash);
  }
  await ann.hear(dealt);
  assert.deepEqual(ann.lies, []);
  assert.equal(ann.all("seal").length, 1);
  assert.equal(new Set(ann.all("open").map(({ entropy, ask }) => entropy + ask)).size, 1);
  assert.ok(ann.deal.includes(HELPED));
});

test("a page that a crash kept out is named, and accuses nobody", async () => {
  const { ann, server } = start();
  await play(ann, server, [1, 2]);
  ann.reconnect();
  await play(ann, server, [1, 2], { attempt: 1, refused: [0] });
  assert.deepEqual(ann.lies, []);
});

test("a page that opened on its new connection is not named for it", async () => {
  const { ann, server } = start();
  const { asked } = await play(ann, server, [1, 2]);
  ann.reconnect();
  await ann.hear(asked);
  await ann.hear(server.shuffle({ attempt: 1, refused: [0] }));
  assert.deepEqual(ann.lies, [
    "You are named for not opening your part, but you opened it in time.",
  ]);
});

test("a lost connection alone excuses nothing", async () => {
  const { ann, server } = start();
  await play(ann, server);
  ann.reconnect();
  const asked = server.shuffle({ seals: { 1: server.seal(1) }, due: null });
  await ann.hear(asked, server.dealt(asked, { 1: server.opening(1) }));
  assert.ok(ann.lies.includes("The sealed part of seat 1 vanished after parts were asked for."));
});

test("a lost connection while parts are opened changes nothing", async () => {
  const { ann, server } = start();
  const { asked, dealt } = await play(ann, server);
  ann.reconnect();
  await ann.hear(asked);
  assert.equal(new Set(ann.all("open").map(({ entropy }) => entropy)).size, 1);
  await ann.hear(dealt);
  assert.deepEqual(ann.lies, []);
  assert.ok(ann.deal.includes(HELPED));
});

test("a part that was opened is opened again only for the same question", async () => {
  const { ann, server } = start();
  const { asked } = await play(ann, server);
  ann.reconnect();
  const seals = { ...asked.seals, 2: server.seal(2) };
  await ann.hear(server.shuffle({ seals }));
  assert.deepEqual(ann.lies, ["Seat 3 got a part in the shuffle after parts were asked for."]);
  assert.equal(ann.all("open").length, 1);
});

test("nothing is opened where the page is asked after the deal", async () => {
  const { ann, server } = start();
  await ann.hear(server.shuffle());
  await ann.hear(server.shuffle({ seals: ann.seals(server, 1), due: null }));
  assert.deepEqual(ann.all("open"), []);
});
