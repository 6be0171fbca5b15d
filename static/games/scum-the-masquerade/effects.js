/** The effects of the disciplines at a table, by its ruleset: ours or the letter. */
import { POWERS } from "./powers.js";

/** @import { Discipline, Public } from "./records.js" */

/**
 * The effects that read otherwise by the letter (hr1).
 * @type {{[discipline: string]: string[]}}
 */
const BY_THE_LETTER = {
  mytherceria: [
    "Name a rank: until your next turn no hand may be topped by it, except a lead.",
    "Name a rank: until this trick ends no hand may be topped by it, except a lead.",
    "Name two ranks: until this trick ends no hand may be topped by them, except a lead.",
  ],
  presence: [
    "One player must pass on their next turn in this trick.",
    "Two players must pass on their next turn in this trick.",
    "All other players must pass on their next turn in this trick.",
  ],
  protean: [
    "One card of your hand counts as one rank up or down, or as another suit.",
    "One card of your hand counts as any card up to three ranks away.",
    "One card of your hand counts as any card.",
  ],
};

/**
 * The effect of a discipline at a level, from 1. A First Night is of our set.
 * @param {{options: Pick<Public["options"], "ruleset" | "evening">}} tableau
 * @param {Discipline} discipline
 * @param {number} [level]
 */
export function effectOf({ options }, discipline, level = 1) {
  const byTheLetter = options.evening === "masquerade" && options.ruleset === "hr1";
  const levels = (byTheLetter && BY_THE_LETTER[discipline]) || POWERS[discipline].levels;
  return levels[level - 1];
}
