/** The records of Skuncum. Written by `python -m tests.static.script_types`. */

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
  box: "short" | "standard";
  short_hands: boolean;
  strong_coalitions: boolean;
  colours: boolean;
};

/** The public part of the state. */
export type Tableau = {
  options: Options;
  phase: Phase;
  /** Clockwise. */
  seats: number[];
  /** 1-based number of the present hand; 0 before the first. */
  hand: number;
  /** By seat. */
  boxes: Box[];
  /** Places for hats in each box, by rank, lowest first. */
  hat_sizes: number[];
  /** Places for votes in each box. */
  vote_size: number;
  /** Cards in hand, by seat. */
  counts: number[];
  /** CARDS won in this hand, by seat. They were seen as they were played; pages show how many. */
  piles: string[][];
  /** 1-based number of the Race in this hand. */
  race: number;
  /** The one seat that is asked, in LEAD, SCRUM and PLAYOFF. */
  turn: number | null;
  /** The seat that is asked first to lead: the winner of the Race before. */
  first: number | null;
  /** The seats that have passed this lead, in order. */
  passed: number[];
  /** False: the seat that is asked must lead. */
  may_pass: boolean;
  /** Its owner's score box has the Horse. */
  candidate: Stack | null;
  bandwagon: Stack[];
  challengers: Stack[];
  coalition: Stack[];
  /** The member of the Coalition with the Pawn. */
  kingmaker: number | null;
  /** The seats that have dropped out of this Race. */
  dropped: number[];
  /** The seats that have yet to take their turn in the Scrum, after `turn`. */
  waiting: number[];
  /** The Action card that the seat in turn has played by Politiks. */
  politiks: string | null;
  /** The running one. */
  duel: Duel | null;
  /** The finished ones of this Race. */
  duels: Duel[];
  /** The sides that have been eliminated, by their players. */
  out: number[];
  /** The Kingmaker has made the Power Play of this Race. */
  power_used: boolean;
  /** For each side that may still win; during Scrum and Play-Off. */
  stakes: Stake[];
  /** In HATS. */
  winnings: Winning[];
  /** In HATS and CONVERT: who has answered, by seat; their answers are shown together. */
  answered: number[];
  /** In CONVERT. */
  tallies: Tally[];
  /** The last Race. */
  result: RaceResult | null;
  /** Marks in each box when the hand began. */
  before: number[];
  /** The last finished hand. */
  paid: Paid | null;
  /** Cards in the deck. */
  stock: number;
  /** Cards out of play until the deck is shuffled again, packed: see `unpacked` in cards.py. */
  played: string;
  /** The number of cards in the last shuffle. */
  deck_size: number;
  /** The seat that was dealt the first card of this hand. */
  starter: number | null;
  /** Cards of this hand that were dealt before the deck was shuffled again. */
  kept: number;
  /** Those of them that are still in hands. Everybody knows them: all others had been played. */
  kept_cards: string[];
  /** By seat, how many of them it still holds. */
  kept_counts: number[];
  /** By seat, as the leads have shown: True: holds a Suit card. False: holds none. */
  suited: (boolean | null)[];
  /** At least one of these seats holds a Suit card, as the last lead has shown. */
  one_of: number[];
  /** The host has called the last hand. */
  last_deal: boolean;
  /** The number of questions in this hand; all of them are public. */
  questions: number;
};

export type Phase =
  | "lot"
  | "deal"
  | "reshuffle"
  | "lead"
  | "scrum"
  | "playoff"
  | "hats"
  | "convert"
  | "over";

/** The marks in a score box, and the strokes beside it. */
export type Box = [
  /** By rank, lowest first. */
  hats: number[],
  votes: number,
  hat_strokes: number,
  vote_strokes: number,
];

/** An opening Suit card with the cards laid on it; a Bandwagon card never has any. */
export type Stack = {
  /** The owner. */
  seat: number;
  /** The opening card. */
  card: string;
  /** 0-based place of the opening card among those of the Race. */
  at: number;
  /** The points of the opening card: none under a Skunk, twice under a Double Ticket. */
  opening: number;
  /** The points of the stack, at least 0. */
  value: number;
  /** Oldest first. */
  laid?: string[];
  /** The Finger lies on it: it takes no Suit card and no BONUS in this Race. */
  frozen?: boolean;
};

/** One match of the Play-Off, as the publisher calls it. */
export type Duel = {
  stage: Stage;
  /** The side that was to move first comes first. */
  sides: [Side, Side];
  moves?: DuelMove[];
  /** The points by which the mover has to gain on the opponent at least; 0 once it is over. */
  needs?: number;
  /** The opponent stands at this tie: if the mover stands too, the duel is tied. */
  stood?: boolean;
  /** null once it is over: tied, and both sides are out. */
  winner?: number | null;
};

