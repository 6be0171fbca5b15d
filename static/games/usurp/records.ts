/** The records of Usurp. Written by `python -m tests.static.script_types`. */

import type * as records from "../../js/records.js";
import type * as types from "../../js/table/core/game_types.js";
import type * as table from "./table.js";

export type Records = {
  options: Options;
  public: Tableau;
  private: Hand;
  move: Move;
  event: GameEvent;
  reason: Reason;
};
export type Public = Records["public"];
export type Private = Records["private"];
export type View = records.View<Records>;
export type Frame = records.PageFrame<Records>;
export type EventLine = records.EventLine<Records>;
export type TableState = types.TableState<Records>;

/** The check of types fails here if table.js is not what the table asks of a game's module. */
export type Module = records.Fits<Omit<types.GameModule<Records>, "slug">, typeof table>;

/** The host's choices. `x-labels` gives each value its label. */
export type Options = {
  best_of: 1 | 3 | 5 | 7 | 9;
  first_dealer: "last" | "lot";
  points: "alternative" | "olde";
  renegs: "enforced" | "honour";
  reveal: boolean;
  four: "alone" | "partners";
  packs: 1 | 2;
  /** Unset in matches of before: a Reneg is called right after it, and never taken back. */
  edition?: 2;
};

/** The public part of the state. */
export type Tableau = {
  options: Options;
  phase: Phase;
  /** 1-based number of the present or coming hand, drawn ones counted; 0 before the first. */
  hand: number;
  /** Clockwise; this is also the order of play. */
  seats: number[];
  /** The seats that win and lose together; a side's number is its index here. */
  sides: number[][];
  /** Cards in hand, by seat; a Downcard lying across is in no hand. */
  counts: number[];
  /** By side. */
  hand_points: number[];
  /** By side. */
  game_points: number[];
  /** Game points that win the match. */
  to_win: number;
  dealer: number | null;
  leader: number | null;
  order: Order | null;
  /** The seat that is asked. */
  turn: number | null;
  asked: Asked | null;
  /** Oldest first. */
  discard: Laid[];
  upcard: string | null;
  /** The player of the Upcard; null for the Stock's card. */
  owner: number | null;
  /** The Upcard lies by a Sluff Off, and the next player is to play on it: any card scores. */
  free: boolean;
  /** The points of the Upcard, unless a beater beats it. */
  worth: number;
  /** The seat whose Downcard lies across the Upcard. */
  rising: number | null;
  /** The seats that have yet to answer it, in order. */
  answers: number[];
  /** Cards face down in the Stock. */
  stock: number;
  /** The Reveal pile, oldest first. */
  reveal: string[];
  /** On your honour: whose last Sluff Off lies there; called now, a Reneg is taken back. */
  accused: number | null;
  calls: Call[];
  /** The seats that are ready for the next hand. */
  confirmed: number[];
  /** Once the hand is over. */
  shown: Shown | null;
  /** The last finished hand. */
  paid: Paid | null;
  /** The host has called the last hand. */
  last_deal: boolean;
  /** The number of questions in this hand; all of them are public. */
  questions: number;
};

export type Phase = "lot" | "deal" | "leading" | "play" | "interval" | "over";

export type Order = "regal" | "common";

export type Asked = "leading" | "order" | "lead" | "play" | "answer";

/**
 * One card of the Discard and its effect.
 *
 * In JSON a list, because a frame holds fifty of them.
 */
export type Laid = [
  /** null: the Stock's card. */
  seat: number | null,
  way: PlayType,
  /** null: a Downcard given in to, unseen until the hand is over. */
  card: string | null,
  /** The points of the play, without a bonus. */
  points: number,
  /** The side that got the points and the bonus. */
  to: number | null,
  /** The points are a beaten beater's. */
  beater: boolean,
  /** It was a Downcard, and turned up. */
  challenged: boolean,
  bonus: number,
];

export type PlayType = "start" | "lead" | "score" | "usurp" | "sluff" | "given-in";

/** A Reneg was called, rightly or wrongly. */
export type Call = {
  by: number;
  accused: number;
  true: boolean;
  points: number;
  /** The side that got the points. */
  to: number;
  /** Of the Sluff Off, in the Discard. */
  index: number;
  /** The card of a Reneg that was taken back, without a penalty. */
  back?: string | null;
};

/** The secrets that are shown once the hand is over. */
export type Shown = {
  /** Downcards given in to: whose, which, index in the Discard. */
  downcards: [number, string, number][];
  /** The cards that lay face down, top first. */
  stock: string[];
  /** Indexes of the Sluff Offs that were Renegs, called or not. */
  renegs: number[];
};

/** The result of the last finished hand. */
export type Paid = {
  hand: number;
  /** By side. */
  hand_points: number[];
  /** The side that wins a game point; null: nobody does. */
  winner: number | null;
};

/** The private part of one seat. */
export type Hand = {
  /** Sorted by suit, high ranks first. */
  cards: string[];
  /** Own Downcards that were given in to: which, index in the Discard. */
  downcards: [string, number][];
  /** This seat's Downcard that lies across the Upcard now. */
  rising: string | null;
};

