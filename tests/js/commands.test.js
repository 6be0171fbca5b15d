import assert from "node:assert/strict";
import { test } from "node:test";

/** A page without data. */
Object.assign(globalThis, { document: { getElementById: () => null } });
const { refusal } = await import("../../static/js/table/core/store.js");
const commands = await import("../../static/js/table/net/commands.js");

const sent = [];
commands.connectCommands({ send: (command) => sent.push(command), restored: [] });
const refused = (id) => ({
  type: "refused",
  id,
  code: "not-now",
  text: "Another shuffle is coming.",
});

test("a refusal of what the page sent by itself is never shown, however often it comes", async () => {
  const answer = commands.sendQuietly("seal", { seal: "00" });
  const { id } = sent.at(-1);
  for (const _ of [1, 2]) {
    assert.equal(commands.settleCommand(refused(id)), false);
    assert.equal(refusal.value, null);
  }
  assert.equal((await answer)?.text, "Another shuffle is coming.");
});

test("a refusal of what a person asked for is shown, and so is one of no command", () => {
  commands.sendCommand("play", {});
  assert.equal(commands.settleCommand(refused(sent.at(-1).id)), true);
  assert.equal(refusal.value?.text, "Another shuffle is coming.");
  refusal.value = null;
  assert.equal(commands.settleCommand(refused(null)), true);
  assert.notEqual(refusal.value, null);
});
