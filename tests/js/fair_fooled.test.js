import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, madeUp, play, Server } from "./fair_match.js";

const start = () => ({ ann: new Browser(), server: new Server() });

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
