/** The way over a grid of places by the arrow keys. Touches no page. */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The name of the nearest place in the direction of a key, or null: another key, or no place there.
 * @param {{name: string, at: [number, number]}[]} places
 * @param {string} from
 * @param {string} key
 * @returns {string | null}
 */
export function stepOver(places, from, key) {
  if (key === "Home") return places[0]?.name ?? null;
  if (key === "End") return places.at(-1)?.name ?? null;
  const start = places.find(({ name }) => name === from);
  const way = WAYS[key];
  if (!start || !way) return null;
  const [x, y] = way;
  /** @param {{at: [number, number]}} place */
  const distance = ({ at }) => {
    const [right, down] = [at[0] - start.at[0], at[1] - start.at[1]];
    const ahead = right * x + down * y;
    // a place in line is nearer than one beside the line
    return ahead <= 0 ? Infinity : ahead + 4 * Math.abs(right * y + down * x);
  };
  const nearest = places.reduce(
    (best, one) => (distance(one) < distance(best) ? one : best),
    start,
  );
  return nearest === start || distance(nearest) === Infinity ? null : nearest.name;
}