/** The Leading Order of the dealer, or the Order after usurping (the present one: leave it). */
export type NameOrderMove = {
  type: "name-order";
  order: Order;
};

/** A card played openly. The card decides whether it is a Score, a Usurp or a Sluff Off. */
export type PlayMove = {
  type: "play";
  card: string;
};

/** A card laid face down across the Upcard. */
export type UpriseMove = {
  type: "uprise";
  card: string;
};

/** The Upcard's points to whoever rises. A partner leaves the answer to the other. */
export type GiveInMove = {
  type: "give-in";
};

/** Turn it up! */
export type ChallengeMove = {
  type: "challenge";
};

/** An opponent sluffed off and could have followed suit. */
export type CallRenegMove = {
  type: "call-reneg";
  /**
   * The card of an earlier Sluff Off. null: that of the player just before, on which nobody has
   * played yet.
   */
  card?: string | null;
};

/** Ready for the next hand. */
export type ConfirmMove = {
  type: "confirm";
};

export type Move =
  | NameOrderMove
  | PlayMove
  | UpriseMove
  | GiveInMove
  | ChallengeMove
  | CallRenegMove
  | ConfirmMove;

export type DealerDrawnEvent = {
  type: "dealer-drawn";
  seat: number;
};

export type HandDealtEvent = {
  type: "hand-dealt";
  hand: number;
  dealer: number;
  leader: number;
  /** The Stock's card that starts the Discard; null with four players. */
  upcard: string | null;
};

export type OrderNamedEvent = {
  type: "order-named";
  seat: number;
  order: Order;
  /** True if it is the Leading Order. */
  leading: boolean;
  /** True if it is another one than before; also where there was none before. */
  changed: boolean;
};

/** Four players: the card that starts the Discard. */
export type LedEvent = {
  type: "led";
  seat: number;
  card: string;
};

/** A Score was played openly; `points` went to side `to`, the player's own or not. */
export type ScoredEvent = {
  type: "scored";
  seat: number;
  card: string;
  points: number;
  to: number;
  beater: boolean;
};

export type UsurpedEvent = {
  type: "usurped";
  seat: number;
  card: string;
  points: number;
  to: number;
};

export type SluffedEvent = {
  type: "sluffed";
  seat: number;
  card: string;
  points: number;
  to: number;
};

/** A Downcard was laid across the Upcard. */
export type RoseEvent = {
  type: "rose";
  seat: number;
};

/** One of two partners leaves the answer to the other. */
export type PassedOnEvent = {
  type: "passed-on";
  by: number;
  /** The partner who answers now. */
  seat: number;
};

export type GaveInEvent = {
  type: "gave-in";
  by: number;
  /** The player whose Downcard stays face down. */
  seat: number;
  points: number;
  to: number;
};

export type ChallengedEvent = {
  type: "challenged";
  by: number;
  seat: number;
};

/** A challenged Downcard, which counts as if played openly. `points` are without the bonus. */
export type TurnedUpEvent = {
  type: "turned-up";
  seat: number;
  card: string;
  way: PlayType;
  points: number;
  to: number;
  beater: boolean;
  bonus: number;
};

export type CardRevealedEvent = {
  type: "card-revealed";
  card: string;
};

export type RenegCalledEvent = {
  type: "reneg-called";
  by: number;
  accused: number;
  true: boolean;
  points: number;
  to: number;
};

/** A Reneg was called before the next card: its card and its points go back. */
export type RenegTakenBackEvent = {
  type: "reneg-taken-back";
  by: number;
  accused: number;
  card: string;
};

export type HandOverEvent = {
  type: "hand-over";
  hand: number;
  /** By side. */
  hand_points: number[];
  /**
   * The side that wins the game point; null: equal hand points, and the hand counts for
   * nothing.
   */
  winner: number | null;
};

/** All Downcards that were given in to, in the order in which they were laid. */
export type DowncardsShownEvent = {
  type: "downcards-shown";
  downcards: [number, string][];
};

/** All Sluff Offs of the hand that were Renegs, called or not. */
export type RenegsShownEvent = {
  type: "renegs-shown";
  cards: [number, string][];
};

export type LastDealCalledEvent = {
  type: "last-deal-called";
};

export type MatchOverEvent = {
  type: "match-over";
  /** More than one side's seats where the host's last hand ended in a tie. */
  winners: number[];
  /** Their game points. */
  points: number;
};

export type GameEvent =
  | DealerDrawnEvent
  | HandDealtEvent
  | OrderNamedEvent
  | LedEvent
  | ScoredEvent
  | UsurpedEvent
  | SluffedEvent
  | RoseEvent
  | PassedOnEvent
  | GaveInEvent
  | ChallengedEvent
  | TurnedUpEvent
  | CardRevealedEvent
  | RenegCalledEvent
  | RenegTakenBackEvent
  | HandOverEvent
  | DowncardsShownEvent
  | RenegsShownEvent
  | LastDealCalledEvent
  | MatchOverEvent;

export type Reason =
  | "not-asked"
  | "not-your-card"
  | "follow-suit"
  | "no-uprising-yet"
  | "nothing-to-call";
