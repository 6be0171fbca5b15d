/** The sentences of a look back. */

/** @import { LookBackFound, LookBackProgress, MomentShown } from "../../records.js" */

/** @type {Record<string, (line: LookBackProgress) => string>} */
const STAGES = {
  wait: () => "Somebody else is looking back. You are next.",
  look: ({ done, of }) => `Trying the choices in imagined deals: ${done + 1} of ${of}.`,
  check: ({ done, of }) => `Looking again at what stood out: ${done + 1} of ${of}.`,
};

/** @param {LookBackProgress} line */
export const progressText = (line) => STAGES[line.stage]?.(line) ?? "One moment.";

/**
 * The result as a whole.
 * @param {LookBackFound} found
 * @returns {string[]}
 */
export function summary({ answers, choices, tried, level, whole, moments }) {
  const lines = [headline(answers, choices, moments.length)];
  if (!whole && tried < choices)
    lines.push(`Time was up after ${tried} of ${choices} choices were tried.`);
  else if (!whole) lines.push("Time was up before all that stood out was looked at again.");
  if (tried && level === tried) lines.push("Every answer came to the same: chance decided.");
  else if (level)
    lines.push(`At ${level} of ${tried} choices every answer came to the same: chance decided.`);
  return lines;
}

/**
 * @param {number} answers
 * @param {number} choices
 * @param {number} moments
 */
function headline(answers, choices, moments) {
  if (!answers) return "There is no answer to look at: this seat was never asked.";
  if (!choices) return "Nothing was a choice: chance alone decided.";
  if (!moments) return "Nothing stood out.";
  return moments === 1 ? "One decision stood out." : `${moments} decisions stood out.`;
}

/**
 * A moment: its title, what was done and what else could be, and how sure that is.
 * @param {MomentShown} moment
 */
export function momentText({ deal, question, made, other, gain, margin, deals }) {
  const cost = gain < 0;
  const points = Math.abs(gain);
  return {
    title: `${cost ? "Cost" : "Won"} ${points} of 100`,
    place: `Hand ${deal}. ${question}`,
    rows: cost
      ? [
          { label: "Played", text: made },
          { label: "Better", text: other },
        ]
      : [
          { label: "Played", text: made },
          { label: "Usual", text: other },
        ],
    sure: `${cost ? "Better" : "Worth more"} by ${points}, give or take ${margin}, in ${deals} imagined deals.`,
  };
}
