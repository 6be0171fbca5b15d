/**
 * The server's messages and the page data as types: the one place that lists their fields.
 * Holds no code. The same messages in Python: app/table/model/server_messages.py.
 */

/** @typedef {{type: "welcome", build: string}} WelcomeMessage the first of every connection */

/** @typedef {"present" | "shaky" | "gone"} Presence */
/** @typedef {"gathering" | "playing"} Stage */

/**
 * @typedef {object} SeatView
 * @property {number} number
 * @property {string} name
 * @property {string | null} person null: a bot sits here
 * @property {boolean} registered
 * @property {string | null} bot
 * @property {boolean} ready
 * @property {Presence} presence bots are always here
 * @property {string | null} stand_in
 * @property {boolean} leaving
 */

/**
 * @typedef {object} PersonView
 * @property {string} id
 * @property {string} name
 * @property {boolean} registered
 * @property {boolean} present
 */

/**
 * The whole room as this client may see it.
 * @typedef {object} RoomMessage
 * @property {"room"} type
 * @property {string} id
 * @property {string | null} you null: an anonymous spectator of a listed room
 * @property {boolean} member
 * @property {string} host
 * @property {string} first_host may have the role back
 * @property {number | null} seat the number of your seat
 * @property {boolean} acting false: a newer connection of yours acts
 * @property {string} game
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {string | null} config_problem why the match cannot start, in words
 * @property {[number, number]} seats_range fewest and most seats
 * @property {string} players for how many the game is, in words
 * @property {boolean} joins_between_deals people may sit down and leave between deals
 * @property {string} clock
 * @property {Stage} stage
 * @property {boolean} listed
 * @property {boolean} spectators
 * @property {string} bot_strength
 * @property {string[]} bots levels on offer
 * @property {SeatView[]} seats
 * @property {PersonView[]} people
 * @property {string[]} joining people who sit down at the next deal
 * @property {PersonView[]} knocks
 * @property {PersonView[]} banned
 * @property {number} spectator_count
 * @property {string | null} match
 * @property {number} matches
 * @property {boolean} paused
 * @property {string[]} resume_wanted
 * @property {string | null} code null for those who are not members
 * @property {string | null} secret null for those who are not members
 */

/** @typedef {{type: string, [field: string]: any}} GameEvent an event of the game's own */
/** @typedef {{type: string, [field: string]: any}} Move a move of the game's own */
/** @typedef {{event: GameEvent, text: string}} EventLine */
/** @typedef {EventLine & {id: number}} LogLine */

/**
 * Times are server time in milliseconds since 1970.
 * @typedef {object} SeatClock
 * @property {number} seat
 * @property {number | null} due the end of the time, time bank included; null: no clock, or paused
 * @property {boolean} soft shown only, nothing will happen
 * @property {number} time_bank milliseconds left in the time bank before this question
 */

/**
 * The game's view: `public` and `private` have the game's own fields.
 * @typedef {{seat: number | null, public: any, private: any}} View
 */

/**
 * All that this viewer may know of the match.
 * @typedef {object} Frame
 * @property {"frame"} [type]
 * @property {string} match
 * @property {number} n counts this connection's frames from 1
 * @property {number | null} seat
 * @property {string[]} names by match seat, leavers included
 * @property {View} view
 * @property {{key: string, kind: string, window?: number | null} | null} prompt
 * @property {string} prompt_text what is asked of you, or what the table waits for, in words
 * @property {Move[]} moves
 * @property {boolean} moves_complete `moves` holds all legal moves
 * @property {Move | null} premove
 * @property {EventLine[]} events
 * @property {number[]} awaited
 * @property {SeatClock[]} clocks
 * @property {number} now
 * @property {boolean} paused
 * @property {Outcome | null} outcome null while the match goes on
 * @property {string | null} [receipt] the last hash of the match's record
 */

/** @typedef {{ranking: number[][], points: number[], reason: string}} Outcome */

/**
 * The decks that the server fixed before a shuffle.
 * @typedef {object} ShuffleDecks
 * @property {number} n
 * @property {string} codes of the cards by number, with a space between; "": they are hidden
 * @property {string} plan who gets which position, with a space between
 * @property {string[]} roots
 * @property {string | null} names the root over hidden codes
 */

/**
 * The shuffle to come; `seals` and `decks` come as parts are asked for.
 * @typedef {object} ShuffleMessage
 * @property {"shuffle"} type
 * @property {string} match
 * @property {number} number
 * @property {number} attempt
 * @property {number} version
 * @property {number | null} seat yours
 * @property {string} promise
 * @property {string} head the chain before this shuffle
 * @property {number[]} refused
 * @property {boolean} restarted the server restarted while this shuffle was due
 * @property {boolean} opening
 * @property {number | null} due null: nobody is waited for, or it is dealt already
 * @property {number[]} sealed
 * @property {Record<string, string>} [seals]
 * @property {ShuffleDecks} [decks]
 */

