/** The records of Scum of the Earth. Written by `python -m tests.static.script_types`. */

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

/**
 * The host's choices.
 *
 * `x-labels` gives each value its label, `x-when` says when a field counts.
 */
export type Options = {
  ending: "deals" | "endless" | "points";
  end_points: number;
  end_deals: number;
  highest: "10" | "J" | "K" | "Q" | "auto";
  theme: "court" | "military" | "office" | "own" | "scum" | "sports";
  own_titles: string[];
  first_swap: boolean;
  wild_3_9: boolean;
  special_5: boolean;
  special_7: boolean;
  special_8: boolean;
  special_9: boolean;
  special_10: boolean;
};

/** The public part of the state. */
export type Tableau = {
  options: Options;
  /** Names of the ranks: first, second, middle, second-to-last, last. */
  titles: [string, string, string, string, string];
  phase: Phase;
  /** 1-based number of the present or coming hand; 0 before the first draw is done. */
  deal: number;
  /** The seats in the match, best rank first: this is also the order of play, clockwise. */
  ranks: number[];
  /** Play points so far, by seat; leavers keep theirs. */
  salaries: number[];
  /** Cards in hand, by seat. */
  counts: number[];
  /** Highest plain face in the deck, 10 to 13. */
  highest: number;
  /** The draws for the first ranks; empty after the first hand. */
  draws: Draw[];
  /** The seats that have confirmed in the takeover window or the interval. */
  confirmed: number[];
  /** Higher ranks who have yet to give back in the bonus exchange. */
  giving: number[];
  turn: number | null;
  asked: Asked | null;
  trick: Trick | null;
  /** The trick before, for a second look. */
  last_trick: Trick | null;
  /** All cards that each seat has played in this hand, by seat, in order. */
  played: string[][];
  /** The seat that took Infinity into hand by winning a trick, and still holds it. */
  infinity: number | null;
  /** The seat that declared a takeover in this hand. */
  takeover: number | null;
  /** The looks of special 5s in this hand. */
  looks: Look[];
  /** The seats that have gone out in this hand, in order. */
  out: number[];
  /** Number of questions put to players in this hand; all of them are public. */
  turns: number;
  /** The last finished hand: its new ranks, best first, with the salary of each. */
  paid: [number, number][];
  /** Number of that hand; 0 before the first one ends. */
  paid_deal: number;
  /** The host has called the last hand. */
  last_deal: boolean;
};

export type Phase = "draw" | "deal" | "takeover" | "bonus" | "play" | "interval" | "over";

/**
 * One round of drawing for the first ranks, by seat.
 *
 * Later rounds are redraws of tied players.
 */
export type Draw = {
  cards: [number, string][];
};

export type Asked = "lead" | "follow" | "target" | "look" | "again";

/** Plays of one trick, oldest first; empty before the lead. */
export type Trick = {
  /** 1-based within the deal. */
  number: number;
  sets: Set[];
  /** The seats that have passed since the last play. */
  passed: number[];
  /** The seats that a special 6 keeps out of this trick. */
  barred: number[];
  /** Set on a finished trick only. */
  winner: number | null;
};

/** One play: a set that lies in the trick. */
export type Set = {
  seat: number;
  cards: string[];
  face: number;
  /** The number of cards it counts as; a special 10 may count as two. */
  size: number;
};

/**
 * A look by a special 5: `seat` looked at the hand of `target`.
 *
 * The looker's `Seen` has the cards.
 */
export type Look = {
  seat: number;
  target: number;
  /** The number of cards that `target` had played by then. */
  played: number;
  /** True if Infinity was in that hand; null as long as nobody has played it. */
  infinity: boolean | null;
};

/** The private part of one seat. */
export type Hand = {
  /** Sorted best first. */
  cards: string[];
  exchange: Exchange | null;
  seen: Seen[];
};

/** The cards that passed between this seat and its bonus partner in this hand. */
export type Exchange = {
  partner: number;
  gave: string[];
  got: string[];
};

/** The cards that a special 5 showed this seat. */
export type Seen = {
  seat: number;
  cards: string[];
  /** The number of cards that seat had played by then. */
  played: number;
};

/** Ready: in the takeover window and before the next deal. */
export type ConfirmMove = {
  type: "confirm";
};

