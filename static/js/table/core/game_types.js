/**
 * The interface between the table and a game's module, as types (docs/table.md). Holds no code.
 */

/** @import { Frame, GameEvent, Move, RefusedMessage, RoomMessage } from "../../messages.js" */

/** @typedef {import("preact").ComponentChildren} Child */
/** @typedef {import("preact").ComponentType<any>} Component */

/**
 * The table as a game's module gets it.
 * @typedef {object} TableState
 * @property {Frame} frame
 * @property {RoomMessage | null} room null in a replay
 * @property {boolean} live false in a replay: nothing can be answered
 * @property {RefusedMessage | null} refusal the last refusal
 * @property {(move: Move) => Promise<RefusedMessage | null>} answer answers the open question
 * @property {(move: Move) => Promise<RefusedMessage | null>} premove keeps a move for the next turn
 * @property {() => Promise<RefusedMessage | null>} cancelPremove
 */

/**
 * The standing of one seat, as a game gives it.
 * @typedef {object} Row
 * @property {number} seat
 * @property {string | null} place "first", "second", "middle", "penult" or "last"; null: no ranks
 * @property {string | null} title null: no ranks
 * @property {number} points
 * @property {number | null} [count] cards in hand
 * @property {string | null} state "turn", "passed", "barred", "out", "ready" or "giving"
 * @property {string} note the state in words
 * @property {string | null} [role] one word, such as "dealer"
 * @property {{won: number, of: number, unit: string} | null} [wins] drawn as lamps
 * @property {boolean} [ally] a partner of the viewer
 */

/**
 * Players to pick from.
 * @typedef {object} Pick
 * @property {Set<number>} seats
 * @property {(seat: number) => unknown} choose
 * @property {string} label
 */

/**
 * The place of a moment in a match: a replay jumps by `deal` and `part`.
 * @typedef {{deal: number, part: number | string, words: string}} Chapter
 */

/**
 * The words of a page, see game.js.
 * @typedef {object} Words
 * @property {string} standing
 * @property {string} points
 * @property {string} about
 * @property {string} result
 * @property {string} part
 */

/** @typedef {{label: string, shortcut: string, pressed: boolean, act: () => void}} ToolButton */

/**
 * The cards that await a shuffle, and who gets which position, see docs/fair-shuffle.md. Without
 * codes they are hidden; an empty plan is all stock.
 * @typedef {{codes: string[], plan: string[]}} ShufflePlan
 */

/** @typedef {{label: string, codes: string[]}} OtherCards cards of a seat beside its hand */

/**
 * A game's module with its slug.
 * @typedef {object} GameModule
 * @property {string} slug
 * @property {Component} default
 * @property {(frame: Frame) => Row[]} standing one row a seat, best first
 * @property {(event: GameEvent) => number} weigh 1 always heard, 2 with the plays, 3 every detail
 * @property {(event: GameEvent, frame: Frame) => boolean} [isRestated] true: the open question
 *   says that event again
 * @property {(event: GameEvent, seat: number | null) => string | null} soundOf
 * @property {(tableau: any) => Chapter} chapter
 * @property {(own: any) => (string | number)[]} handOf
 * @property {(own: any) => OtherCards[]} [besidesOf]
 * @property {(frame: Frame) => boolean} [freshDeal]
 * @property {(tableau: any) => ShufflePlan | null} [deckOf] what awaits the shuffle by the rules
 * @property {Component} Cards
 * @property {Component} Face
 * @property {(code: string) => string} cardName
 * @property {Component} [Aftermath]
 * @property {string[]} [sheets]
 * @property {Partial<Words>} [words]
 * @property {Record<string, string>} [reasons]
 * @property {boolean} [ranked]
 * @property {[string, string][]} [keys]
 * @property {string[]} [wishes]
 */

export {};
