/**
 * The interface between the table and a game's module, as types (docs/table.md). Holds no code.
 */

/**
 * @import {
 *   AnyRecords, Composed, GameRecords, PageFrame, Refused, RoomShown
 * } from "../../records.js"
 */
/** @import { Moment, Scene } from "./moment_table.js" */

/** @typedef {import("preact").ComponentChildren} Child */
/**
 * @template [P=any] the props
 * @typedef {import("preact").ComponentType<P>} Component
 */

/**
 * Methods, not properties, so that parts for all games can be given the table of one.
 * @template {GameRecords} R
 * @typedef {{
 *   answer(move: R["move"], key?: string): Promise<Refused | null>,
 *   premove(move: R["move"]): Promise<Refused | null>
 * }} Answers
 */

/**
 * The table as a game's module gets it.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {object} TableState
 * @property {PageFrame<R>} frame
 * @property {RoomShown | null} room null in a replay
 * @property {boolean} live false in a replay: nothing can be answered
 * @property {Refused | null} refusal the last refusal
 * @property {Answers<R>["answer"]} answer answers the open
 *   question, or the prompt with this key
 * @property {(key: string, picks: any[][]) => Promise<Composed<R> | Refused>} compose asks for the next step of an answer, see docs/protocol.md
 * @property {Answers<R>["premove"]} premove keeps a move for the next turn
 * @property {() => Promise<Refused | null>} cancelPremove
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
 * @property {string | null} [wears] the role as its portrait wears it: portraits/gear.js
 * @property {Child} [roleFigure] a drawing in place of the role's first letter
 * @property {{won: number, of: number, unit: string} | null} [wins] drawn as lamps
 * @property {number} [stake] chips that it has put in, which lie before it
 * @property {Pile} [pile] cards that lie face down before it
 * @property {boolean} [ally] a partner of the viewer
 * @property {Badge[]} [badges]
 */

/** @typedef {{number: number, words: string}} Pile `words`: its number and what it is of */

/**
 * Cards that go from one seat to another: `codes` where the viewer may see them, else backs.
 * @typedef {{from: number, to: number, number: number, codes?: (string | number)[]}} Travel
 */

/**
 * A mark that a seat wears, explained by `text`: a letter or two, or dots.
 * @typedef {object} Badge
 * @property {string} text
 * @property {string} [mark]
 * @property {"team" | "role" | "mark"} [kind] the shape
 * @property {"moss" | "wine" | "sky" | "brass"} [tone]
 * @property {number} [dots] how many of the dots are lit
 * @property {number} [of] how many dots there are
 */

/** @typedef {{Face: Component, cardName: (code: string) => string}} CardLook */

/**
 * Players to pick from.
 * @typedef {object} Pick
 * @property {Set<number>} seats
 * @property {(seat: number) => unknown} choose
 * @property {string} label
 * @property {number[]} [chosen] given where a seat can be chosen and put back; then the keys 1 to 9
 *   choose too
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

/**
 * The button that makes a move, by its shortcut or its words.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {{hintButton(move: R["move"], frame: PageFrame<R>): string}} HintButtons
 */

/** @typedef {{seat: number, words: string} | "" | null} DeedOf "": a deal ends the deeds before */

/**
 * The moments of a game's events, see moment_table.js.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {{momentsOf(event: R["event"], scene: Scene<R["public"]>): Moment[]}} Moments
 */

/** @typedef {{label: string, codes: string[]}} OtherCards cards of a seat beside its hand */

/**
 * A game's module with its slug.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {object} GameModule
 * @property {string} slug
 * @property {Component} default
 * @property {(frame: PageFrame<R>) => Row[]} standing one row a seat, best first
 * @property {(event: R["event"]) => number} weigh 1 always heard, 2 with the plays, 3 every detail
 * @property {(event: R["event"], frame: PageFrame<R>) => boolean} [isRestated] true: the open
 *   question says that event again
 * @property {(event: R["event"], seat: number | null) => string | null} soundOf
 * @property {(event: R["event"], frame: PageFrame<R>) => DeedOf} [deedOf] see event_table.js
 * @property {(event: R["event"]) => number | null} [takerOf] the seat that takes a trick, which
 *   then lies before it
 * @property {(event: R["event"], frame: PageFrame<R>) => Travel[]} [travelsOf] the cards that an
 *   event brings from one person to another
 * @property {(frame: PageFrame<R>) => string | null} [atStake] in a sentence or two; null: nothing
 * @property {() => Promise<Moments<R>>} [moments] loaded when a match is shown; left out: none
 * @property {(tableau: R["public"]) => Chapter} chapter
 * @property {(own: NonNullable<R["private"]>) => (string | number)[]} handOf
 * @property {(own: NonNullable<R["private"]>) => OtherCards[]} [besidesOf]
 * @property {(frame: PageFrame<R>) => boolean} [freshDeal]
 * @property {(tableau: R["public"]) => ShufflePlan | null} [deckOf] what awaits the
 *   shuffle by the rules
 * @property {Component} Cards
 * @property {Component} Face
 * @property {(code: string) => string} cardName
 * @property {Component} [Aftermath]
 * @property {string[]} [sheets]
 * @property {Partial<Words>} [words]
 * @property {Record<string, string>} [reasons]
 * @property {boolean} [ranked]
 * @property {(key: string, frame: PageFrame<R>) => string | null | undefined} [spanText] what a
 *   span is for, in words; left out: its clock is not shown
 * @property {() => Promise<HintButtons<R>>} [hintButtons] loaded with the first hint
 * @property {() => Promise<{TIPS: Record<string, string>}>} [tips] a line about each kind of
 *   question, loaded with the first question
 * @property {[string, string][]} [keys]
 * @property {string[]} [wishes]
 */

export {};
