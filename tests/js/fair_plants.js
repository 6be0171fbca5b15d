/**
 * The eight ways in which a page could once be fooled (F1 to F8 of docs/fair-shuffle.md), put back
 * into the pages' code as Node loads it. The search must find each. FAIR_PLANT names one.
 */
import { registerHooks } from "node:module";

/** By name: file, what stands there, and what is planted. */
const PLANTS = {
  F1: [
    [
      "automaton.js",
      "left = seat === null ||",
      "left = seat === null || (!opening && message.sealed.includes(seat)) ||",
    ],
    [
      "parts.js",
      'part.ask === ask)) return "in";',
      'part.ask === ask) || (!own.length && used !== undefined)) return "in";',
    ],
  ],
  F2: [["ledger.js", "due && before !== null", "false"]],
  F3: [
    [
      "memory.js",
      "of namesOf(match)) {",
      "of [...namesOf(match), ...Object.keys(localStorage).filter((one) => one.startsWith(LEDGER))]) {",
    ],
    [
      "witness.js",
      "memory.recallLedger(room) ?? this.#know.ledger",
      "memory.recallLedger(room) ?? newLedger()",
    ],
  ],
  F4: [
    ["automaton.js", "const goesOn = !isBefore(at, kept.at ?? at);", "const goesOn = true;"],
    ["automaton.js", "if (known) {", "if (known && turn.know.opened !== null) {"],
    ["parts.js", "if (!asked) return;", "return;"],
  ],
  F5: [["automaton.js", "if (passed > 0)", "if (passed > 99)"]],
  F6: [["automaton.js", "know.silent = screen.deal;", "know.silent = null;"]],
  F7: [
    ["own_part.js", "if (screen.rule === undefined) return false;", ""],
    [
      "own_part.js",
      "checkRule(asked.decks, screen.rule,",
      "checkRule(asked.decks, screen.rule ?? null,",
    ],
    ["verdict_text.js", 'none: ["gap",', 'none: ["note",'],
  ],
  F8: [
    [
      "automaton.js",
      "const last = newest(Object.keys(deals));",
      "const last = newest(Object.keys(heads)) - 1;",
    ],
    [
      "automaton.js",
      "words: helped ? { head: heads[helped], number: helped } : null",
      "words: heads[last] ? { head: heads[last], number: last } : null",
    ],
  ],
};

const planted = PLANTS[process.env.FAIR_PLANT ?? ""];
if (!planted) throw new Error(`no such plant: ${process.env.FAIR_PLANT}`);

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    let source = String(loaded.source);
    for (const [file, before, after] of planted) {
      if (!url.endsWith(`/fair/${file}`)) continue;
      if (!source.includes(before)) throw new Error(`${file} has no ${before}`);
      source = source.replace(before, after);
    }
    return { ...loaded, source };
  },
});
