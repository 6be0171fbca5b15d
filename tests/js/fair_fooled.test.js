import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, CODES, madeUp, PLAN, play, Server } from "./fair_match.js";

const HELPED = "Your browser helped shuffle.";
const SILENT = "This deal came without a word about its shuffle.";
const start = (options = {}) => ({ ann: new Browser(options), server: new Server() });

/** The frame of another match is on the screen. */
const shows = (ann, match) => ann.show({ frame: { match }, screen: { match } });

test("F1: a seat seals whatever the announcement claims, and helped only with its own part", async () => {
  const { ann, server } = start();
  await ann.hear({ ...server.shuffle(), sealed: [0, 1] });
  assert.equal(ann.all("seal").length, 1);
  const seals = { 0: server.seal(0), 1: server.seal(1) };
  const asked = server.shuffle({ seals });
  await ann.hear(asked, server.dealt(asked, { 0: server.opening(0), 1: server.opening(1) }));
  assert.doesNotMatch(ann.line.says, new RegExp(HELPED));
  assert.equal(ann.line.state, "gap");
});

test("F2: a match that is not on the screen gets no part, and one that is dropped is counted", async () => {
  const { ann, server } = start();
  const unseen = new Server({ match: "unseen" });
  await ann.hear(unseen.shuffle());
  await ann.hear(unseen.shuffle({ seals: { 1: unseen.seal(1) } }));
  assert.deepEqual(ann.all("seal"), []);
  assert.deepEqual(ann.all("open"), []);
  for (const match of ["first", "second"]) {
    shows(ann, match);
    await play(ann, new Server({ match }));
  }
  ann.show();
  const { dealt } = await play(ann, server);
  await ann.hear(dealt);
  assert.equal(ann.line.state, "gap");
  assert.match(ann.line.says, /dropped/);
  assert.match(ann.line.says, /3 matches without their deal/);
});

test("F3: a flood of matches pushes no count out", async () => {
  const { ann, server } = start();
  await play(ann, server);
  for (let at = 0; at < 60; at += 1) {
    shows(ann, `flood ${at}`);
    await play(ann, new Server({ match: `flood ${at}` }), [1]);
  }
  ann.open();
  const last = new Server({ match: "the last" });
  shows(ann, last.match);
  const { dealt } = await play(ann, last);
  await ann.hear(dealt);
  assert.match(ann.line.says, /62 matches without their deal/);
  assert.equal(ann.report.ledger.questions, 62);
});

test("F4: a feigned crash gives no second question, however often", async () => {
  const { ann, server } = start();
  const { asked } = await play(ann, server);
  const open = ann.newest("open");
  ann.reconnect();
  await ann.hear(asked);
  assert.deepEqual(ann.newest("open"), open, "the same part again for the same question");
  assert.deepEqual(ann.lies, []);
  for (const other of [
    { seals: { ...asked.seals, 1: "00".repeat(32) } },
    { seals: { ...asked.seals, 2: server.seal(2) } },
  ]) {
    const again = start();
    await play(again.ann, again.server);
    again.ann.reconnect();
    await again.ann.hear(again.server.shuffle({ restarted: true }));
    assert.equal(again.ann.lies.length, 1, "a question is never taken back");
    await again.ann.hear(again.server.shuffle({ ...other, restarted: true }));
    assert.ok(again.ann.lies.length > 1);
    assert.equal(again.ann.all("open").length, 1);
  }
});

test("F5: numbers of shuffles that are skipped are a gap", async () => {
  const { ann, server } = start();
  await ann.hear((await play(ann, server)).dealt);
  const head = server.heads[1];
  server.number = 3;
  server.heads[3] = head;
  await ann.hear((await play(ann, server)).dealt);
  assert.equal(ann.line.state, "gap");
  assert.match(ann.line.says, /no deal of 2 earlier shuffles/);
});

test("F6: cards without a word about their shuffle are a gap, and no old line stands beside them", async () => {
  const { ann, server } = start();
  const { dealt } = await play(ann, server);
  const own = { cards: [0, 2, 4, 6].map((position) => server.codeAt(position)) };
  Object.assign(ann, { own, tableau: { deal: 1, fresh: true } });
  ann.show();
  await ann.hear(dealt);
  assert.match(ann.line.says, new RegExp(HELPED));
  ann.tableau = { deal: 2, fresh: true };
  ann.show();
  assert.equal(ann.report.deal, null, "no old line");
  await ann.later();
  assert.equal(ann.line.state, "gap");
  assert.ok(ann.line.says.startsWith(SILENT));
});

test("F7: a question waits for the frame of its shuffle, and is compared with its rules", async () => {
  const deckOf = ({ due }) => (due ? { codes: CODES, plan: PLAN } : null);
  for (const honest of [true, false]) {
    const { ann, server } = start({ deckOf });
    if (!honest) server.codes = ["KS", ...CODES.slice(1)];
    const { asked } = await play(ann, server);
    assert.deepEqual(ann.all("open"), [], "it would be compared with nothing");
    ann.tableau = { deal: 1, fresh: false, due: true };
    ann.show();
    const lies = ["The server shuffles other cards than the rules say."];
    assert.deepEqual(ann.lies, honest ? [] : lies);
    assert.equal(ann.all("open").length, honest ? 1 : 0);
    assert.equal(asked.opening, true);
  }
});

test("F8: there are no words before a deal with this browser's own part", async () => {
  const { ann, server } = start();
  await ann.hear(server.shuffle());
  assert.equal(ann.report?.words ?? null, null, "the server chose the promise alone");
  const asked = server.shuffle({ seals: { 1: server.seal(1) } });
  await ann.hear(asked, server.dealt(asked, { 1: server.opening(1) }));
  assert.equal(ann.report.words, null, "no part of this browser is in it");
  server.number = 1;
  await ann.hear((await play(ann, server)).dealt);
  assert.deepEqual(ann.report.words, { head: server.heads[2], number: 2 });
});

test("a ledger that is gone although the room is known is a said gap", async () => {
  const { ann, server } = start();
  ann.clear();
  ann.known = true;
  ann.open();
  await ann.hear((await play(ann, server)).dealt);
  assert.equal(ann.line.state, "gap");
  assert.match(ann.line.says, /This browser has no memory of this table\./);
});

test("the ledger is of one size, and its chain stands for all that was counted", async () => {
  const { ann, server } = start();
  const sizes = new Set();
  const chains = new Set();
  for (server.number = 0; server.number < 5; server.number += 1) {
    await ann.hear((await play(ann, server)).dealt);
    sizes.add(JSON.stringify(ann.report.ledger).length);
    chains.add(ann.report.ledger.chain);
  }
  assert.equal(sizes.size, 1);
  assert.equal(chains.size, 5);
  const { questions, opened, deals, gaps, begun, dropped } = ann.report.ledger;
  assert.deepEqual([questions, opened, deals, gaps, begun, dropped], [5, 5, 5, 0, 1, 0]);
  const stray = new Server({ match: "another", secret: madeUp("another") });
  for (let at = 0; at < 50; at += 1) await ann.hear(stray.shuffle({ attempt: at }));
  assert.equal(ann.report.ledger.gaps, 50);
  assert.ok(JSON.stringify(ann.report.ledger).length < 700);
});