export type Stage = "series" | "final" | "king";

/** One of the two sides of a duel. */
export type Side = [
  /** The player: Candidate, Challenger or Kingmaker. */
  seat: number,
  role: Role,
  /** Its points when the duel began. */
  opened: number,
  /** Its points now. */
  total: number,
];

export type Role = "candidate" | "challenger" | "coalition";

/** One answer in a duel. */
export type DuelMove = [
  seat: number,
  /** 1-based; in each round each side moves once. */
  round: number,
  act: "concede" | "play" | "power-play" | "stand",
  cards: string[],
  /** The points of both sides afterwards, in the order of `sides`. */
  totals: [number, number],
];

/** The marks that a win of this side now would bring, the highest hats at a choice. */
export type Stake = [
  seat: number,
  role: Role,
  /** The points of the side now. */
  total: number,
  gains: Gain[],
];

/** The marks that one seat gets. */
export type Gain = [
  seat: number,
  hats: Rank[],
  /** Hat strokes: hats that found no open place. */
  strokes: number,
  /** Votes won, posted or as strokes. */
  votes: number,
];

export type Rank = "GR" | "COM" | "DEL" | "MAY" | "CON" | "SEN" | "GOV" | "DH";

/** The hats that a seat has won in the Race just ended, before they are marked. */
export type Winning = {
  seat: number;
  /** In the order in which they are marked; a Challenger's each twice. */
  cards: string[];
  /** True if there is a real choice, so that the seat is asked. */
  choosing: boolean;
};

/** The end of a hand for one seat that had won CARDS, or strokes. */
export type Tally = {
  seat: number;
  cards: number;
  /** The printed values of the Suit cards among them. */
  points: number;
  /** Votes for the CARDS; 0 for a seat that had won none. */
  votes: number;
  /** Votes for Hat strokes, 2 each. */
  stroke_votes: number;
};

/** The end of the last Race. */
export type RaceResult = {
  hand: number;
  race: number;
  /** The Candidate player. */
  leader: number;
  /** The number of cards on the board, which the winner took. */
  cards: number;
  /** null: a Stalemate. */
  winner?: number | null;
  role?: Role | null;
  landslide?: boolean;
  /** Empty while hats are chosen, and from the next lead on. */
  gains?: Gain[];
  /** Empty from the next lead on. */
  duels?: Duel[];
};

/** The result of the last finished hand. */
export type Paid = {
  hand: number;
  /** By seat: marks gained in this hand; below 0 where votes were spent on dear hats. */
  marks: number[];
  /** By seat: the Suit points of the CARDS won. */
  points: number[];
};

/** The private part of one seat. */
export type Hand = {
  /** Sorted. */
  cards: string[];
  /** In HATS: the hats chosen; null: not yet. */
  picks: Rank[] | null;
  /** In CONVERT: the number of hats to buy; null: not yet. */
  bought: number | null;
};

/** A Suit card to the Candidate circle. */
export type LeadMove = {
  type: "lead";
  card: string;
};

/** The lead to the next player who holds a Suit card. */
export type PassLeadMove = {
  type: "pass-lead";
};

/** An Action card on another player's stack, before the Suit card of the turn. */
export type PolitiksMove = {
  type: "politiks";
  card: string;
  /** The owner of the stack: Candidate, Challenger or Kingmaker. */
  target: number;
};

/** A Suit card to an area of the board. */
export type JoinMove = {
  type: "join";
  card: string;
  area: Area;
};

export type Area = "bandwagon" | "coalition" | "challenger";

/** No Suit card in this Race: after Politiks, or without a Suit card. */
export type DropOutMove = {
  type: "drop-out";
};

/** A card in a duel: Suit and BONUS on one's own stack, ATTACK on the opponent's. */
export type PlayMove = {
  type: "play";
  card: string;
};

/** Two or more cards at once, by the Kingmaker, once a Race. */
export type PowerPlayMove = {
  type: "power-play";
  cards: string[];
};

/** No card at a tie. Two in a row leave the duel tied. */
export type StandMove = {
  type: "stand";
};

/** The duel is lost. */
export type ConcedeMove = {
  type: "concede";
};

/** A hat for each card won that may mark several, in the order in which they are marked. */
export type ChooseHatsMove = {
  type: "choose-hats";
  /** Fewer than there are choices: the highest hats for the rest. */
  picks?: Rank[];
};

/** So many hats for votes, each the lowest open one. It also says: ready for the next hand. */
export type BuyHatsMove = {
  type: "buy-hats";
  number: number;
};

