/** The steps of a board's zoom, and the point that stays where it is. Touches no page. */

/** @typedef {[number, number]} Pair across and down, in pixels */

const STEP = 1.5;
const MOST = 3;
/** Smaller differences are none: sizes are rounded to whole pixels. */
const ROUNDING = 0.01;

/**
 * The zoom that shows the whole board; 1 where it fits as it is.
 * @param {Pair} space
 * @param {Pair} board its natural size
 */
export function wholeZoom([across, down], [wide, high]) {
  return wide && high ? Math.min(1, across / wide, down / high) : 1;
}

/**
 * A zoom between the whole board and the largest.
 * @param {number} zoom
 * @param {number} whole
 */
export const bounded = (zoom, whole) => Math.min(MOST, Math.max(whole, zoom));

/**
 * The next zoom in a direction: 1 is never stepped over.
 * @param {number} zoom
 * @param {1 | -1} way
 * @param {number} whole
 */
export function nextZoom(zoom, way, whole) {
  const next = way > 0 ? zoom * STEP : zoom / STEP;
  const stepsOver = (zoom - 1) * (next - 1) < -ROUNDING * ROUNDING;
  return bounded(stepsOver ? 1 : next, whole);
}

/**
 * True if the two show the same.
 * @param {number} one
 * @param {number} other
 */
export const isSameZoom = (one, other) => Math.abs(one - other) < ROUNDING;

/**
 * The scrolling that keeps a point of the board under the same point of the window.
 * @param {Pair} scrolled so far
 * @param {Pair} point of the window
 * @param {number} ratio of the new zoom to the old one
 * @returns {Pair}
 */
export const scrollAfter = (scrolled, point, ratio) => [
  (scrolled[0] + point[0]) * ratio - point[0],
  (scrolled[1] + point[1]) * ratio - point[1],
];
