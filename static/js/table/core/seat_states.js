/** The states and places of a seat that many games have, see `Row` in game_types.js. */

/** @typedef {{state: string | null, note: string}} SeatState */

/**
 * Nothing is said of the seat.
 * @type {SeatState}
 */
export const NO_STATE = { state: null, note: "" };

/**
 * Ready if the seat is among those who have confirmed, answered and so on.
 * @param {number[]} those
 * @param {number} seat
 * @param {string} [note]
 * @param {SeatState} [otherwise]
 */
export const readyState = (those, seat, note = "ready", otherwise = NO_STATE) =>
  those.includes(seat) ? { state: "ready", note } : otherwise;

export const PLACES = ["first", "second", "middle", "penult", "last"];

/**
 * The place of the rank at `index`, from 0, among this many players.
 * @param {number} index
 * @param {number} players
 */
export const placeOf = (index, players) =>
  PLACES[index < 2 ? index : Math.max(2, PLACES.length - players + index)];
