/** The rows of a small game by points, for the strip, the oval and the ladder (see seating.js). */

/** @import { Frame } from "../../messages.js" */
/** @import { Badge, Row } from "../core/game_types.js" */

/**
 * @param {{points: (tableau: any) => number[], counts?: (tableau: any) => number[] | null,
 *   badges?: (felt: any, seat: number) => Badge[]}} game
 * @param {Frame} frame
 * @returns {Row[]}
 */
export function rowsOf(game, frame) {
  const tableau = frame.view.public;
  const points = game.points(tableau);
  const counts = game.counts?.(tableau) ?? null;
  const felt = { tableau, own: frame.view.private, seat: frame.seat, names: frame.names };
  const badgesOf = (seat) =>
    game.badges ? { badges: game.badges({ ...felt, ended: false }, seat) } : {};
  const order = points.map((_, seat) => seat).sort((a, b) => points[b] - points[a] || a - b);
  return order.map((seat) => ({
    seat,
    place: null,
    title: null,
    points: points[seat],
    count: counts === null ? null : counts[seat],
    ...badgesOf(seat),
    ...(frame.awaited.includes(seat)
      ? { state: "turn", note: "to play" }
      : { state: null, note: "" }),
  }));
}
