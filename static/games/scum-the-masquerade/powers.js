/** The names and effects of clans, disciplines and titles, in the words of the rules. */

/** @import { Discipline, Public, Specialty } from "./records.js" */

/** @typedef {string} Clan one of more than twenty */

/** @typedef {"camarilla" | "sabbat"} Sect */

/**
 * By discipline: its name, its neutral name, and what each level does by our set of numbers.
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
      "Look at one player’s cards as they are now.",
      "See one player’s cards until this trick ends.",
      "See one player’s cards until the round ends.",
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
  chimerstry: {
    name: "Chimerstry",
    neutral: "Illusion",
    levels: [
      "Play a hand face down and announce one; at most one of its cards may be false.",
      "Play a hand face down and announce one; at most two of its cards may be false.",
      "Play a hand face down and announce one; any of its cards may be false.",
    ],
  },
  daimoinon: {
    name: "Daimoinon",
    neutral: "Curse",
    levels: [
      "A card from 3 to 6 of the finished tricks goes into one player’s crypt.",
      "Up to two cards from 3 to 6 of the finished tricks go into one player’s crypt.",
      "Up to three cards from 3 to 6 of the finished tricks go into one player’s crypt.",
    ],
  },
  dementation: {
    name: "Dementation",
    neutral: "Madness",
    levels: [
      "On one player’s next turn that is no lead, chance plays a hand for them.",
      "On one player’s next turn, even a lead, chance plays a hand for them.",
      "On one player’s next two turns, even leads, chance plays a hand for them.",
    ],
  },
  dominate: {
    name: "Dominate",
    neutral: "Command",
    levels: [
      "One player must play on their next turn if they can; from a lower rank you may demand the highest hand.",
      "One player must play their highest or lowest hand on their next turn, if they can.",
      "See one player’s cards; on their next turn you name the hand that they play.",
    ],
  },
  fortitude: {
    name: "Fortitude",
    neutral: "Resistance",
    levels: [
      "Cancel a use at level 1 against you.",
      "Cancel a use at level 2 against you.",
      "Cancel a use at level 3 against you.",
    ],
  },
  mytherceria: {
    name: "Mytherceria",
    neutral: "Riddle",
    levels: [
      "Name a rank: until this trick ends no hand may be topped by it, except a lead.",
      "Name two ranks: until this trick ends no hand may be topped by them, except a lead.",
      "Name three ranks: until this trick ends no hand may be topped by them, except a lead.",
    ],
  },
  necromancy: {
    name: "Necromancy",
    neutral: "Unearthing",
    levels: [
      "One card out of the pile of finished tricks is part of your hand.",
      "Up to two cards out of the pile of finished tricks are part of your hand.",
      "Up to three cards out of the pile of finished tricks are part of your hand.",
    ],
  },
  obeah: {
    name: "Obeah",
    neutral: "Healing",
    levels: [
      "A player, or you, gets a spent dot of another discipline back.",
      "A player, or you, gets up to two spent dots of other disciplines back.",
      "A player, or you, gets up to three spent dots of other disciplines back.",
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
  obtenebration: {
    name: "Obtenebration",
    neutral: "Shadow",
    levels: [
      "A single on top goes back to its owner; whoever led it leads another hand.",
      "A hand of up to four cards on top goes back to its owner; whoever led it leads another hand.",
      "Any hand on top goes back to its owner; whoever led it leads another hand.",
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
      "One player must pass until this trick ends.",
      "Two players must pass until this trick ends.",
      "All other players must pass until this trick ends.",
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
  quietus: {
    name: "Quietus",
    neutral: "Silence",
    levels: [
      "One player may use no discipline or charge until this trick ends.",
      "One player may use no discipline or charge until the next trick ends.",
      "One player may use no discipline or charge until the round ends.",
    ],
  },
  serpentis: {
    name: "Serpentis",
    neutral: "Temptation",
    levels: [
      "Wish for up to three cards of a lower rank; for the first one held give one back.",
      "Wish for up to three cards of any player; for the first one held give one back.",
      "Twice, wish for up to three cards of any player, and give one back for each.",
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
  vicissitude: {
    name: "Vicissitude",
    neutral: "Fleshcraft",
    levels: [
      "This round one of your cards may count as a rank up or down, or as another suit.",
      "This round two of your cards may count as a rank up or down, or as another suit.",
      "This round one of your cards may count as a copy of another one of yours.",
    ],
  },
};

/**
 * By clan: its name, its neutral name, and its side.
 * @type {Record<Clan, {name: string, neutral: string, sect: Sect}>}
 */
