/** The messages between page and server. Written by `python -m tests.static.script_types`. */

/** The records of one game. */
export type GameRecords = {
  options: object;
  public: object;
  private: object | null;
  move: { type: string };
  event: { type: string };
  reason: string;
};

/** The records of any game, for code that serves them all. */
export type AnyRecords = {
  options: Record<string, any>;
  public: any;
  private: any;
  move: { type: string; [field: string]: any };
  event: { type: string; [field: string]: any };
  reason: string;
};

/** All that one seat, or a spectator, may know of the match: a spectator has no private part. */
export type View<R extends GameRecords = AnyRecords> = {
  seat: number | null;
  public: R["public"];
  private: R["private"] | null;
};

/** A frame as scripts read it: a message, or what a replay makes of a step. */
export type PageFrame<R extends GameRecords = AnyRecords> = Omit<Frame<R>, Unreplayed> &
  Partial<Pick<Frame<R>, Unreplayed>>;
type Unreplayed = "type" | "receipt" | "more" | "spans" | "step";

/** A module of scripts that has all wanted exports and no others. */
export type Fits<
  Wanted,
  Given extends Wanted & { [name in Exclude<keyof Given, keyof Wanted>]: never },
> = Given;

/** The result of a match: tied seats share a group, the best group first; points by seat. */
export type Outcome = {
  ranking: number[][];
  points: number[];
  /** Kebab-case: "end-point", "last-deal". */
  reason: string;
  /**
   * The seats that shared the result, as they stood together at the end; rated as one.
   *
   * The seats of a team stand in one group. Whoever is in no team played alone.
   */
  teams?: number[][];
};

/** The first message of every connection. */
export type Welcome = {
  type: "welcome";
  /** A page of another build does not fit the later messages. */
  build: string;
};

/** The whole room as this client may see it; sent at the start, and whenever it changes. */
export type RoomShown = {
  type: "room";
  id: string;
  /** null: an anonymous watcher of a listed room. */
  you: string | null;
  member: boolean;
  host: string;
  /** May have the role back. */
  first_host: string;
  /** The number of your seat. */
  seat: number | null;
  /** False: a newer connection of yours acts. */
  acting: boolean;
  game: string;
  title: string;
  options: Record<string, any>;
  /** The reason why the match cannot start as things are. */
  config_problem: string | null;
  /** Fewest and most seats. */
  seats_range: [number, number];
  /** The number of players in words: "2 or 4 players". */
  players: string;
  /** True if people may sit down and leave between the deals of a running match. */
  joins_between_deals: boolean;
  clock: ClockLevel;
  stage: Stage;
  listed: boolean;
  spectators: boolean;
  bot_strength: string;
  /** Strengths on offer. */
  bots: string[];
  seats: SeatShown[];
  people: PersonShown[];
  joining: string[];
  /** Shown to the seated. */
  knocks: PersonShown[];
  /** Shown to the host. */
  banned: PersonShown[];
  /** The number of spectators. */
  spectator_count: number;
  match: string | null;
  matches: number;
  paused: boolean;
  resume_wanted: string[];
  /** Code and secret are shown to members only. */
  code: string | null;
  secret: string | null;
  /** Strengths of bots that sit down at the next deal. */
  joining_bots: string[];
  /** True if the next match may keep the ranks of the last one: the same game, and its people. */
  rematch: boolean;
  /** The host's setting: hints for everybody, in matches that are not rated. */
  hints: boolean;
  /** True if you may ask for hints in the running match. */
  may_hint: boolean;
  /** True if a match of several people is not rated, because hints were allowed or given. */
  unrated: boolean;
  /** True if the last match was stopped before its end. */
  stopped: boolean;
};

export type ClockLevel = "off" | "soft" | "relaxed" | "brisk";

export type Stage = "gathering" | "playing";

export type SeatShown = {
  number: number;
  name: string;
  person: string | null;
  registered: boolean;
  bot: string | null;
  ready: boolean;
  /** Bots are always present. */
  presence: "gone" | "present" | "shaky";
  stand_in: string | null;
  leaving: boolean;
};

export type PersonShown = {
  id: string;
  name: string;
  registered: boolean;
  present: boolean;
};