export type Move =
  | LeadMove
  | PassLeadMove
  | PolitiksMove
  | JoinMove
  | DropOutMove
  | PlayMove
  | PowerPlayMove
  | StandMove
  | ConcedeMove
  | ChooseHatsMove
  | BuyHatsMove;

export type LeaderDrawnEvent = {
  type: "leader-drawn";
  seat: number;
};

export type HandDealtEvent = {
  type: "hand-dealt";
  hand: number;
  /** The seat that is asked first to lead. */
  seat: number;
};

/** The deck has run out; so many cards of before are shuffled, and dealing goes on. */
export type ReshuffledEvent = {
  type: "reshuffled";
  cards: number;
};

export type LeadPassedEvent = {
  type: "lead-passed";
  seat: number;
};

/** A Suit card to the Candidate circle; the Horse goes to this seat. */
export type LedEvent = {
  type: "led";
  seat: number;
  card: string;
  race: number;
};

export type PolitiksPlayedEvent = {
  type: "politiks-played";
  seat: number;
  card: string;
  target: number;
  /** Of the target's stack. */
  role: Role;
  /** The points of that stack afterwards. */
  value: number;
};

export type JoinedEvent = {
  type: "joined";
  seat: number;
  card: string;
  area: Area;
  /** True if the Pawn goes to this card. */
  kingmaker: boolean;
};

export type DroppedOutEvent = {
  type: "dropped-out";
  seat: number;
};

export type DuelBegunEvent = {
  type: "duel-begun";
  stage: Stage;
  /** The side to move first comes first. */
  sides: [Side, Side];
};

/** One card in a duel, or several as a Power Play. */
export type PlayedEvent = {
  type: "played";
  seat: number;
  cards: string[];
  power: boolean;
  /** The points of the player's side afterwards. */
  own: number;
  /** Those of the opponent's side. */
  other: number;
};

export type StoodEvent = {
  type: "stood";
  seat: number;
};

export type ConcededEvent = {
  type: "conceded";
  seat: number;
  winner: number;
};

/** Both sides are out. */
export type DuelTiedEvent = {
  type: "duel-tied";
  seats: [number, number];
};

export type RaceWonEvent = {
  type: "race-won";
  seat: number;
  role: Role;
  landslide: boolean;
  /** The cards on the board, which this seat takes. */
  cards: number;
};

/** Nobody stands: the Race is void. */
export type StalemateEvent = {
  type: "stalemate";
  cards: number;
};

/** Hats and Hat strokes of one seat for the Race. */
export type HatsMarkedEvent = {
  type: "hats-marked";
  seat: number;
  hats: Rank[];
  strokes: number;
};

/** Votes of the Coalition for the Race. */
export type VotesWonEvent = {
  type: "votes-won";
  gains: Gain[];
};

/** Nobody has a Suit card left, or with short hands only one player has. */
export type HandOverEvent = {
  type: "hand-over";
  hand: number;
  /** Cards still held; they are out of play. */
  forfeited: [number, string[]][];
};

/** CARDS and Hat strokes are turned into votes. */
export type TalliedEvent = {
  type: "tallied";
  tallies: Tally[];
};

export type HatsBoughtEvent = {
  type: "hats-bought";
  seat: number;
  hats: Rank[];
  /** In votes, strokes first. */
  price: number;
};

export type LastDealCalledEvent = {
  type: "last-deal-called";
};

export type MatchOverEvent = {
  type: "match-over";
  /** More than one where they share it. */
  winners: number[];
  /** True if their score boxes are full. */
  full: boolean;
};

export type GameEvent =
  | LeaderDrawnEvent
  | HandDealtEvent
  | ReshuffledEvent
  | LeadPassedEvent
  | LedEvent
  | PolitiksPlayedEvent
  | JoinedEvent
  | DroppedOutEvent
  | DuelBegunEvent
  | PlayedEvent
  | StoodEvent
  | ConcededEvent
  | DuelTiedEvent
  | RaceWonEvent
  | StalemateEvent
  | HatsMarkedEvent
  | VotesWonEvent
  | HandOverEvent
  | TalliedEvent
  | HatsBoughtEvent
  | LastDealCalledEvent
  | MatchOverEvent;

export type Reason =
  | "not-asked"
  | "not-your-card"
  | "suit-card-needed"
  | "action-card-needed"
  | "must-lead"
  | "no-such-target"
  | "frozen"
  | "politiks-once"
  | "wrong-colour-for-bandwagon"
  | "wrong-colour-for-coalition"
  | "must-play-a-suit-card"
  | "finger-is-politiks"
  | "stays-behind"
  | "not-ahead"
  | "no-power-play"
  | "power-play-needs-two"
  | "not-tied"
  | "not-behind"
  | "too-many-picks"
  | "hat-not-open"
  | "cannot-buy";
