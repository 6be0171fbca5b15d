import assert from "node:assert/strict";
import { test } from "node:test";
import { GAP } from "../../static/js/fair/automaton.js";
import { newLedger } from "../../static/js/fair/ledger.js";
import {
  dealSentences,
  dealVerdict,
  matchVerdict,
  tableVerdict,
} from "../../static/js/fair/verdict_text.js";
import {
  addressToCompare,
  comparison,
  fourWords,
  readComparison,
  WORDS,
} from "../../static/js/fair/words.js";

const DEAL = {
  ...{ read: true, watched: true, part: "in", own: 13, open: 0, decks: 7, deck: "same" },
  ...{ agree: [], hand: "same", number: 0, named: 0, gaps: [] },
};
const MATCH = {
  ...{ places: 104, checked: 104, cards: 26, unwatched: 0, sealed: 0 },
  ...{ unopened: 0, shuffles: 2, lies: [] },
};
const HELPED = "Your browser helped shuffle.";

const DEALS = [
  [{}, `Your 13 cards fit the sealed deal. ${HELPED}`],
  [{ own: 1, part: "watching" }, "Your card fits the sealed deal."],
  [
    { hand: "waiting" },
    `Your 13 cards fit the sealed deal. ${HELPED} The hand on your screen was not compared.`,
  ],
  [
    { own: 0, hand: "none", part: "none" },
    "None of your cards was compared in this deal. Your browser did not help shuffle.",
  ],
  [
    { own: 0, hand: "none", part: "watching" },
    "You’re watching: no card of this deal was compared.",
  ],
  [{ own: 0, open: 1, hand: "none" }, `1 open card fits the sealed deal. ${HELPED}`],
  [
    { watched: false, part: "none" },
    "Your 13 cards fit the sealed deal. This deal was made before you joined, so your browser saw " +
      "no promise in time. Your browser did not help shuffle.",
  ],
  [
    { part: "left-out" },
    "Your 13 cards fit the sealed deal. You sit at this table, but the server told your browser " +
      "that it only watches.",
  ],
  [
    { part: "elsewhere" },
    "Your 13 cards fit the sealed deal. The part of your seat in the shuffle was not this browser’s.",
  ],
  [
    { named: 1 },
    `Your 13 cards fit the sealed deal. ${HELPED} 1 player was named for not opening a part, so ` +
      "another order was made.",
  ],
  [
    { gaps: ["Your browser was shown no deal of 2 earlier shuffles."] },
    `Your 13 cards fit the sealed deal. ${HELPED} Your browser was shown no deal of 2 earlier ` +
      "shuffles.",
  ],
  [{ read: false }, "Your browser was not shown what it needs to check this deal."],
];

const MATCHES = [
  [{}, "The orders of the cards fit the promises: checked 104 of 104 places."],
  [
    { unwatched: 1, checked: 52 },
    "The orders that were watched fit the promises: checked 52 of 104 places; 1 shuffle was not " +
      "watched from the beginning by this browser.",
  ],
  [
    { unwatched: 2, checked: 0 },
    "The record is consistent, but 2 shuffles were not watched from the beginning by " +
      "this browser.",
  ],
  [
    { sealed: 2, checked: 0 },
    "The decks stay secret for good, so not every place was checked. 26 cards that you were " +
      "shown fit them.",
  ],
  [
    { sealed: 2, checked: 0, cards: 0, unwatched: 2 },
    "The decks stay secret for good, so not every place was checked. What was shown does not " +
      "contradict the promises; 2 shuffles were not watched from the beginning by this browser.",
  ],
  [
    { sealed: 1, checked: 52 },
    "The orders that were watched fit the promises: checked 52 of 104 places; 1 deck stays secret.",
  ],
  [{ shuffles: 0 }, "No shuffle of this match was revealed, so none was checked."],
  [
    { unreachable: true, stopped: true },
    "The match was stopped. The shuffles are not revealed yet. The match page can check them later.",
  ],
  [{ lies: [{}] }, "The shuffles do not fit what was promised."],
];

