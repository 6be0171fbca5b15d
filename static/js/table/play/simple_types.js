/** The description of a small game, and what follows from it, as types. Holds no code. */

/** @import { Frame } from "../../messages.js" */
/** @import { AnyRecords, GameRecords, OpenPrompt, PageFrame } from "../../records.js" */
/** @import { Badge, CardLook, Chapter, Child, Component, Row, Words } from "../core/game_types.js" */
/** @import { Phase } from "../parts/phase_line.js" */
/** @import { BoardShown } from "../parts/place_grid.js" */
/** @import { Reaction } from "../parts/reaction.js" */
/** @import { TradeTerms } from "../parts/trade.js" */

/**
 * @typedef {object} SimpleCard
 * @property {string | number} index
 * @property {string} [tone]
 * @property {string | null} [note]
 * @property {Child} [figure] a drawing round the origin, 24 units wide
 */

/**
 * The felt as a small game sees it.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {object} FeltView
 * @property {R["public"]} tableau the public part of the view
 * @property {R["private"] | null} own the viewer's private part; null for a spectator
 * @property {number | null} seat
 * @property {string[]} names
 * @property {boolean} ended a part of the chapter ended a moment ago, so show how
 */

/**
 * Cards that lie together on the felt.
 * @typedef {object} Lot
 * @property {string} [title]
 * @property {(string | number | null | false)[]} [cards] null: face down; false: an empty place
 * @property {Child} [words]
 * @property {number} [seat] the owner
 * @property {boolean} [brass] marked
 */

/**
 * The description of a small game. Cards may be numbers or strings. A move with `card` or `cards`
 * is made by choosing them in the hand, any other has a button.
 * @template {GameRecords} [R=AnyRecords]
 * @typedef {object} SimpleGame
 * @property {(code: any) => SimpleCard} card
 * @property {(code: string) => string} [name] the spoken name of a card; by default its index
 * @property {(code: string) => number} [order] the place in a hand; by default by number, then by
 *   letter
 * @property {(own: NonNullable<R["private"]>, tableau?: R["public"], seat?: number | null) =>
 *   (string | number)[]} hand the cards in hand, of a seat's private part; a replay gives no more
 *   than that
 * @property {(own: NonNullable<R["private"]>) => {label: string, codes: string[]}[]} [besides] its
 *   other cards, for a replay
 * @property {(tableau: R["public"]) => number[]} points by seat
 * @property {(tableau: R["public"]) => number[] | null} [counts] cards in hand by seat
 * @property {(felt: FeltView<R>) => Lot[]} felt what lies on the table
 * @property {(move: R["move"], names: string[]) => string} label the button of a move
 * @property {(open: OpenPrompt<R>, names: string[]) => string} [offer] the button of an offer; by
 *   default the label of its one move, or its text
 * @property {(open: OpenPrompt<R>) => string} [compose] the button that begins an answer in steps,
 *   where a prompt has other answers too
 * @property {(move: R["move"]) => number | null | undefined} [target] the seat that a move is
 *   aimed at; it is picked at the table
 * @property {(move: R["move"]) => string | null | undefined} [placeOf] the place that a move is
 *   aimed at; by default its field `place`
 * @property {(tableau: R["public"]) => Phase[]} [phases] where the round stands
 * @property {(felt: FeltView<R>, seat: number) => Badge[]} [badges] the marks of a seat
 * @property {(felt: FeltView<R>) => BoardShown | null} [board] named places on a grid
 * @property {(felt: FeltView<R>) => Reaction | null} [reaction] who may still answer to what
 * @property {(open: OpenPrompt<R>, felt: FeltView<R>) => TradeTerms | null} [trade] what a prompt
 *   is about, as two sides
 * @property {(key: string, frame: PageFrame<R>) => string | null | undefined} [spanText] what a
 *   span is for; without words its clock is not shown
 * @property {(tableau: R["public"]) => Chapter} chapter the parts that a replay jumps by
 * @property {Record<string, string>} [sounds] by type of event, see ui/sound_presets.js
 * @property {Partial<Words>} [words]
 * @property {Child} [crest] a drawing on the cards' backs
 */
/**
 * The description with what follows from it.
 * @typedef {Omit<SimpleGame, "hand"> & CardLook & {
 *   Back: Component,
 *   hand: (own: any, tableau?: any, seat?: number | null) => string[],
 *   standing: (frame: Frame) => Row[]
 * }} SimpleParts
 */

/**
 * The part of it that answers are made of.
 * @typedef {CardLook & {label: (move: any, names: string[]) => string} & Pick<SimpleGame,
 *   "offer" | "compose" | "target" | "placeOf" | "trade" | "reaction">} AnswerGame
 */

export {};