/** Everything that this viewer may know of the match; sent only when it has changed. */
export type Frame<R extends GameRecords = AnyRecords> = {
  type: "frame";
  match: string;
  /** Counts this connection's frames from 1. */
  n: number;
  seat: number | null;
  /** By match seat, leavers included. */
  names: string[];
  /** The game's view: {seat, public, private}. Both parts are encoded JSON; see `unfolded`. */
  view: View<R>;
  prompt: Prompt | null;
  /** The prompt in words, or what the table waits for. */
  prompt_text: string;
  /** Your legal moves, as many as the game lists. */
  moves: R["move"][];
  /** True if `moves` holds all legal moves. */
  moves_complete: boolean;
  /** Your premove, or null. */
  premove: R["move"] | null;
  /** The events since this connection's last frame; on a first frame the last 100 of the match. */
  events: EventLine<R>[];
  /** The seats that the table visibly waits for. */
  awaited: number[];
  clocks: SeatClock[];
  now: number;
  paused: boolean;
  /** Null while the match goes on; then {ranking, points, reason}. */
  outcome: Outcome | null;
  /** The last hash of the match's record, hexadecimal, once it is over. */
  receipt: string | null;
  /** Your other questions, and your offers. */
  more: OpenPrompt<R>[];
  /** The spans that you see run. */
  spans: SpanClock[];
  /** The first step of your answer, if it is composed; see the command `compose`. */
  step: MoveStep | null;
};

/**
 * The question to one seat, or an offer that it may take.
 *
 * Several seats may be asked at once, with equal or different keys.
 */
export type Prompt = {
  /** Identifies the question; a new question has a new key. Contains no secret of another seat. */
  key: string;
  /** The kind of question, as the game calls it: "lead", "follow", "give-back". */
  kind: string;
  /** Seconds (at ordinary pace) of a window that always has a clock; null: the table's clock. */
  window?: number | null;
  /** The key of the `Span` that this question ends with; null: it has a clock of its own. */
  within?: string | null;
  /** True: an act that stands open and that nobody waits for. It has no clock. */
  offer?: boolean;
  /** True: the table makes the first legal move for the seat, after a pause that tells nothing. */
  automatic?: boolean;
};

/** An event with its sentence. */
export type EventLine<R extends GameRecords = AnyRecords> = {
  /** Encoded JSON, the same for all; see `unfolded`. */
  event: R["event"];
  text: string;
};

/** `due` and Frame.now are server time in milliseconds since 1970. */
export type SeatClock = {
  seat: number;
  /** The time at which the time bank is used up too; null: no clock, or paused. */
  due: number | null;
  /** True if nothing happens when time is up. */
  soft: boolean;
  /** Milliseconds in the time bank before this prompt. */
  time_bank: number;
};

/** One more question to you, or an offer: an act that stands open and nobody waits for. */
export type OpenPrompt<R extends GameRecords = AnyRecords> = {
  prompt: Prompt;
  text: string;
  /** Your legal answers, as many as the game lists. */
  moves: R["move"][];
  /** True if `moves` holds all legal answers. */
  complete: boolean;
  /** The first step, if answers to it are composed. */
  step: MoveStep | null;
};

/** One step of an answer that is composed: what can be chosen, and how much of it. */
export type MoveStep = {
  /** Kebab-case; the part of the move that it fills: "partner", "cards". */
  name: string;
  /** The kind of the values: "cards", "seats", "options" or "numbers". */
  kind: "cards" | "seats" | "options" | "numbers";
  /** The step as a question or request. */
  text: string;
  choices: Choice[];
  least?: number;
  most?: number;
  /** True if the order of what is chosen counts. */
  ordered?: boolean;
  /** True if not every choice is legal, as with the cards of a hand: a refusal may follow. */
  checked_after?: boolean;
};

/** One thing that can be chosen in a step. */
export type Choice = {
  /** A card's code, a seat, a number, or the name of an option; never twice in a step. */
  value: any;
  /** In words, where the value alone says too little. */
  text?: string;
};

/** A span that runs, whoever has answered. */
export type SpanClock = {
  key: string;
  /** As SeatClock.due; null: paused. */
  due: number | null;
};

/** The coming shuffle: the promise, the chain's head, and the decks once parts are asked for. */
export type ShuffleShown = {
  type: "shuffle";
  match: string;
  /** Of the shuffle in its match, 0-based. */
  number: number;
  attempt: number;
  /** Of the algorithm, see docs/fair-shuffle.md. */
  version: number;
  /** Yours. */
  seat: number | null;
  /** The server's commitment to all decks of the match. */
  promise: string;
  /** The chain of shuffles before this one. */
  head: string;
  /** The seats that did not open in an earlier attempt. */
  refused: number[];
  /** The server restarted while this shuffle was due, and began it again. */
  restarted: boolean;
  /** True once the seats that sealed are asked to open. */
  opening: boolean;
  /** The end of the wait; null: nobody is waited for. */
  due: number | null;
  /** The seats that have sealed so far. */
  sealed: number[];
  /** The seals by seat, once they are fixed. */
  seals?: Record<string, string>;
  /** Shown with the seals. */
  decks?: DecksShown;
};

/** The decks of a shuffle, fixed before anybody opens a part. */
export type DecksShown = {
  /** Cards in each deck. */
  n: number;
  /** The codes of the cards by number, with a space between; empty if they are hidden. */
  codes: string;
  /** A word for each position, with a space between: the seat that gets it, and others. */
  plan: string;
  roots: string[];
  /** The root of hidden codes. */
  names: string | null;
};

