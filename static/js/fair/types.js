/** The results of shuffle checks and what a browser keeps of a match, as types. Holds no code. */

/**
 * Something that does not fit, as a sentence with its evidence.
 * @typedef {{says: string, number: number, attempt: number, promised: any, shown: any}} Lie
 */

/** @typedef {(says: string, promised: any, shown: any) => void} AddLie */

/**
 * One seat's own part in a shuffle.
 * @typedef {object} Part
 * @property {number} seat
 * @property {string} entropy
 * @property {boolean} opened
 * @property {Record<string, string>} [seals] everybody's seals when it was opened
 * @property {string} [commitment] the server's, when it was sealed
 */

/**
 * What stood when parts were asked for. `connection`: the one that it was heard on.
 * @typedef {object} Asked
 * @property {Record<string, string>} seals
 * @property {number[]} refused
 * @property {string | null} connection
 * @property {boolean} restarted
 */

/**
 * The use of one's own part. "lost": the server restarted while parts were opened.
 * @typedef {"in" | "late" | "none" | "lost" | "watching"} PartUse
 */

/**
 * What this browser keeps of a match; commitments, parts, what was asked and earlier parts by
 * "number.attempt", deals by number.
 * @typedef {object} Kept
 * @property {string | null} [receipt]
 * @property {Record<string, string>} commitments
 * @property {Record<string, Part>} parts
 * @property {Record<string, Part[]>} [earlier] parts that were given up, the newest first
 * @property {Record<string, Asked>} [asked]
 * @property {number[]} [bots] seats that bots hold
 * @property {Record<string, KeptDeal>} deals
 * @property {Lie[]} [lies]
 */

/**
 * `cards`: [position, card].
 * @typedef {object} KeptDeal
 * @property {number} attempt
 * @property {string} root
 * @property {string} commitment
 * @property {[number, string][]} cards
 */

/**
 * The check of one deal at the table.
 * @typedef {object} DealCheck
 * @property {boolean} watched its promise came before it
 * @property {PartUse} part
 * @property {number} cards own cards under the root
 * @property {Lie[]} lies
 */

/**
 * The check of one shuffle of a finished match.
 * @typedef {object} ShuffleCheck
 * @property {number} number
 * @property {number} n
 * @property {number} checked cards held against the promise
 * @property {boolean} watched
 * @property {boolean} sealed the server may keep its secret
 * @property {Lie[]} lies
 */

/**
 * The checks of a whole match, added up.
 * @typedef {object} Summary
 * @property {number} cards
 * @property {number} checked
 * @property {number} unwatched shuffles
 * @property {number} sealed shuffles
 * @property {number} shuffles
 * @property {Lie[]} lies
 * @property {false} [unreachable]
 */

/** @typedef {{unreachable: true}} Unreachable the shuffles are not open yet */

/** @typedef {DealCheck & {hand: string, number: number}} DealReport */

/**
 * A witness's report.
 * @typedef {object} Report
 * @property {string} match
 * @property {DealReport | null} deal
 * @property {Summary | Unreachable | null} end
 * @property {(Lie & {match: string})[]} lies
 */

/**
 * The part of a game's module that reads hands, see docs/table.md.
 * @typedef {object} HandReader
 * @property {(own: any) => (string | number)[]} handOf
 * @property {(frame: any) => boolean} [freshDeal]
 * @property {(tableau: any) => {deal: number}} chapter
 */

export {};
