/** The results of shuffle checks and what a browser keeps of a match, as types. Holds no code. */

/** @import { CardsOpened, DealtShown, ShuffleShown } from "../records.js" */

/**
 * Something that does not fit, as a sentence with its evidence.
 * @typedef {{says: string, number: number, attempt: number, promised: any, shown: any}} Lie
 */

/** @typedef {(says: string, promised: any, shown: any) => void} AddLie */

/**
 * The decks that the server fixed. `codes` "": they are hidden, and `names` is the root over them.
 * @typedef {object} Decks
 * @property {number} n
 * @property {string} codes
 * @property {string} plan
 * @property {string[]} roots
 * @property {string | null} names
 */

/**
 * All that was shown when parts were asked for.
 * @typedef {object} Asked
 * @property {string} match
 * @property {number} number
 * @property {number} attempt
 * @property {string} head before this shuffle
 * @property {string} promise
 * @property {Decks} decks
 * @property {Record<string, string>} seals
 * @property {number[]} refused
 */

/** @typedef {Asked & {deck: DeckRule}} KeptAsked */

/** @typedef {{codes: string[], plan: string[]}} Rule the deck and the plan that the rules say */

/**
 * The comparison of deck and plan with the rules of the game. "hidden": nobody knows the cards, and
 * the plan was compared; "none": not compared.
 * @typedef {"same" | "hidden" | "none"} DeckRule
 */

/**
 * One seat's own part in a shuffle.
 * @typedef {object} Part
 * @property {number} seat
 * @property {string} entropy
 * @property {boolean} opened
 * @property {string} [ask] what it was opened for
 */

/**
 * The use of one's own part. "elsewhere": the part of this seat is another browser's. "left-out":
 * the server says that this page only watches, although it plays.
 * @typedef {"in" | "late" | "none" | "elsewhere" | "watching" | "left-out"} PartUse
 */

/**
 * This browser's memory of a match. Parts and what was asked by "number.attempt"; heads and deals
 * by number.
 * @typedef {object} Kept
 * @property {string | null} [receipt]
 * @property {string} [promise]
 * @property {Record<string, string>} heads the head before each shuffle
 * @property {number} [joined] the latest shuffle whose head was taken as the server said it
 * @property {number[]} [at] the farthest that the server has gone: number, attempt, asked
 * @property {string} [room] the table
 * @property {number} [announced] the latest shuffle that was announced before its parts
 * @property {Record<string, Part[]>} parts the newest first
 * @property {Record<string, KeptAsked>} asked
 * @property {number[]} [bots] seats that bots hold
 * @property {Record<string, KeptDeal>} deals
 * @property {Lie[]} [lies]
 */

/**
 * A deal that was dealt. `cards`: [position, thing, code].
 * @typedef {object} KeptDeal
 * @property {number} attempt
 * @property {string} ask
 * @property {Record<string, string>} openings
 * @property {number} chosen
 * @property {number} n
 * @property {string} root of the deck that was played
 * @property {string} codes
 * @property {string | null} names
 * @property {string} plan
 * @property {[number, number, string][]} cards
 * @property {boolean} watched
 * @property {boolean} helped with this browser's part
 * @property {boolean} [compared] the hand on the screen was the one that it opened
 */

/** @typedef {{position: number, thing: number, code: string, word: string}} ShownCard */

/**
 * The check of one deal at the table.
 * @typedef {object} DealCheck
 * @property {boolean} watched it was announced before it was dealt
 * @property {PartUse} part
 * @property {number} own cards that went to the viewer's hand and fit the deck
 * @property {number} open cards that lie open, or came from the stock, and fit the deck
 * @property {number} decks decks that were made again
 * @property {DeckRule} deck
 * @property {number} named seats that did not open a part of this shuffle
 * @property {string[]} gaps what was said of the time since the deal before
 * @property {number[]} agree seats whose pages were shown the same
 * @property {boolean} read false: the page was not shown what is needed to check anything
 */

/**
 * The check of one shuffle of a finished match.
 * @typedef {object} ShuffleCheck
 * @property {number} number
 * @property {number} n
 * @property {number} parts seats with a part in it
 * @property {number} checked places of the order that were made again
 * @property {number} cards opened cards that fit
 * @property {boolean} watched
 * @property {boolean} sealed the server keeps its secret
 * @property {Lie[]} lies
 */

