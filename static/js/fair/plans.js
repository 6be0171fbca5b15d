/** Plans of a shuffle: by position the seat that gets the card, "*" for all, "-" for nobody yet. */

/**
 * One card each in turn, from the seat at `first` on.
 * @param {readonly number[]} seats
 * @param {number} cards
 */
export const inTurn = (seats, cards, first = 0) =>
  Array.from({ length: cards }, (_, at) => String(seats[(first + at) % seats.length]));

/**
 * The plan that begins with `given`; nobody gets the cards after it.
 * @param {string[]} codes
 * @param {string[]} given
 */
export const planOf = (codes, given) => ({ codes, plan: codes.map((_, at) => given[at] ?? "-") });

/**
 * A lot: this many seats are drawn for all to see.
 * @param {readonly number[]} seats
 */
export const lotOf = (seats, drawn = 1) =>
  planOf(
    seats.map((seat) => String(seat + 1)),
    Array(drawn).fill("*"),
  );
