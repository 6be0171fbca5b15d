/**
 * A moment of a match: what the table stages over the felt (docs/table.md). Types and the order of
 * greatness.
 */

/** @typedef {"small" | "great" | "rare"} Greatness */

/** @typedef {{text: string, to: number}} Amount */

/**
 * @typedef {object} Moment
 * @property {Greatness} greatness
 * @property {string} stamp two or three words
 * @property {string} line one dry line below the stamp
 * @property {number | null} seat whose moment it is
 * @property {(string | number)[]} [cards] codes of the cards that matter
 * @property {string} [letters] a word that is shown letter by letter
 * @property {Amount | Amount[]} [amount] each flies to its owner
 * @property {number[]} [glad] seats that gain by it; left out: `seat`
 * @property {number[]} [sore] seats that lose by it
 */

/**
 * The scene of a moment: the public part of the view after the events of a frame and before them,
 * and names. The viewer's own part is not here, so no moment can tell anything of it.
 * @template [P=any] the public part
 * @typedef {object} Scene
 * @property {P} now
 * @property {P} before
 * @property {string[]} names
 * @property {number | null} seat the viewer's
 */

/**
 * The moments of an event by its type; none: that event is no moment.
 * @template {{type: string}} E
 * @template P
 * @typedef {{[K in E["type"]]?: (event: Extract<E, {type: K}>, scene: Scene<P>) => Moment | Moment[] | null}} MomentTable
 */

/** @type {Greatness[]} */
export const GREATNESS = ["small", "great", "rare"];

/** @param {number} number */
export const cardsInWords = (number) => `${number} card${number === 1 ? "" : "s"}`;

/**
 * The export `momentsOf` of a game's moments.js.
 * @template {{type: string}} E
 * @template P
 * @param {MomentTable<E, P>} table
 */
export function momentTable(table) {
  /**
   * @param {E} event
   * @param {Scene<P>} scene
   * @returns {Moment[]}
   */
  return (event, scene) => {
    /** @type {((event: any, scene: Scene<P>) => Moment | Moment[] | null) | undefined} */
    const name = table[/** @type {E["type"]} */ (event.type)];
    return [name?.(event, scene) ?? []].flat();
  };
}
