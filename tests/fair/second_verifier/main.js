// A second verifier of the fair shuffle, written from docs/fair-shuffle.md and docs/protocol.md
// alone. It prints one JSON object: the verdict, and for each shuffle what was checked.
//
//   node main.js EXPORT [--receipt HEX] [--heard FILE]...
//   node main.js --stdin     reads {"record", "heard": [], "receipt"} a line, answers a line each

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Findings } from "./findings.js";
import { heardFormed, recordFormed, shufflesFormed } from "./forms.js";
import { checkHeard } from "./heard.js";
import { NotRead, parsed, parsedLines } from "./json_text.js";
import { checkPlayed } from "./played_cards.js";
import { checkRecord } from "./record.js";

/** The lines of a record; or its list of shuffles alone, of which `first` is null. */
function readRecord(text) {
  const lines = parsedLines(text);
  if (lines.length === 0) throw new NotRead("there is no record");
  const [first, ...entries] = lines;
  const alone = entries.length === 0 && first?.promise !== undefined && first.setup === undefined;
  if (alone) return { first: null, entries, revealed: shufflesFormed(first) };
  recordFormed(lines);
  return { first, entries, revealed: shufflesFormed(first.shuffles) };
}

function readHeard(text) {
  const lines = parsedLines(text);
  heardFormed(lines);
  return lines;
}

/** The verdict of texts; `kept`, the receipt, is null or 64 digits, also in groups. */
function verified(record, heard, kept) {
  const found = new Findings();
  const receipt = kept?.replace(/\s/g, "").toLowerCase() ?? null;
  try {
    const { first, entries, revealed } = readRecord(record);
    const files = heard.map(readHeard);
    const checked = checkRecord(first, entries, revealed, receipt, found);
    checkHeard(checked, files, found);
    const types = new Set(first?.public_origin);
    if (types.size > 0) checkPlayed(types, entries, checked.shuffles, found);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return { verdict: "not-read", reason: error.message };
  }
  return found.told();
}

function read(file) {
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
}

async function answerLines() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { record, heard, receipt } = parsed(line);
    console.log(JSON.stringify(verified(record, heard, receipt)));
  }
}

function answerFiles() {
  const { values, positionals } = parseArgs({
    options: {
      receipt: { type: "string" },
      heard: { type: "string", multiple: true, default: [] },
      stdin: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.stdin) return answerLines();
  let told;
  try {
    told = verified(read(positionals[0]), values.heard.map(read), values.receipt ?? null);
  } catch (error) {
    told = { verdict: "not-read", reason: String(error) };
  }
  console.log(JSON.stringify(told));
}

await answerFiles();
