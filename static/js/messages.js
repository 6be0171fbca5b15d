/**
 * The page data as types, and what Python says of no record. Holds no code. The messages are
 * generated from Python: records.ts.
 */

/** @import * as records from "./records.js" */

/** @typedef {records.Frame} FrameMessage */
/** @typedef {records.SeatShown["presence"]} Presence */
/** @typedef {records.AnyRecords["move"]} Move a move of the game's own */
/** @typedef {records.AnyRecords["event"]} GameEvent an event of the game's own */
/** @typedef {records.EventLine & {id: number}} LogLine */
/** @typedef {{type: string, id: string, [field: string]: any}} Command */

/**
 * All that this viewer may know of the match: a message, or what a replay makes of a step.
 * @typedef {records.PageFrame} Frame
 */

/**
 * One shuffle of a finished match, from /api/matches/…/shuffles.
 * @typedef {object} ShuffleRecord
 * @property {number} ply
 * @property {number} number
 * @property {number} attempt
 * @property {number} version
 * @property {number} n
 * @property {string} codes
 * @property {boolean} hidden_codes
 * @property {string} plan
 * @property {string | null} names
 * @property {string[]} roots
 * @property {Record<string, string>} seals
 * @property {Record<string, string>} openings
 * @property {number[]} refused
 * @property {string} head
 * @property {string} ask
 * @property {number} chosen
 * @property {number[] | null} order null: it stays secret
 */

/**
 * A recorded step of a match, from /api/matches/…/steps.
 * @typedef {object} ReplayStep
 * @property {number} ply
 * @property {number} at
 * @property {records.EventLine[]} events
 * @property {any} public
 * @property {Record<string, any>} private by seat
 */

/**
 * One field of a game's options, as JSON schema.
 * @typedef {object} OptionSchema
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {OptionValue} [default]
 * @property {OptionValue[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxItems]
 * @property {Record<string, OptionValue[]>} [x-when] the field counts while those options have
 *   these values
 * @property {[OptionValue, string][]} [x-labels]
 * @property {OptionValue[]} [x-together] values that need everybody at the table at once, so that
 *   they do not go with a slow clock
 */

/** @typedef {string | number | boolean | null | (string | null)[]} OptionValue */

/** @typedef {Record<string, {public: object, private: object}>} UsualValues by game */

/**
 * The data that the server writes into a table's page.
 * @typedef {object} TablePage
 * @property {number} now the server's time, in milliseconds since 1970
 * @property {string} room
 * @property {string | null} you the viewer's account
 * @property {string} game
 * @property {string} title
 * @property {string} socket
 * @property {boolean} screen true where a screen shows the table to a room
 * @property {string} rules
 * @property {string} results
 * @property {string} qr
 * @property {string} deviceLink
 * @property {string} invite the path of invite links, without their secret
 * @property {string[]} origins of links for other devices, the likeliest first
 * @property {boolean} linksWorkElsewhere false if only this computer can open links
 * @property {string} login
 * @property {string} report
 * @property {string} previousOptions
 * @property {string} gameOptions
 * @property {records.GameOptions} options of the room's game as the page was made
 * @property {string} playNow
 * @property {LessonShown | null} lesson
 * @property {string | null} waiting another table where the viewer waits for company
 * @property {Record<string, string>} games titles by slug
 * @property {UsualValues} usual
 */

/**
 * The lesson that this table plays.
 * @typedef {object} LessonShown
 * @property {string} address of the form that begins a lesson
 * @property {string} id
 * @property {string} title
 * @property {{id: string, title: string} | null} next the lesson that follows
 * @property {{key: string, say: string, point: string[], find: boolean}[]} steps `key`: of
 *   the step's prompt; `find`: the learner looks for the control
 * @property {string} over what the table says once the last step is done
 * @property {string} end the coach's last sentence
 */

/**
 * The data that the server writes into a replay's page.
 * @typedef {object} ReplayPage
 * @property {string} match
 * @property {string} game
 * @property {string} title
 * @property {string[]} names
 * @property {{id: string, portrait: string}[]} faces what the portrait of each seat is drawn from
 * @property {boolean} over
 * @property {number | null} seat the viewer's
 * @property {number[]} seats whose cards may be shown
 * @property {string} steps
 * @property {string} report
 * @property {UsualValues} usual
 */

export {};
