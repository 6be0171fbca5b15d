import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as decks from "../../static/js/fair/decks.js";
import { bytes, hex } from "../../static/js/fair/hashing.js";
import * as fair from "../../static/js/fair/shuffle.js";

const { version, vectors } = JSON.parse(
  readFileSync(new URL("../fair/vectors.json", import.meta.url), "utf-8"),
);

test("the page's arithmetic gives the test vectors", () => {
  assert.equal(version, fair.VERSION);
  for (const vector of vectors) {
    const { match, number, attempt, n, openings } = vector;
    const secret = bytes(vector.secret, 32);
    assert.equal(fair.promiseOf(match, secret), vector.promise);
    assert.equal(fair.firstHead(match, vector.promise), vector.first_head);
    const sealed = Object.entries(openings).map(([seat, entropy]) => [
      seat,
      fair.sealOf({ match, number, attempt }, seat, entropy),
    ]);
    assert.deepEqual(Object.fromEntries(sealed), vector.seals);
    const keys = vector.deck_keys.map((_, k) => decks.deckKey(secret, match, number, k));
    assert.deepEqual(keys.map(hex), vector.deck_keys);
    const made = keys.map((key) => decks.makeDeck(key, n));
    assert.deepEqual(
      made.map(({ root }) => root),
      vector.roots,
    );
    const ask = fair.askOf({ ...vector, decks: vector });
    assert.equal(ask, vector.ask);
    assert.equal(fair.nextHead(ask, openings), vector.next_head);
    const { chosen, perm } = fair.draw(ask, openings, n);
    assert.equal(chosen, vector.chosen);
    assert.deepEqual(perm, vector.perm);
    assert.deepEqual(made[chosen].things, vector.deck.things);
    assert.deepEqual(
      perm.map((index) => made[chosen].things[index]),
      vector.order,
    );
    assert.deepEqual(
      perm.map((_, index) => hex(decks.saltOf(keys[chosen], index))),
      vector.deck.salts,
    );
    if (vector.hidden) {
      const key = decks.namesKey(secret, match, number);
      assert.equal(hex(key), vector.hidden.key);
      const names = decks.makeNames(key, vector.hidden.pile);
      assert.deepEqual(names, {
        labels: vector.hidden.labels,
        codes: vector.hidden.codes,
        root: vector.names,
      });
    }
    const stream = new decks.Stream(bytes(vector.seed, 32));
    assert.deepEqual(
      vector.words.map(() => stream.word()),
      vector.words,
    );
  }
});

test("cards that are opened together lead to the root, and to no other", () => {
  for (const { n, roots, names, chosen, perm, opened } of vectors)
    for (const { cards, nodes, names_nodes } of opened.filter(({ cards }) => cards.length)) {
      const leaves = new Map(
        cards.map(({ position, thing, salt }) => [
          perm[position],
          decks.deckLeaf(bytes(salt, 16), perm[position], thing),
        ]),
      );
      assert.equal(decks.rootOf(n, leaves, nodes), roots[chosen]);
      if (nodes.length) assert.throws(() => decks.rootOf(n, leaves, nodes.slice(1)));
      assert.throws(() => decks.rootOf(n, leaves, [...nodes, "00".repeat(32)]));
      if (names) {
        const known = new Map(
          cards.map(({ thing, code, name_salt }) => [
            thing,
            decks.nameLeaf(bytes(name_salt, 16), thing, code),
          ]),
        );
        assert.equal(decks.rootOf(n, known, names_nodes), names);
      }
    }
});

test("a number below a bound passes over words that would favour small numbers", () => {
  const stream = new decks.Stream(new Uint8Array(32));
  const words = [2 ** 32 - 1, 2 ** 32 - 4, 2 ** 32 - 5];
  stream.word = () => /** @type {number} */ (words.shift());
  assert.equal(stream.below(6), (2 ** 32 - 5) % 6);
});
