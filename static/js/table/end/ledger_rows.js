/** The rows of the evening's ledger, from the matches of tonight. Touches no page. */

/**
 * @typedef {{who: number, name: string, place: number | null, points: number}} Placed
 * @typedef {{match: string, game: string, title: string, places: Placed[]}} Played
 */

/**
 * The order after each match, best first, and what each of the last one has earned tonight in its
 * game.
 * @param {Played[]} evening oldest first
 */
export function ledgerOf(evening) {
  const orders = evening.map(({ places }) => [
    ...new Set(
      [...places]
        .sort(
          (one, other) =>
            (one.place ?? places.length) - (other.place ?? places.length) ||
            other.points - one.points,
        )
        .map(({ who }) => who),
    ),
  ]);
  const game = evening.at(-1)?.game;
  /** @type {Map<number, {name: string, points: number}>} */
  const earned = new Map();
  for (const { places, ...played } of evening)
    for (const { who, name, points } of places) {
      const sum = earned.get(who)?.points ?? 0;
      earned.set(who, { name, points: sum + (played.game === game ? points : 0) });
    }
  return { orders, earned };
}
