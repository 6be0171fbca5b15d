/** The rows of a small game by points, for the strip, the oval and the ladder (see seating.js). */

/** @import { Frame } from "../../messages.js" */
/** @import { Row } from "../core/game_types.js" */
/** @import { FeltView, SimpleGame } from "./simple_types.js" */

/**
 * The felt as a small game sees it.
 * @param {Frame} frame
 * @param {boolean} [ended] see FeltView
 * @returns {FeltView}
 */
export const feltOf = ({ view, names }, ended = false) => ({
  ...{ tableau: view.public, own: view.private, seat: view.seat },
  ...{ names, ended },
});

/**
 * @param {Pick<SimpleGame, "points" | "counts" | "badges">} game
 * @param {Frame} frame
 * @returns {Row[]}
 */
export function rowsOf(game, frame) {
  const tableau = frame.view.public;
  const points = game.points(tableau);
  const counts = game.counts?.(tableau) ?? null;
  const felt = feltOf(frame);
  /** @param {number} seat */
  const badgesOf = (seat) => (game.badges ? { badges: game.badges(felt, seat) } : {});
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