const CLANS = {
  brujah: { name: "Brujah", neutral: "Rebels", sect: "camarilla" },
  malkavian: { name: "Malkavian", neutral: "Seers", sect: "camarilla" },
  nosferatu: { name: "Nosferatu", neutral: "Lurkers", sect: "camarilla" },
  toreador: { name: "Toreador", neutral: "Artists", sect: "camarilla" },
  tremere: { name: "Tremere", neutral: "Mages", sect: "camarilla" },
  ventrue: { name: "Ventrue", neutral: "Nobles", sect: "camarilla" },
  gangrel: { name: "Gangrel", neutral: "Wanderers", sect: "camarilla" },
  assamite: { name: "Assamite", neutral: "Blades", sect: "camarilla" },
  "followers-of-set": { name: "Followers of Set", neutral: "Tempters", sect: "camarilla" },
  giovanni: { name: "Giovanni", neutral: "Gravekeepers", sect: "camarilla" },
  ravnos: { name: "Ravnos", neutral: "Jugglers", sect: "camarilla" },
  "brujah-antitribu": { name: "Brujah antitribu", neutral: "Red Rebels", sect: "sabbat" },
  "gangrel-country": { name: "Country Gangrel", neutral: "Red Wanderers", sect: "sabbat" },
  "gangrel-city": { name: "City Gangrel", neutral: "Red Runners", sect: "sabbat" },
  "nosferatu-antitribu": { name: "Nosferatu antitribu", neutral: "Red Lurkers", sect: "sabbat" },
  "toreador-antitribu": { name: "Toreador antitribu", neutral: "Red Artists", sect: "sabbat" },
  "ventrue-antitribu": { name: "Ventrue antitribu", neutral: "Red Nobles", sect: "sabbat" },
  lasombra: { name: "Lasombra", neutral: "Shades", sect: "sabbat" },
  tzimisce: { name: "Tzimisce", neutral: "Sculptors", sect: "sabbat" },
  "malkavian-antitribu": { name: "Malkavian antitribu", neutral: "Red Seers", sect: "sabbat" },
  kiasyd: { name: "Kiasyd", neutral: "Red Dreamers", sect: "sabbat" },
  harbingers: { name: "Harbingers of Skulls", neutral: "Red Heralds", sect: "sabbat" },
  serpents: { name: "Serpents of the Light", neutral: "Red Serpents", sect: "sabbat" },
  baali: { name: "Baali", neutral: "Accursed", sect: "camarilla" },
  salubri: { name: "Salubri", neutral: "Healers", sect: "camarilla" },
};

/**
 * By specialty of the last rank: its name, its neutral name, and its effect.
 * @type {Record<Specialty, {name: string, neutral: string, effect: string}>}
 */
const SPECIALTIES = {
  inquisitor: {
    name: "Inquisitor",
    neutral: "Watcher",
    effect: "Twice a round, cancel any use that is made before a play.",
  },
  ghoul: { name: "Ghoul", neutral: "Servant", effect: "Two dots in common disciplines." },
  hunter: {
    name: "Hunter",
    neutral: "Chaser",
    effect: "Twice a round, bar one player from disciplines until the trick ends.",
  },
  seer: {
    name: "Seer",
    neutral: "Reader",
    effect: "Twice a round, look at one player’s cards as they are.",
  },
};

/**
 * The titles from the first rank down, and those of the last two.
 * @type {Record<Sect, {upper: string[], lower: string[]}>}
 */
const TITLES = {
  camarilla: {
    upper: ["Justicar", "Prince", "Seneschal", "Sheriff", "Harpy", "Primatene"],
    lower: ["Caitiff", "Mortal Scum"],
  },
  sabbat: {
    upper: ["Regent", "Cardinal", "Archbishop", "Bishop", "Ductus", "Primogen"],
    lower: ["Pander", "Mortal Scum"],
  },
};

const NEUTRAL = {
  upper: ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"],
  lower: ["Outsider", "Last"],
};

/**
 * The titles of all ranks at this table, best first: those of the side of the first rank's clan.
 * @param {Public} tableau
 */
export function titlesOf({ options, order, sheets }) {
  const clan = sheets[order[0]]?.clan;
  const { upper, lower } =
    options.naming === "neutral" ? NEUTRAL : TITLES[clan ? CLANS[clan].sect : "camarilla"];
  return [...upper.slice(0, order.length - lower.length), ...lower];
}

/**
 * The name that this table uses.
 * @param {Public} tableau
 * @param {{name: string, neutral: string}} named
 */
const nameOf = ({ options }, { name, neutral }) => (options.naming === "neutral" ? neutral : name);

/**
 * @param {Public} tableau
 * @param {Discipline} discipline
 */
export const powerName = (tableau, discipline) => nameOf(tableau, POWERS[discipline]);

/**
 * @param {Public} tableau
 * @param {Clan} clan
 */
export const clanName = (tableau, clan) => nameOf(tableau, CLANS[clan]);

/**
 * @param {Public} tableau
 * @param {Specialty} specialty
 */
export const specialtyName = (tableau, specialty) => nameOf(tableau, SPECIALTIES[specialty]);

/** @param {Specialty} specialty */
export const specialtyEffect = (specialty) => SPECIALTIES[specialty].effect;

/**
 * "Auspex", and with its level from the second on: "Auspex at level 2".
 * @param {Public} tableau
 * @param {Discipline} discipline
 * @param {number} [level]
 */
export const levelName = (tableau, discipline, level = 1) =>
  `${powerName(tableau, discipline)}${level > 1 ? ` at level ${level}` : ""}`;