test("the line of a deal claims what was compared", () => {
  for (const [found, says] of DEALS) assert.equal(dealVerdict({ ...DEAL, ...found }), says);
});

test("a table is in one of three states, and its counts that are not zero are said", () => {
  const table = { lies: [], end: null, silent: false, ledger: newLedger() };
  const state = (found, more = {}) =>
    tableVerdict({ ...table, deal: { ...DEAL, ...found }, ...more });
  assert.equal(state({}).state, "checked");
  for (const found of [
    ...[{ read: false }, { part: "none" }, { part: "late" }, { part: "elsewhere" }, { named: 1 }],
    ...[{ part: "left-out" }, { hand: "waiting" }, { deck: "none" }, { gaps: ["A gap."] }],
    { watched: false, part: "watching" },
  ])
    assert.equal(state(found).state, "gap", JSON.stringify(found));
  assert.match(state({ deck: "none" }).says, /were not compared with the rules/, "a gap has words");
  assert.equal(state({}, { lies: [{}] }).state, "fault");
  assert.equal(tableVerdict({ ...table, deal: null }), null);
  const silent = tableVerdict({ ...table, deal: null, silent: true });
  assert.deepEqual(silent, { state: "gap", says: GAP.silent, gap: GAP.silent });
  assert.equal(
    state({ part: "none", gaps: ["A gap."] }).gap,
    "Your browser did not help shuffle. A gap.",
  );
  const counted = state({}, { ledger: { ...newLedger(), gaps: 1, dropped: 2 } });
  assert.equal(counted.state, "checked", "what was said with an earlier deal");
  assert.ok(counted.says.endsWith("So far at this table: 1 gap, 2 matches without their deal."));
});

test("a code for a camera leads to a page that compares the whole head", () => {
  const head = "a1".repeat(32);
  const asked = { match: "made-up_match", number: 3, head };
  const address = new URL(addressToCompare("https://table.example", asked));
  assert.equal(address.pathname, "/fair");
  assert.deepEqual(readComparison(address.hash), asked);
  for (const hash of ["", "#lines", `#compare=m.1.${head}0`, `#compare=m.-1.${head}`])
    assert.equal(readComparison(hash), null);
  assert.deepEqual(
    [head, "b1".repeat(32), undefined].map((own) => comparison(head, own)[1]),
    ["good", "bad", "brass"],
  );
});

test("the line of a match claims what was compared", () => {
  for (const [found, says] of MATCHES) assert.equal(matchVerdict({ ...MATCH, ...found }), says);
});

test("nothing is called fair or checked where something was not", () => {
  for (const [found] of DEALS)
    assert.doesNotMatch(dealVerdict({ ...DEAL, ...found }), /checked|fair/);
  for (const [found] of MATCHES) assert.doesNotMatch(matchVerdict({ ...MATCH, ...found }), /fair/);
});

test("the sheet names what was not compared", () => {
  const missing = (found) =>
    dealSentences({ ...DEAL, ...found }).flatMap(([kind, says]) =>
      kind === "checked" ? [] : [says],
    );
  assert.deepEqual(missing({}), []);
  assert.match(missing({ deck: "none" })[0], /were not compared with the rules/);
  assert.match(missing({ deck: "hidden" })[0], /so they were not compared/);
  assert.match(missing({ watched: false })[0], /before you joined/);
  assert.match(missing({ hand: "waiting" })[0], /hand on your screen was not compared/);
  assert.deepEqual(missing({ own: 0, open: 1 }), ["No card of yours was compared."]);
  assert.deepEqual(missing({ part: "late" }), ["Your browser answered too late to help shuffle."]);
});

test("the words are 256 plain ones, and each byte has its own", () => {
  assert.equal(WORDS.length, 256);
  assert.equal(new Set(WORDS).size, 256);
  for (const word of WORDS) assert.match(word, /^[a-z]{3,7}$/);
  assert.deepEqual(fourWords(`0001ff10${"00".repeat(28)}`), ["acorn", "album", "zipper", "bench"]);
});