/** The latest shuffle, as far as you may check it now. */
export type DealtShown = {
  type: "dealt";
  match: string;
  number: number;
  attempt: number;
  version: number;
  /** Yours. */
  seat: number | null;
  openings: Record<string, string>;
  /** The questions that the seats answered, by seat, as their pages said. */
  asks: Record<string, string>;
  /** The deck that is played. */
  chosen: number;
  /** The secrets of the other decks, by rising number. */
  keys: string[];
  /** The cards that you were shown so far. */
  cards: CardOpened[];
  /** The nodes that lead from them to the root. */
  nodes: string[];
  /** The same for hidden codes. */
  names_nodes: string[];
};

/** The card at one position of a shuffle. */
export type CardOpened = {
  position: number;
  /** Its number among the cards that awaited the order. */
  thing: number;
  salt: string;
  /** Set if the codes are hidden. */
  code?: string;
  /** Set if the codes are hidden. */
  name_salt?: string;
};

/** More cards of a shuffle that you were shown since. */
export type CardsOpened = {
  type: "cards-opened";
  match: string;
  number: number;
  attempt: number;
  version: number;
  /** Yours. */
  seat: number | null;
  cards: CardOpened[];
  nodes: string[];
  names_nodes: string[];
};

/** The answer to `compose`: the next step, or the move that the picks make. */
export type Composed<R extends GameRecords = AnyRecords> = {
  type: "composed";
  /** Of the command. */
  id: string;
  step: MoveStep | null;
  /** Null while there is a step. */
  move: R["move"] | null;
  /** The effect of the move, in words. */
  text: string;
};

/** The answer to `hint`, for its asker alone. */
export type HintShown<R extends GameRecords = AnyRecords> = {
  type: "hint";
  /** Of the command. */
  id: string;
  /** Of the prompt that the move answers. */
  key: string;
  move: R["move"];
  /** The move and its reason, in one sentence. */
  text: string;
};

/** The answer to `explain`. */
export type CardExplained = {
  type: "explained";
  /** Of the command. */
  id: string;
  card: string;
  does: string;
  /** True if you may play it now; null: nothing asks you for a card. */
  playable: boolean | null;
  /** The way to play it, or the rule that forbids it. */
  why: string;
};

export type Done = {
  type: "done";
  id: string;
};

/** Nothing has changed. `reason` is the game's own, where the code is "illegal-move". */
export type Refused = {
  type: "refused";
  /** null: what was sent could not be read as far as its id, or a queued move was dropped. */
  id: string | null;
  code: string;
  reason: string | null;
  text: string;
};

/** New lines; on a first frame the last 100. */
export type Chat = {
  type: "chat";
  lines: ChatLine[];
};

