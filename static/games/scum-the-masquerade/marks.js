/** The marks of a seat: clan, dots and charges, and what disciplines have put on it. */
import { handWords } from "./cards.js";
import { clanName, specialtyEffect, specialtyName } from "./clans.js";
import { powerName } from "./powers.js";

/** @import { Badge } from "../../js/table/core/game_types.js" */
/** @import { Discipline, Effect, Frame, Public, Sheet } from "./records.js" */

/** @typedef {{discipline: Discipline, have: number, all: number, left: number}} Dots */

/**
 * The marks of a seat: clan, dots and charges, and what lies on it.
 * @param {Frame} frame
 * @param {number} seat
 * @returns {Badge[]}
 */
export function badgesOf({ names, view }, seat) {
  const tableau = view.public;
  const { options, sheets, effects, hunted, takers, phase } = tableau;
  const { clan = null, specialty = null, charges = 0 } = sheets[seat] ?? {};
  const dots = dotsOf(sheets[seat]);
  /** @type {Badge[]} */
  const badges = [];
  if (clan)
    badges.push({ mark: clanName(tableau, clan)[0], kind: "role", text: clanWords(tableau, clan) });
  if (dots.length)
    badges.push({
      dots: sum(dots.map(({ left }) => left)),
      of: sum(dots.map(({ all }) => all)),
      text: dots.map((dot) => dotWords(tableau, dot)).join("; "),
    });
  if (specialty)
    badges.push({
      mark: specialtyName(tableau, specialty)[0],
      kind: "role",
      text: `${specialtyName(tableau, specialty)}: ${specialtyEffect(specialty)}`,
    });
  if (charges) badges.push({ dots: charges, of: charges, text: chargesLeft(charges) });
  for (const effect of effects.filter((one) => one.seat === seat))
    badges.push({
      ...EFFECTS[effect.kind],
      kind: "mark",
      tone: "wine",
      text: effectWords(effect, names),
    });
  if (hunted === seat)
    badges.push({
      mark: "H",
      kind: "mark",
      tone: "wine",
      text: `Blood hunt. ${HUNT[options.ruleset]}`,
    });
  if (takers.includes(seat) && phase !== "interval")
    badges.push({ mark: "P", kind: "mark", tone: "sky", text: `A pact. ${PACT}` });
  // they are read one after the other, with commas between
  return badges.map((badge) => ({ ...badge, text: badge.text.replace(/\.$/, "") }));
}

/**
 * The mask of a seat with its clan's letter; null without a clan.
 * @param {Public} tableau
 * @param {number} seat
 */
export function wornBy(tableau, seat) {
  const clan = tableau.sheets[seat]?.clan;
  return clan ? `mask ${clanName(tableau, clan)[0]}` : null;
}

/**
 * "1 charge left".
 * @param {number} charges
 */
export const chargesLeft = (charges) =>
  `${charges || "No"} ${charges === 1 ? "charge" : "charges"} left`;

const HUNT = {
  hr2: "Disciplines cost a dot less against this player, who neither hides nor asks for a boon.",
  hr1: "Cancelling costs this player a dot more; no hiding, and no boon.",
};
const PACT = "A rank higher, with an unseen crypt until play begins; to finish lower means last.";
/**
 * @param {Public} tableau
 * @param {string} clan
 */
const clanWords = (tableau, clan) => `Clan ${clanName(tableau, clan)}`;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * The dots of a sheet by discipline; those that were taken from others stand last.
 * @param {Sheet | undefined} sheet
 * @returns {Dots[]}
 */
export function dotsOf({ dots = [], spent = [], taken = [] } = {}) {
  /** @type {(some: Discipline[], one: Discipline) => number} */
  const count = (some, one) => some.filter((other) => other === one).length;
  return [...new Set([...dots, ...taken])].map((discipline) => {
    const have = count(dots, discipline);
    const all = have + count(taken, discipline);
    return { discipline, have, all, left: all - count(spent, discipline) };
  });
}

/**
 * "Potence, 1 left".
 * @param {Public} tableau
 * @param {Dots} dots
 */
const dotWords = (tableau, { discipline, left }) =>
  `${powerName(tableau, discipline)}, ${left ? `${left} left` : "spent"}`;

const EFFECTS = {
  commanded: { mark: "!" },
  awed: { mark: "A" },
  "lost-turn": { mark: "–" },
  hidden: { mark: "O" },
  watched: { mark: "W" },
  silenced: { mark: "Q" },
  maddened: { mark: "?" },
};

/**
 * An effect on a seat, in words.
 * @param {Effect} effect
 * @param {string[]} names
 */
export function effectWords(effect, names) {
  const { kind, by, demand = "any", cards = [], until = 0, turns = 1, leads = false } = effect;
  switch (kind) {
    case "commanded":
      return `Commanded by ${names[by]}: must play ${cards.length ? handWords(cards) : DEMANDS[demand]} on the next turn.`;
    case "awed":
      return `Awed by ${names[by]}: must pass ${until ? "until the trick ends" : "on the next turn"}.`;
    case "lost-turn":
      return "Loses the next turn.";
    case "hidden":
      return `Hidden: nobody can aim at this player ${until ? "in this trick" : "until the next turn"}.`;
    case "watched":
      return `${names[by]} sees this crypt${until ? " until the trick ends" : ""}.`;
    case "silenced":
      return `Silenced by ${names[by]}: no discipline or charge${until ? ` until trick ${until} ends` : " in this round"}.`;
    case "maddened":
      return `Maddened by ${names[by]}: chance plays the next ${turns > 1 ? "two turns" : "turn"}${leads ? ", even a lead" : ", but no lead"}.`;
    default:
      throw new Error(`an effect of an unknown kind: ${kind}`);
  }
}

const DEMANDS = {
  any: "a hand, if possible,",
  highest: "the highest hand",
  lowest: "the lowest hand",
  named: "the hand that is named",
};
