import assert from "node:assert/strict";
import { test } from "node:test";

/** A page without data. */
Object.assign(globalThis, { document: { getElementById: () => null } });
const { chat, markConnected, receiveMessage } = await import("../../static/js/table/core/store.js");

const line = (at, text, more = {}) => ({ person: "ann", name: "Ann", text, at, ...more });
const tell = (lines, more = {}) => receiveMessage({ type: "chat", lines, ...more });

test("new lines stand behind those before, until a connection begins anew", () => {
  markConnected();
  tell([line(1, "Hello")]);
  tell([line(2, "Hi", { person: "ben" }), line(2, "Once more")]);
  assert.deepEqual(
    chat.value.map((one) => one.text),
    ["Hello", "Hi", "Once more"],
  );
  markConnected();
  tell([line(3, "Back")]);
  assert.deepEqual(chat.value, [line(3, "Back")]);
});

test("a chat that is told whole takes the place of what was shown", () => {
  markConnected();
  tell([line(1, "Hello"), line(2, "You fool"), line(3, "Sorry")]);
  const whole = [line(1, "Hello"), line(2, "", { removed: true }), line(3, "Sorry")];
  tell(whole, { whole: true });
  assert.deepEqual(chat.value, whole);
  tell([line(4, "Never mind")]);
  assert.deepEqual(chat.value, [...whole, line(4, "Never mind")]);
});