export type ChatLine = {
  /** null: the server. */
  person: string | null;
  name: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** Somebody at the table reminds you that it waits for you. */
export type Poked = {
  type: "poked";
  person: string;
  name: string;
};

export type Pong = {
  type: "pong";
  now: number;
};

/**
 * The last message before the connection closes.
 *
 * Codes: kicked, banned, signed-out, room-gone, restart, too-slow, too-much, malformed,
 * spectators-off, match-over.
 */
export type Bye = {
  type: "bye";
  code: string;
  text: string;
  /** Milliseconds after which to come back; null: do not. */
  retry_in: number | null;
};

export type ServerMessage =
  | Welcome
  | RoomShown
  | Frame
  | ShuffleShown
  | DealtShown
  | CardsOpened
  | Composed
  | HintShown
  | CardExplained
  | Done
  | Refused
  | Chat
  | Poked
  | Pong
  | Bye;

/** Answers the prompt `key` with a move of the game. */
export type PlayCommand = {
  type: "play";
  id: string;
  key: string;
  move: any;
};

/** Plays `move` for me at my next prompt, if it is legal then. Nobody else sees that. */
export type PremoveCommand = {
  type: "premove";
  id: string;
  move: any;
};

export type CancelPremoveCommand = {
  type: "cancel-premove";
  id: string;
};

/** Asks for the next step of an answer to the prompt `key`; nothing is played by it. */
export type ComposeCommand = {
  type: "compose";
  id: string;
  key: string;
  /** The chosen values of each step so far. */
  picks: ((string | number)[])[];
};

/** Asks what a steady player would answer to the prompt `key`; nothing is played or noted. */
export type AskHintCommand = {
  type: "hint";
  id: string;
  key: string;
};

/** Asks what a card does, and whether I may play it now. */
export type ExplainCommand = {
  type: "explain";
  id: string;
  card: string;
};

/** This connection seals every shuffle as soon as it is announced, so the table waits for it. */
export type JoinShufflesCommand = {
  type: "join-shuffles";
  id: string;
};

/** Seals my part in the coming shuffle; see docs/fair-shuffle.md. */
export type SealCommand = {
  type: "seal";
  id: string;
  match: string;
  number: number;
  attempt: number;
  seal: string;
};

/** Opens the part that I have sealed. */
export type OpenCommand = {
  type: "open";
  id: string;
  match: string;
  number: number;
  attempt: number;
  entropy: string;
  /** All that my page was shown when parts were asked for, as a hash. */
  ask: string;
};

export type PauseCommand = {
  type: "pause";
  id: string;
};

/** The host resumes at once; others when all seated people who are present want it. */
export type ResumeCommand = {
  type: "resume";
  id: string;
};

/**
 * The table's choice about a gone player: wait, a bot plays, or play without from the next
 * deal.
 */
export type StandInCommand = {
  type: "stand-in";
  id: string;
  seat: number;
  choice: "bot" | "wait" | "without";
};

/** Reminds the person at `seat` that the table waits. */
export type PokeCommand = {
  type: "poke";
  id: string;
  seat: number;
};

/** Host: the match ends with the present deal. */
export type CallLastDealCommand = {
  type: "call-last-deal";
  id: string;
};

/** Host: the match stops; it keeps its finished deals and has no winner. */
export type StopMatchCommand = {
  type: "stop-match";
  id: string;
};

/** Take a free seat, or ask for one at the next deal while a match runs. */
export type SitCommand = {
  type: "sit";
  id: string;
};

/** Give the seat up; during a match at the next deal, a bot plays until then. */
export type StandCommand = {
  type: "stand";
  id: string;
};

export type ReadyCommand = {
  type: "ready";
  id: string;
  ready: boolean;
};

/** Host: begin a match; after one, the rematch, with the ranks kept. */
export type StartCommand = {
  type: "start";
  id: string;
  keep_ranks?: boolean;
};

/**
 * Host, between matches.
 *
 * Fields left out stay as they are, so two changes at once are both made.
 */
export type SetOptionsCommand = {
  type: "set-options";
  id: string;
  options: Record<string, any>;
};

/** Host, between matches. */
export type SetGameCommand = {
  type: "set-game";
  id: string;
  game: string;
};

/** Host. Fields left out stay as they are. */
export type SetRoomCommand = {
  type: "set-room";
  id: string;
  clock?: ClockLevel | null;
  listed?: boolean | null;
  spectators?: boolean | null;
  bot_strength?: string | null;
  /** Changed between matches alone, because matches with hints are not rated. */
  hints?: boolean | null;
};

export type AddBotCommand = {
  type: "add-bot";
  id: string;
  strength: string;
};

/** Host: at once between matches, at the next deal during one. */
export type RemoveBotCommand = {
  type: "remove-bot";
  id: string;
  seat: number;
};

/** Host: out of the room; the link still lets that person back in. */
export type KickCommand = {
  type: "kick";
  id: string;
  person: string;
};

/** Host: out of the room for good. */
export type BanCommand = {
  type: "ban";
  id: string;
  person: string;
};

export type UnbanCommand = {
  type: "unban";
  id: string;
  person: string;
};

export type MakeHostCommand = {
  type: "make-host";
  id: string;
  person: string;
};

/** Anybody seated: let the person in who knocks, or not. */
export type AdmitCommand = {
  type: "admit";
  id: string;
  person: string;
  admit: boolean;
};

/** Host: the old link or code stops working. */
export type RenewInviteCommand = {
  type: "renew-invite";
  id: string;
  what: "code" | "link";
};

/** Chat. */
export type SayCommand = {
  type: "say";
  id: string;
  text: string;
};

/** Make this connection the one that acts for me. */
export type PlayHereCommand = {
  type: "play-here";
  id: string;
};

/** A sign of life that is answered by Pong. */
export type PingCommand = {
  type: "ping";
};

/** A sign of life every two seconds, while other messages show that the server is there. */
export type HeartbeatCommand = {
  type: "heartbeat";
};

export type Command =
  | PlayCommand
  | PremoveCommand
  | CancelPremoveCommand
  | ComposeCommand
  | AskHintCommand
  | ExplainCommand
  | JoinShufflesCommand
  | SealCommand
  | OpenCommand
  | PauseCommand
  | ResumeCommand
  | StandInCommand
  | PokeCommand
  | CallLastDealCommand
  | StopMatchCommand
  | SitCommand
  | StandCommand
  | ReadyCommand
  | StartCommand
  | SetOptionsCommand
  | SetGameCommand
  | SetRoomCommand
  | AddBotCommand
  | RemoveBotCommand
  | KickCommand
  | BanCommand
  | UnbanCommand
  | MakeHostCommand
  | AdmitCommand
  | RenewInviteCommand
  | SayCommand
  | PlayHereCommand
  | PingCommand
  | HeartbeatCommand;
