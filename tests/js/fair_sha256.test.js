import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { bytes, hash, hex, mac } from "../../static/js/fair/hashing.js";
import { sha256Into } from "../../static/js/fair/sha256.js";

const message = (length) => Uint8Array.from({ length }, (_, at) => (31 * at + length) % 256);
const lengths = [...Array(300).keys(), 1000, 4096, 100_000];

test("hashes are those of another implementation, whatever the length of the message", () => {
  for (const length of lengths) {
    const expected = createHash("sha256").update(message(length)).digest("hex");
    assert.equal(hex(hash(message(length))), expected, `${length} bytes`);
  }
});

test("the hashes of the standard's examples are right", () => {
  const of = (text) => hex(hash(new TextEncoder().encode(text)));
  assert.equal(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  assert.equal(
    of("a".repeat(1_000_000)),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

test("a hash goes to its place in a row and changes nothing beside it", () => {
  const row = new Uint8Array(96).fill(7);
  sha256Into(message(65), row, 32);
  assert.deepEqual(row.slice(32, 64), hash(message(65)));
  assert.ok([...row.slice(0, 32), ...row.slice(64)].every((byte) => byte === 7));
});

test("keyed hashes are those of another implementation", () => {
  for (const length of [0, 1, 31, 32, 63, 64])
    for (const words of ["", "a", "pecking-order/2|deck|match|0|7", "ß".repeat(90)]) {
      const expected = createHmac("sha256", message(length)).update(words).digest("hex");
      assert.equal(hex(mac(message(length), words)), expected, `${length} bytes, "${words}"`);
    }
});

test("hexadecimal is read strictly", () => {
  assert.deepEqual([...bytes("00ff10ab")], [0, 255, 16, 171]);
  for (const wrong of ["0", "0g", "g0", "0A", "é0", " 0", "0x", null, 12, undefined])
    assert.throws(() => bytes(wrong), /hexadecimal/, String(wrong));
  assert.throws(() => bytes("00", 2), /not 2 bytes/);
});
