/** The events of a game in a table: how important each kind is, and its sound. */

/** 1: always heard; 2: with the plays; 3: every detail. @typedef {1 | 2 | 3} Importance */
/**
 * Each kind of event with its importance and its sound (see ui/sound_presets.js), or null: none.
 * @template {{type: string}} E
 * @typedef {{[K in E["type"]]: [Importance, Sound<Extract<E, {type: K}>>]}} EventTable
 */
/**
 * @template E
 * @typedef {string | null | ((event: E, seat: number | null) => string | null)} Sound
 */

/**
 * The exports `weigh` and `soundOf` of a game's module.
 * @template {{type: string}} E
 * @param {EventTable<E>} table
 */
export function eventTable(table) {
  /** @param {E} event */
  const rowOf = (event) => {
    if (!(event.type in table)) throw new Error(`an event of an unknown kind: ${event.type}`);
    return table[/** @type {E["type"]} */ (event.type)];
  };
  return {
    /** @param {E} event */
    weigh: (event) => rowOf(event)[0],
    /**
     * @param {E} event
     * @param {number | null} seat
     */
    soundOf: (event, seat) => {
      const sound = /** @type {Sound<E>} */ (rowOf(event)[1]);
      return typeof sound === "function" ? sound(event, seat) : sound;
    },
  };
}
