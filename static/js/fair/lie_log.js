/** All that did not fit, by match: through a reload, and while another match is played. */
import { recallMatch, updateMatch } from "./memory.js";

/** @import { Lie } from "./types.js" */

const MOST = 60;

export const OTHER_RECEIPT =
  "The receipt of the match is another than the one that was shown at the table: the record was " +
  "changed.";

/**
 * The difference between a kept receipt and the one shown.
 * @param {string | null} promised
 * @param {string | null} shown
 * @returns {Lie}
 */
export function receiptLie(promised, shown) {
  return { says: OTHER_RECEIPT, number: 0, attempt: 0, promised, shown };
}

export class LieLog {
  /** @type {Map<string, Lie[]>} */
  #lies = new Map();

  /**
   * Keeps a lie that is new.
   * @param {string} match
   * @param {Lie} lie
   */
  add(match, lie) {
    const lies = this.of(match);
    const written = JSON.stringify(lie);
    if (lies.length >= MOST || lies.some((known) => JSON.stringify(known) === written)) return;
    lies.push(lie);
    updateMatch(match, { lies });
  }

  /**
   * @param {string} match
   * @returns {Lie[]}
   */
  of(match) {
    const lies = this.#lies.get(match) ?? recallMatch(match).lies ?? [];
    this.#lies.set(match, lies);
    return lies;
  }

  get all() {
    return [...this.#lies].flatMap(([match, lies]) => lies.map((lie) => ({ match, ...lie })));
  }
}
