/**
 * Moves that are aimed at a seat or a place of the board: which may be picked, and which moves
 * remain. Touches no page.
 */
import { signal } from "@preact/signals";
import { sameCards } from "../../cards/selection.js";
import { cardsOf } from "./simple_moves.js";

/** @import { Move } from "../../messages.js" */

/** @typedef {{seat: number | null, place: string | null}} Aim */
/** @typedef {string | number | null | undefined} Aimed */
/**
 * @typedef {object} Aims how a game's moves are aimed; null or undefined: not at all
 * @property {(move: Move) => number | null | undefined} target
 * @property {(move: Move) => string | null | undefined} placeOf
 */

/**
 * The seat or place picked for a prompt, see `idOf` in parts/open_answers.js.
 * @type {import("@preact/signals").Signal<Aim & {id: string}>}
 */
const picked = signal({ id: "", seat: null, place: null });

const NOTHING = { seat: null, place: null };

/**
 * @param {string} id
 * @returns {Aim}
 */
export const aimOf = (id) => (picked.value.id === id ? picked.value : NOTHING);

/**
 * Picks a seat or a place, or puts it back.
 * @param {string} id
 * @param {"seat" | "place"} part
 * @param {number | string} value
 */
export function pickAim(id, part, value) {
  const now = aimOf(id);
  picked.value = { ...now, id, [part]: now[part] === value ? null : value };
}

/**
 * The seats and places that remain: those of moves that fit all else that is chosen.
 * @param {Move[]} moves
 * @param {Aims} aims
 * @param {Aim} aim
 * @param {string[]} codes the chosen cards
 */
export function openAims(moves, { target, placeOf }, aim, codes) {
  const byCards = codes.length
    ? moves.filter((move) => sameCards(cardsOf(move) ?? codes, codes))
    : moves;
  const fitting = byCards.length ? byCards : moves;
  /** @type {(wanted: Aimed, value: Aimed) => boolean} */
  const fits = (wanted, value) => wanted === null || value === wanted;
  return {
    seats: new Set(
      fitting.filter((move) => fits(aim.place, placeOf(move) ?? aim.place)).flatMap(some(target)),
    ),
    places: new Set(
      fitting.filter((move) => fits(aim.seat, target(move) ?? aim.seat)).flatMap(some(placeOf)),
    ),
  };
}

/** @type {<V>(read: (move: Move) => V | null | undefined) => (move: Move) => V[]} */
const some = (read) => (move) => {
  const value = read(move);
  return value === null || value === undefined ? [] : [value];
};

/**
 * The moves that fit the aim. Those that are aimed elsewhere, or not yet, are left out.
 * @param {Move[]} moves
 * @param {Aims} aims
 * @param {Aim} aim
 */
export function movesAt(moves, { target, placeOf }, aim) {
  /** @type {(value: Aimed, wanted: Aimed) => boolean} */
  const fits = (value, wanted) => value === null || value === undefined || value === wanted;
  return moves.filter((move) => fits(target(move), aim.seat) && fits(placeOf(move), aim.place));
}

/**
 * True if a move is aimed at a seat or a place.
 * @param {Move} move
 * @param {Aims} aims
 */
export const isAimed = (move, { target, placeOf }) =>
  some(target)(move).length > 0 || some(placeOf)(move).length > 0;
