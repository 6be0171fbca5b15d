/** The names of clans, specialties and titles, and the effects of specialties. */
import { nameOf } from "./powers.js";

/** @import { Public, Specialty } from "./records.js" */

/** @typedef {string} Clan one of more than twenty */
/** @typedef {"camarilla" | "sabbat"} Sect */

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
