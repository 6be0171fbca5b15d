/** The orders of the seats of a match, deal by deal, as frames came. */

/**
 * The orders of a match by deal, best seat first.
 * @typedef {{match: string, deals: Record<number, number[]>}} Evening
 */

/**
 * What is known after one more frame, by what was known:
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