/**
 * One card of a shuffle; `code` and `name_salt` where the codes are hidden.
 * @typedef {object} OpenedCard
 * @property {number} position
 * @property {number} thing
 * @property {string} salt
 * @property {string} [code]
 * @property {string} [name_salt]
 */

/**
 * The latest shuffle, with all cards of it that you were shown so far.
 * @typedef {object} DealtMessage
 * @property {"dealt"} type
 * @property {string} match
 * @property {number} number
 * @property {number} attempt
 * @property {number} version
 * @property {number | null} seat yours
 * @property {Record<string, string>} openings
 * @property {Record<string, string>} asks what the pages of the seats said they were shown
 * @property {number} chosen the deck that is played
 * @property {string[]} keys of the other decks
 * @property {OpenedCard[]} cards
 * @property {string[]} nodes
 * @property {string[]} names_nodes
 */

/**
 * More cards of a shuffle that you were shown since.
 * @typedef {object} CardsOpenedMessage
 * @property {"cards-opened"} type
 * @property {string} match
 * @property {number} number
 * @property {number} attempt
 * @property {number} version
 * @property {number | null} seat yours
 * @property {OpenedCard[]} cards
 * @property {string[]} nodes
 * @property {string[]} names_nodes
 */

/**
 * One shuffle of a finished match, from /api/matches/…/shuffles. Those of version 1 have other
 * fields.
 * @typedef {object} ShuffleRecord
 * @property {number} ply
 * @property {number} number
 * @property {number} attempt
 * @property {number} version
 * @property {boolean} restarted
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

/** @typedef {{type: "done", id: string}} DoneMessage */

/**
 * @typedef {object} RefusedMessage
 * @property {"refused"} type
 * @property {string | null} id
 * @property {string} code
 * @property {string | null} reason the game's own, where the code is "illegal-move"
 * @property {string} text
 */

/**
 * @typedef {object} ChatLine
 * @property {string | null} person null: the server
 * @property {string} name
 * @property {string} text
 * @property {number} at
 */
/** @typedef {{type: "chat", lines: ChatLine[]}} ChatMessage */
/** @typedef {{type: "poked", person: string, name: string}} PokedMessage */
/** @typedef {{type: "pong", now: number}} PongMessage */
/** @typedef {{type: "bye", code: string, text: string, retry_in: number | null}} ByeMessage */

/** @typedef {Frame & {type: "frame"}} FrameMessage */

/**
 * @typedef {WelcomeMessage | RoomMessage | FrameMessage | ShuffleMessage | DealtMessage |
 *   CardsOpenedMessage | DoneMessage | RefusedMessage | ChatMessage | PokedMessage | PongMessage |
 *   ByeMessage} ServerMessage
 */

/** @typedef {{type: string, id: string, [field: string]: any}} Command */

/**
 * A recorded step of a match, from /api/matches/…/steps.
 * @typedef {object} ReplayStep
 * @property {number} ply
 * @property {number} at
 * @property {EventLine[]} events
 * @property {any} public
 * @property {Record<string, any>} private by seat
 */

/**
 * One field of a game's options, as JSON schema.
 * @typedef {object} OptionSchema
 * @property {string} [type]
 * @property {string} [title]
 * @property {string} [description]
 * @property {any} [default]
 * @property {any[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [maxItems]
 * @property {Record<string, any[]>} [x-when] the field counts while those options have these values
 * @property {[any, string][]} [x-labels]
 */

/** @typedef {Record<string, {public: object, private: object}>} UsualValues by game */

/**
 * What the server writes into a table's page.
 * @typedef {object} TablePage
 * @property {number} now the server's time, in milliseconds since 1970
 * @property {string} room
 * @property {string} game
 * @property {string} title
 * @property {string} socket
 * @property {string} rules
 * @property {string} results
 * @property {string} qr
 * @property {string} deviceLink
 * @property {string} invite
 * @property {string} login
 * @property {string} report
 * @property {string} previousOptions
 * @property {Record<string, Record<string, OptionSchema>>} options by game
 * @property {Record<string, string>} games titles by slug
 * @property {UsualValues} usual
 */

/**
 * What the server writes into a replay's page.
 * @typedef {object} ReplayPage
 * @property {string} match
 * @property {string} game
 * @property {string} title
 * @property {string[]} names
 * @property {boolean} over
 * @property {number | null} seat the viewer's
 * @property {number[]} seats whose cards may be shown
 * @property {string} steps
 * @property {string} report
 * @property {UsualValues} usual
 */

export {};
