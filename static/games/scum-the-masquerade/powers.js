/** The names and effects of clans, disciplines and titles, as the rules have them. */

/** @import { Clan, Discipline, Public, Specialty } from "./records.js" */

/**
 * By discipline: its name, its neutral name, and what each level does.
 * @type {Record<Discipline, {name: string, neutral: string, levels: string[]}>}
 */
export const POWERS = {
  animalism: {
    name: "Animalism",
    neutral: "Scavenging",
    levels: [
      "Take one card from 3 to 10 out of the pile of finished tricks.",
      "Take one card from 3 to K out of the pile of finished tricks.",
      "Take any card out of the pile of finished tricks.",
    ],
  },
  auspex: {
    name: "Auspex",
    neutral: "Insight",
    levels: [
      "Look at one player's cards as they are now.",
      "See one player's cards until this trick ends.",
      "See one player's cards until the round ends.",
    ],
  },
  celerity: {
    name: "Celerity",
    neutral: "Speed",
    levels: [
      "Play a hand and at once a second one that beats it; you lose your next turn.",
      "Play a hand and at once a second one that beats it.",
      "Play three hands at once, each of which beats the one before.",
    ],
  },
  dominate: {
    name: "Dominate",
    neutral: "Command",
    levels: [
      "One player must play on their next turn if they can; of a lower rank you may demand the highest hand.",
      "One player must play their highest or lowest hand on their next turn, if they can.",
      "See one player's cards; on their next turn you name the hand that they play.",
    ],
  },
  fortitude: {
    name: "Fortitude",
    neutral: "Resistance",
    levels: [
      "Cancel a use of level 1 against you.",
      "Cancel a use of level 2 against you.",
      "Cancel a use of level 3 against you.",
    ],
  },
  obfuscate: {
    name: "Obfuscate",
    neutral: "Hiding",
    levels: [
      "Until your next turn no discipline may target you, unless Auspex finds you.",
      "Until this trick ends no discipline may target you, unless Auspex finds you.",
      "Until the next trick ends no discipline may target you, unless Auspex finds you.",
    ],
  },
  potence: {
    name: "Potence",
    neutral: "Strength",
    levels: [
      "The highest card of your hand counts one rank higher.",
      "The highest card of your hand counts two ranks higher.",
      "The highest card of your hand counts three ranks higher.",
    ],
  },
  presence: {
    name: "Presence",
    neutral: "Awe",
    levels: [
      "One player must pass on their next turn in this trick.",
      "Two players must pass on their next turn in this trick.",
      "All other players must pass on their next turn in this trick.",
    ],
  },
  protean: {
    name: "Protean",
    neutral: "Shape",
    levels: [
      "One card of your hand counts as one rank up or down, or as another suit.",
      "One card of your hand counts as any card up to three ranks away.",
      "One card of your hand counts as any card up to six ranks away.",
    ],
  },
  thaumaturgy: {
    name: "Thaumaturgy",
    neutral: "Theft",
    levels: [
      "One player loses an unspent dot or charge of your choice.",
      "One player loses an unspent dot or charge, and you may use it once.",
      "One player loses two unspent dots or charges, and you may use each once.",
    ],
  },
};

/**
 * By clan: its name, its neutral name, and its disciplines.
 * @type {Record<Clan, {name: string, neutral: string, disciplines: Discipline[]}>}
 */
export const CLANS = {
  brujah: {
    name: "Brujah",
    neutral: "Rebels",
    disciplines: ["potence", "presence", "celerity"],
  },
  malkavian: {
    name: "Malkavian",
    neutral: "Seers",
    disciplines: ["auspex", "dominate", "obfuscate"],
  },
  nosferatu: {
    name: "Nosferatu",
    neutral: "Lurkers",
    disciplines: ["animalism", "obfuscate", "potence"],
  },
  toreador: {
    name: "Toreador",
    neutral: "Artists",
    disciplines: ["auspex", "celerity", "presence"],
  },
  tremere: {
    name: "Tremere",
    neutral: "Mages",
    disciplines: ["auspex", "dominate", "thaumaturgy"],
  },
  ventrue: {
    name: "Ventrue",
    neutral: "Nobles",
    disciplines: ["dominate", "fortitude", "presence"],
  },
  gangrel: {
    name: "Gangrel",
    neutral: "Wanderers",
    disciplines: ["animalism", "fortitude", "protean"],
  },
};

const SPECIALTIES = { inquisitor: ["Inquisitor", "Watcher"] };
export const SPECIALTY_TEXT = "Cancel one use of a discipline that was made before a play.";

const UPPER = {
  masquerade: ["Justicar", "Prince", "Seneschal", "Sheriff", "Harpy", "Primatene"],
  neutral: ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"],
};
const LOWER = { masquerade: ["Caitiff", "Mortal Scum"], neutral: ["Outsider", "Last"] };

/**
 * The titles of all ranks at this table, best first.
 * @param {Public} tableau
 */
export function titlesOf({ options, order }) {
  return [...UPPER[options.naming].slice(0, order.length - 2), ...LOWER[options.naming]];
}

/**
 * @param {Public} tableau
 * @param {Discipline} discipline
 */
export const powerName = ({ options }, discipline) =>
  options.naming === "neutral" ? POWERS[discipline].neutral : POWERS[discipline].name;

/**
 * @param {Public} tableau
 * @param {Clan} clan
 */
export const clanName = ({ options }, clan) =>
  options.naming === "neutral" ? CLANS[clan].neutral : CLANS[clan].name;

/**
 * @param {Public} tableau
 * @param {Specialty} specialty
 */
export const specialtyName = ({ options }, specialty) =>
  SPECIALTIES[specialty][options.naming === "neutral" ? 1 : 0];

/**
 * The effect of a discipline at a level, from 1.
 * @param {Discipline} discipline
 * @param {number} [level]
 */
export const effectOf = (discipline, level = 1) => POWERS[discipline].levels[level - 1];

/**
 * "Auspex", and with its level in dots from the second on: "Auspex ••".
 * @param {Public} tableau
 * @param {Discipline} discipline
 * @param {number} [level]
 */
export const levelName = (tableau, discipline, level = 1) =>
  `${powerName(tableau, discipline)}${level > 1 ? ` ${"•".repeat(level)}` : ""}`;