/** Both WILD A-K were dealt to me: I am rank 1 now. */
export type TakeoverMove = {
  type: "takeover";
};

/** The gift of a higher rank in the bonus exchange, one or two cards. */
export type GiveMove = {
  type: "give";
  cards: string[];
};

/** A set of cards of one face, led or played on the trick. */
export type PlayMove = {
  type: "play";
  cards: string[];
  /**
   * The face that the set stands for: 0, 1 to 13, or 14 for Infinity. null: it follows from the
   * cards and the trick, if only one face is legal.
   */
  face?: number | null;
  /** The special 10 in the set counts as two 10s. */
  double?: boolean;
};

/** Not now; the turn may come back. */
export type PassMove = {
  type: "pass";
};

/** The player whom the special 6 makes pass, or whose hand the special 5 looks at. */
export type TargetMove = {
  type: "target";
  seat: number;
};

/** No, thanks: to the special 5's look and to the special 7's second turn. */
export type DeclineMove = {
  type: "decline";
};

export type Move =
  | ConfirmMove
  | TakeoverMove
  | GiveMove
  | PlayMove
  | PassMove
  | TargetMove
  | DeclineMove;

export type CardsDrawnEvent = {
  type: "cards-drawn";
  cards: [number, string][];
};

/** The first ranks, best first. */
export type RanksSetEvent = {
  type: "ranks-set";
  ranks: number[];
};

export type HandDealtEvent = {
  type: "hand-dealt";
  deal: number;
  counts: number[];
};

export type TakeoverDeclaredEvent = {
  type: "takeover-declared";
  seat: number;
  ranks: number[];
};

/** Cards passed between two ranks in the bonus; only those two know which. */
export type BonusGivenEvent = {
  type: "bonus-given";
  giver: number;
  taker: number;
  number: number;
};

export type SetPlayedEvent = {
  type: "set-played";
  seat: number;
  cards: string[];
  face: number;
  size: number;
  lead: boolean;
};

export type PassedEvent = {
  type: "passed";
  seat: number;
};

/** Passed over for a reason that everybody can see. */
export type SkippedEvent = {
  type: "skipped";
  seat: number;
  why: "barred" | "cannot-be-beaten" | "too-few-cards";
};

/** A special 6: `target` passes for the rest of the trick. */
export type BarredEvent = {
  type: "barred";
  seat: number;
  target: number;
};

export type HandLookedAtEvent = {
  type: "hand-looked-at";
  seat: number;
  target: number;
};

export type DeclinedEvent = {
  type: "declined";
  seat: number;
  what: "again" | "look";
};

export type WentOutEvent = {
  type: "went-out";
  seat: number;
  place: number;
};

export type TrickWonEvent = {
  type: "trick-won";
  seat: number;
  leader: number;
  /** The winner takes Infinity into hand. */
  infinity: boolean;
};

export type HandEndedEvent = {
  type: "hand-ended";
  deal: number;
  order: number[];
  /** By place in `order`. */
  pay: number[];
};

export type SeatsChangedEvent = {
  type: "seats-changed";
  left: number[];
  joined: number[];
  ranks: number[];
};

export type LastDealCalledEvent = {
  type: "last-deal-called";
};

export type MatchEndedEvent = {
  type: "match-ended";
  winner: number;
};

export type GameEvent =
  | CardsDrawnEvent
  | RanksSetEvent
  | HandDealtEvent
  | TakeoverDeclaredEvent
  | BonusGivenEvent
  | SetPlayedEvent
  | PassedEvent
  | SkippedEvent
  | BarredEvent
  | HandLookedAtEvent
  | DeclinedEvent
  | WentOutEvent
  | TrickWonEvent
  | HandEndedEvent
  | SeatsChangedEvent
  | LastDealCalledEvent
  | MatchEndedEvent;

export type Reason =
  | "not-asked"
  | "not-your-cards"
  | "wrong-number-to-give"
  | "no-takeover"
  | "no-cards"
  | "mixed-faces"
  | "wrong-size"
  | "not-better"
  | "wild-out-of-range"
  | "name-the-wild"
  | "zero-is-single"
  | "infinity-is-led"
  | "eight-not-single"
  | "nine-is-led"
  | "ten-alone-doubles"
  | "leader-must-play"
  | "not-a-target";
