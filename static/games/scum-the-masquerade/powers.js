/** The disciplines: their names, and what each level does in the words of the rules. */

/** @import { Discipline, Public } from "./records.js" */

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
 * The name that this table uses.
 * @param {Public} tableau
 * @param {{name: string, neutral: string}} named
 */
export const nameOf = ({ options }, { name, neutral }) =>
  options.naming === "neutral" ? neutral : name;

/**
 * @param {Public} tableau
 * @param {Discipline} discipline
 */
export const powerName = (tableau, discipline) => nameOf(tableau, POWERS[discipline]);

/**
 * "Auspex", and with its level from the second on: "Auspex at level 2".
 * @param {Public} tableau
 * @param {Discipline} discipline
 * @param {number} [level]
 */
export const levelName = (tableau, discipline, level = 1) =>
  `${powerName(tableau, discipline)}${level > 1 ? ` at level ${level}` : ""}`;
