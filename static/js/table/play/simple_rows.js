/** Who is ahead in a small game: a row a seat by points, for the strip, the oval and the ladder (see seating.js). */

/** `game`: points(tableau) by seat, and counts(tableau), cards in hand by seat or null. */
export function rowsOf(game, frame) {
  const tableau = frame.view.public;
  const points = game.points(tableau);
  const counts = game.counts?.(tableau) ?? null;
  const order = points.map((_, seat) => seat).sort((a, b) => points[b] - points[a] || a - b);
  return order.map((seat) => ({
    seat,
    place: null,
    title: null,
    points: points[seat],
    count: counts === null ? null : counts[seat],
    ...(frame.awaited.includes(seat)
      ? { state: "turn", note: "to play" }
      : { state: null, note: "" }),
  }));
}
