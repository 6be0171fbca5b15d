/** A match so far: what each seat did last, and the orders of the seats deal by deal. */

import { DEALT } from "../core/event_table.js";

/** @import { Frame } from "../../messages.js" */
/** @import { EventLine } from "../../records.js" */
/** @import { GameModule, Row } from "../core/game_types.js" */

/** The lines in which a deed is looked for. */
const REACH = 120;

/**
 * The newest deed of each seat.
 * @param {EventLine[]} lines oldest first
 * @param {Frame} frame
 * @param {Pick<GameModule, "deedOf"> | null} game
 * @returns {Map<number, string>}
 */
export function deedsOf(lines, frame, game) {
  /** @type {Map<number, string>} */
  const deeds = new Map();
  const last = Math.max(0, lines.length - REACH);
  for (let at = lines.length - 1; at >= last; at -= 1) {
    const deed = game?.deedOf?.(lines[at].event, frame) ?? null;
    if (deed === DEALT) break;
    if (deed && !deeds.has(deed.seat)) deeds.set(deed.seat, deed.words);
    if (deeds.size === frame.names.length) break;
  }
  return deeds;
}

/**
 * The tricks that each seat has taken since the deal; null where the lines do not reach back to it.
 * @param {EventLine[]} lines oldest first
 * @param {Frame} frame
 * @param {Pick<GameModule, "deedOf" | "takerOf"> | null} game
 * @returns {Map<number, number> | null}
 */
export function tricksOf(lines, frame, game) {
  if (!game?.takerOf) return null;
  const from = lines.findLastIndex(({ event }) => game.deedOf?.(event, frame) === DEALT);
  return from < 0 ? null : addTricks(new Map(), lines.slice(from), game);
}

/**
 * The tricks by seat with those that these lines tell.
 * @param {Map<number, number>} tricks
 * @param {EventLine[]} lines
 * @param {Pick<GameModule, "takerOf">} game
 */
export function addTricks(tricks, lines, game) {
  for (const { event } of lines) {
    const taker = game.takerOf?.(event) ?? null;
    if (taker !== null) tricks.set(taker, (tricks.get(taker) ?? 0) + 1);
  }
  return tricks;
}

/**
 * The index of the newest line of `tail`; -1 where the lines do not hold all of it.
 * @param {string[]} tail the words of lines in a row
 * @param {EventLine[]} lines
 */
export const endOf = (tail, lines) =>
  lines.findLastIndex((_, end) =>
    tail.every((words, at) => lines[end + 1 - tail.length + at]?.text === words),
  );

/**
 * The rows with the tricks that lie before their seats.
 * @param {Row[]} rows
 * @param {Map<number, number>} tricks
 * @returns {Row[]}
 */
export const withTricks = (rows, tricks) =>
  tricks.size
    ? rows.map((row) => ({
        ...row,
        pile: pileOf(tricks.get(row.seat) ?? 0, "trick won", "tricks won"),
      }))
    : rows;

/**
 * A pile of face-down cards, with its number in words; none without any.
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export const pileOf = (number, one, many) =>
  number ? { number, words: `${number} ${number === 1 ? one : many}` } : undefined;

/**
 * The orders of a match by deal, best seat first.
 * @typedef {{match: string, deals: Record<number, number[]>}} Evening
 */

/**
 * The orders after one more frame, by what was known:
 *
 * | | same deal | next deal | before the first deal | another match |
 * |---|---|---|---|---|
 * | orders of a match | the newest counts | one more | the same value | begins anew |
 *
 * @param {Evening} before
 * @param {string} match
 * @param {number} deal
 * @param {number[]} order
 * @returns {Evening}
 */
export function noted(before, match, deal, order) {
  const deals = before.match === match ? before.deals : {};
  if (before.match === match && (!deal || deals[deal]?.join() === order.join())) return before;
  return { match, deals: deal ? { ...deals, [deal]: order } : {} };
}
