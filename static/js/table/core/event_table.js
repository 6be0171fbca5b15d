/** The events of a game in a table: how important each kind is, its sound, and its deed. */

/** 1: always heard; 2: with the plays; 3: every detail. @typedef {1 | 2 | 3} Importance */
/**
 * Each kind of event with its importance, its sound (see ui/sound_presets.js), or null: none, and
 * its deed.
 * @template {{type: string}} E
 * @typedef {{[K in E["type"]]:
 *   [Importance, Sound<Extract<E, {type: K}>>, Deed<Extract<E, {type: K}>>?, string?]}} EventTable
 */
/**
 * The deed of an event in a word or two; left out or null: it is none. DEALT: the deeds before
 * it are of the past. It is that of the event’s `seat`, or of the field named behind it.
 * @template E
 * @typedef {string | ((event: E, frame: any) => string | null)} Deed
 */
/**
 * @template E
 * @typedef {string | null | ((event: E, seat: number | null) => string | null)} Sound
 */

export const DEALT = "";

/**
 * The exports `weigh`, `soundOf` and `deedOf` of a game's module.
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
    /**
     * The deed of an event, DEALT, or null; `frame` names the seats.
     * @param {E} event
     * @param {any} frame
     * @returns {{seat: number, words: string} | typeof DEALT | null}
     */
    deedOf: (event, frame) => {
      const [, , deed, whose = "seat"] = rowOf(event);
      if (deed === undefined || deed === DEALT) return deed ?? null;
      const words = typeof deed === "string" ? deed : /** @type {any} */ (deed)(event, frame);
      return words && { seat: /** @type {any} */ (event)[whose], words };
    },
  };
}