/**
 * The checks of a whole match, added up. `checked`: places of watched shuffles.
 * @typedef {object} Summary
 * @property {number} places
 * @property {number} checked
 * @property {number} cards
 * @property {number} unwatched shuffles
 * @property {number} sealed shuffles
 * @property {number} unopened shuffles for which parts were opened and nothing was dealt
 * @property {number} shuffles
 * @property {Lie[]} lies
 * @property {boolean} [stopped] the match was stopped
 * @property {false} [unreachable]
 */

/** @typedef {{unreachable: true, stopped?: boolean}} Unreachable the shuffles are not open yet */

/**
 * The hand on the screen. "waiting": not compared so far; "none": no card to compare.
 * @typedef {"waiting" | "none" | "same" | "other"} HandState
 */

/** @typedef {DealCheck & {hand: HandState, number: number}} DealReport */

/** @typedef {"questions" | "opened" | "deals" | "gaps" | "begun" | "dropped"} Counted */

/**
 * The counts of a browser at one table, see ledger.js.
 * @typedef {Record<Counted, number> & {chain: string, match: string | null, due: boolean,
 *   news: string[]}} Ledger `due`: the newest match waits for a deal; `news`: gaps since the last
 */

/**
 * The screen as the automaton is told of it. `known`: the room had matches before; `rule`: of the shuffle that was asked
 * for, undefined until its frame is here; `came`: the deal on the screen as the newest deal was told
 * @typedef {object} Screen
 * @property {string | null} match
 * @property {boolean} over
 * @property {boolean} known
 * @property {boolean} acting
 * @property {number[]} bots
 * @property {Rule | null | undefined} rule
 * @property {number | null} deal
 * @property {boolean} fresh
 * @property {number | null} came
 * @property {string[] | null} hand
 */

/**
 * A deal that was told on this page, and its comparison with the hand.
 * @typedef {object} Dealt
 * @property {number} number
 * @property {number} attempt
 * @property {DealCheck} found
 * @property {string[]} own
 * @property {HandState} hand
 * @property {boolean} seats it dealt cards to seats
 * @property {number | null} compared the deal whose hand was compared last
 */

/**
 * The knowledge of one connection, with the memory of its browser: the state of the automaton.
 * @typedef {object} Know
 * @property {"waiting" | "sealed" | "asked" | "opened" | "dealt" | "gap"} phase
 * @property {Screen} screen
 * @property {Newest | null} newest what is to be sealed or opened; null: nothing
 * @property {string | null} sealed on this connection
 * @property {string | null} opened on this connection, in time
 * @property {Dealt | null} dealt
 * @property {number | null} told the deal on the screen of whose shuffle something was said
 * @property {number | null} silent the deal on the screen that still came without a word
 * @property {Kept} kept
 * @property {Ledger} ledger
 */

/**
 * @typedef {{number: number, attempt: number, opening: boolean, seat: number | null}} Newest
 */

/**
 * @typedef {ShuffleShown | DealtShown | CardsOpened | {type: "connected"}
 *   | {type: "screen", screen: Screen} | {type: "late"}
 *   | {type: "opened", id: string, entropy: string}} Input
 */

/** @typedef {{type: "join-shuffles" | "seal" | "open", [field: string]: any}} Sent */

/** @typedef {{know: Know, sent: Sent[], lies: Lie[], draw: () => string}} Turn */

/**
 * A witness's report. `silent`: the cards on the screen came without a word; `words`: the newest
 * head that this browser's own part is in
 * @typedef {object} Report
 * @property {string} match
 * @property {DealReport | null} deal
 * @property {boolean} silent
 * @property {string | null} head the newest that this browser worked out
 * @property {number} number of the shuffles before that head
 * @property {{head: string, number: number} | null} words
 * @property {Ledger} ledger
 * @property {number | null} joined see Kept
 * @property {Summary | Unreachable | null} end
 * @property {(Lie & {match: string})[]} lies
 */

/**
 * The part of a game's module that reads hands and knows the deck, see docs/table.md.
 * @typedef {object} HandReader
 * @property {(own: any) => (string | number)[]} handOf
 * @property {(frame: any) => boolean} [freshDeal]
 * @property {(tableau: any) => {deal: number}} chapter
 * @property {(tableau: any) => {codes: string[], plan: string[]} | null} [deckOf]
 */

export {};
