/** The records of Scum: The Masquerade. Written by `python -m tests.static.script_types`. */

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

/** The host's choices. `x-labels` gives each value its label, `x-when` says when one counts. */
export type Options = {
  evening: "first-night" | "masquerade" | "plain" | "ranks";
  ending: "endless" | "rounds";
  rounds: number;
  packs: "1" | "2" | "auto";
  first_lead: "first-seat" | "three";
  naming: "masquerade" | "neutral";
  boons: boolean;
  conspiring: boolean;
  clans: "all" | "bloodlines" | "camarilla";
  pacts: boolean;
  blood_hunts: boolean;
  illegal_trades: boolean;
  conversion: boolean;
  ruleset: "hr1" | "hr2";
};

/** The public part of the state. */
export type Tableau = {
  options: Options;
  phase: Phase;
  /** The number of the round: of a match with ranks 0 is the one that settles them. */
  round: number;
  /**
   * The places round the table, clockwise. In a round with ranks it is their order, best first:
   * a place follows the rank, a seat never changes (H15, A15).
   */
  order: number[];
  /** Play points so far, by seat. */
  scores: number[];
  /** Cards in each crypt, by seat. */
  counts: number[];
  /** The seats that get one of the extra cards, in this round or, between two, in the next. */
  extras: number[];
  /** The seats that are ready for the next round. */
  confirmed: number[];
  /** The player whom the second rank has declared a blood hunt on. */
  hunted: number | null;
  /** The places as they were at the deal; pacts may have changed them since. */
  dealt_to: number[];
  /** The seats with a pact in this round, or until the pacts are revealed in the last one. */
  takers: number[];
  /** The trading partners of this round. */
  pairs: Pair[];
  /** The secret exchanges of this round in order: of the trades, and of illegal ones. */
  swaps: Swap[];
  /** The requests for boons in this round; the last one may wait for an answer. */
  boons: Boon[];
  /** Clans, dots and charges, by seat; empty in a match without disciplines. */
  sheets: Sheet[];
  /** The decisions of the first rank, or of the one before it. */
  decisions: DecideMove;
  /** The seats that have declared, while not all have. */
  drafted: number[];
  /** The cards of this round's finished tricks. */
  pile: string[];
  gains: Gain[];
  effects: Effect[];
  forbidden: ForbiddenRanks[];
  pending: Pending | null;
  /** The two of an exchange that Serpentis forces, while it is under way. */
  tempted: Pair | null;
  turn: number | null;
  asked: Asked | null;
  trick: Trick | null;
  last_trick: Trick | null;
  /** The seats that have emptied their crypts in this round, in order. */
  out: number[];
  /** Number of questions put to players in this match; all of them are public. */
  turns: number;
  /** The result of the last finished round: the rank that each seat holds next, best first. */
  placed: number[];
  /** The last finished round ended in a revolution. */
  revolution: boolean;
};

export type Phase =
  | "decide"
  | "declare"
  | "lot"
  | "deal"
  | "pacts"
  | "trade"
  | "market"
  | "play"
  | "interval"
  | "over";

/** Two trading partners, as the table sees them. */
export type Pair = {
  higher: number;
  lower: number;
  /** The exchanges that the two have to make or may make, in order. */
  parts: ("forced" | "optional")[];
  step: "answer" | "offer" | "reply" | "return" | "wish";
  /** Parts that are over. */
  done?: number;
  /** Parts in which cards were exchanged. */
  exchanged?: number;
  /** The partners that have made offers in the optional part, one for each offer. */
  offers?: number[];
  /** The partners that make no more of them. */
  stopped?: number[];
};

/** An exchange of cards that only the two know, as the table sees it. */
export type Swap = {
  /** The higher rank and the lower; of an illegal trade the lower number first. */
  seats: [number, number];
  kind: "forced" | "illegal" | "optional" | "tempted";
  /** The cards that each of the two gave. */
  number?: number;
  /** The numbers of cards that the two had played by then. */
  played?: [number, number];
  /** The numbers of cards that they had taken up by then. */
  gained?: [number, number];
};

/** A request for the first lead. */
export type Boon = {
  seat: number;
  /** The first rank, which is asked. */
  first: number;
  /** null while the first rank has not answered. */
  granted?: boolean | null;
  /** The hand that was led by it. */
  cards?: string[];
};

/** One player's powers. */
export type Sheet = {
  clan?: string | null;
  /** One for each dot: one with two dots stands here twice. */
  dots?: Discipline[];
  specialty?: Specialty | null;
  charges?: number;
  /** One for each dot that is spent in this round. */
  spent?: Discipline[];
  /** Dots of this round that Thaumaturgy took from others: one use of level one each (A26). */
  taken?: Discipline[];
};

export type Discipline =
  | "animalism"
  | "auspex"
  | "celerity"
  | "chimerstry"
  | "daimoinon"
  | "dementation"
  | "dominate"
  | "fortitude"
  | "mytherceria"
  | "necromancy"
  | "obeah"
  | "obfuscate"
  | "obtenebration"
  | "potence"
  | "presence"
  | "protean"
  | "quietus"
  | "serpentis"
  | "thaumaturgy"
  | "vicissitude";

export type Specialty = "inquisitor" | "ghoul" | "hunter" | "seer";

/** The decisions of a new first rank, for this round and later ones. */
export type DecideMove = {
  type: "decide";
  /** The packs whose clans may be declared. */
  packs: Pack[];
  /** One dot may be in a common discipline outside the clan (H39). */
  loose?: boolean;
  /** That dot may be in Protean; of Sabbat clans in Obtenebration or Vicissitude. */
  outside?: boolean;
  /** Illegal trades are allowed. */
  illegal?: boolean;
};

export type Pack = "camarilla" | "independent" | "sabbat" | "bloodlines";

/** A card that a seat took up from the pile, for all to see. */
export type Gain = {
  seat: number;
  card: string;
};

/** Something that a discipline has put on a seat, for all to see. */
export type Effect = {
  kind: EffectKind;
  seat: number;
  by: number;
  /** Of an order to play: the hand that it demands. */
  demand?: Demand;
  /** The hand that was named. */
  cards?: string[];
  /** The number of the trick at whose end it ends; 0: its kind says when. */
  until?: number;
  /** Of a seat whose hands chance plays: the number of its turns that are left to it. */
  turns?: number;
  /** Leads are among them. */
  leads?: boolean;
};

export type EffectKind =
  | "commanded"
  | "awed"
  | "maddened"
  | "lost-turn"
  | "hidden"
  | "silenced"
  | "watched";

export type Demand = "any" | "highest" | "lowest" | "named";

/** Ranks of which no hand may have its top, leads apart: a use of Mytherceria. */
export type ForbiddenRanks = {
  by: number;
  /** "3" to "2", lowest first. */
  ranks: string[];
  /** The number of the trick at whose end they are free again; 0: with the next turn of `by`. */
  until?: number;
};

/** A use that may be cancelled before it takes effect. */
export type Pending = {
  seat: number;
  use: UseMove;
  /** The seats that can answer, the one that counts first (H48). */
  may: number[];
};

/** A discipline used before playing or passing. */
export type UseMove = {
  type: "use";
  discipline: Discipline;
  targets?: number[];
  /** 1 to 3: the dots that it costs. */
  level?: number;
  /** Animalism: the card out of the pile. */
  cards?: string[];
  /** Dominate: the hand that has to be played. */
  demand?: Demand;
  /** Thaumaturgy: a discipline for each dot that is lost, or `charge`. */
  loses?: string[];
  /** Obeah: the disciplines of which spent dots come back, in turn. */
  restores?: string[];
  /** Mytherceria: the ranks that are forbidden, "3" to "2". */
  ranks?: string[];
};

export type Asked =
  | "lead"
  | "follow"
  | "answer-boon"
  | "bargain"
  | "reshape"
  | "draw"
  | "name-hand";

/** The hands of one trick, oldest first; empty before the lead. */
export type Trick = {
  /** 1-based within the round. */
  number: number;
  hands?: Laid[];
  /** The seats that have passed since the last hand; of a finished trick it is empty. */
  passed?: number[];
  /** The seats that pass for the rest of this trick; of a finished one it is empty. */
  resting?: number[];
};

/** One hand that lies in the trick; its type and height follow from what its cards count as. */
export type Laid = {
  seat: number;
  cards: string[];
  /** The discipline that it was played with. */
  power?: Discipline | null;
  /** Protean: the card that counts as another one, and that other one. */
  changed?: string | null;
  counts_as?: string | null;
  /** Necromancy: those of its cards that come out of the pile. */
  borrowed?: string[];
  /** Chimerstry: the hand that it counts as. */
  announced?: string[];
  /** Vicissitude: its cards that count as others, and as which. */
  forms?: Form[];
  /** Potence: the height that counts, in place of that of the highest card. */
  raised_to?: number | null;
};

/** A card that may count as another one in this round, by Vicissitude. */
export type Form = {
  card: string;
  counts_as: string;
  /** The number of the use, of all in the round. */
  use: number;
};

/** The private part of one seat. */
export type Hand = {
  /** The crypt, lowest first. */
  cards: string[];
  /** The declaration of this seat, until all are revealed. */
  draft: DeclareMove | null;
  /** This seat's choice in the window for pacts; null: not made. */
  pact: boolean | null;
  /** The cards that this seat plays face down, while others may challenge them. */
  bluff: string[];
  /** The cards of another seat's bluff, for who has seen through it. */
  seen_through: string[];
  /** This seat's answer to the use that waits; null: not given yet. */
  reaction: boolean | null;
  talk: Talk | null;
  exchanges: Exchange[];
  /** The cards of the crypt that may count as others in this round. */
  forms: Form[];
  /** The exchanges that Serpentis forced this seat to, or that it forced. */
  bargains: Bargain[];
  /** The offers in illegal trades that this seat made or got, in order. */
  bids: Bid[];
  snapshots: Snapshot[];
  /** The requests to conspire that this seat made or received, but for those that were granted. */
  requests: Request[];
  /** This seat has asked somebody to conspire, and pauses before it asks again. */
  resting: boolean;
  /** The hands shown with requests for a boon: by this seat, or to it as the first rank. */
  shown: Shown[];
};

/** A clan with the disciplines that get a dot; without a clan, three disciplines (page 4.4). */
export type DeclareMove = {
  type: "declare";
  clan: string | null;
  /** One for each dot: one with two dots stands here twice. */
  disciplines: Discipline[];
  /** Of the last rank. */
  specialty?: Specialty | null;
};

/** The cards of the part that a pair is at; both partners hold the same, nobody else sees it. */
export type Talk = {
  /** The cards of the wish list, by rank and suit, that the lower rank does not hold. */
  missed?: string[];
  /** The card that goes to the higher rank; it moves when the exchange is made. */
  up?: string | null;
  /** That card was on the wish list. */
  wished?: boolean;
  /** The card that the lower rank asks for in return; it need not be given. */
  asked?: string | null;
  /** The offers so far; while the step is `reply`, the last one waits for it. */
  offers?: Offer[];
};

/** An offer in an optional trade: this card for that one. */
export type Offer = {
  seat: number;
  give: string;
  /** By rank and suit: a card of the first pack stands for its twin as well. */
  want: string;
};

/** A part of a trade that is over, as both partners remember it until the round ends. */
export type Exchange = {
  /** The card that went to the higher rank, or null if none was exchanged. */
  up?: string | null;
  down?: string | null;
  /** The first of them was on the wish list. */
  wished?: boolean;
  /** The cards of the wish list that the lower rank did not hold. */
  missed?: string[];
  offers?: Offer[];
};

/** An exchange that Serpentis has forced, as both remember it until the round ends. */
export type Bargain = {
  /** The number of the exchange among all secret ones, from 1. */
  number: number;
  /** The user, who wished. */
  higher: number;
  lower: number;
  exchange: Exchange;
};

/** An offer in an illegal trade: some cards for as many; both keep it until the round ends. */
export type Bid = {
  seat: number;
  partner: number;
  give: string[];
  /** By rank and suit: a card of the first pack stands for its twin as well. */
  want: string[];
  /** The number of secret exchanges at the table before it. */
  made: number;
  /** False once it was answered or withdrawn. */
  open?: boolean;
  /** The cards that came for it. */
  got?: string[];
  /** The number of the exchange, counted from 1; 0: it came to none. */
  swap?: number;
};

/** The cards of another seat as this one saw them. */
export type Snapshot = {
  seat: number;
  cards: string[];
  /** The number of cards that seat had played by then. */
  played: number;
  /** The number of cards that it had taken up from the pile by then. */
  gained?: number;
};

/** A request to conspire; it stays until the round ends, or until it is granted. */
export type Request = {
  /** The seat that asks. */
  seat: number;
  partner: number;
  refused: boolean;
};

/** The hand that was shown to the first rank with a request for a boon. */
export type Shown = {
  seat: number;
  cards: string[];
};

/** Ready for the next round. */
export type ConfirmMove = {
  type: "confirm";
};

/** The seats that get the extra cards of the next round, by the first rank. */
export type ChooseExtrasMove = {
  type: "choose-extras";
  seats: number[];
};

/** A rank higher, for a round without seeing the own crypt; or not. */
export type PactMove = {
  type: "pact";
  take: boolean;
};

/** A blood hunt on this player, for the coming round. */
export type HuntMove = {
  type: "hunt";
  seat: number;
};

/** A legal hand, led or played on the trick. */
export type PlayMove = {
  type: "play";
  cards: string[];
};

/** A hand played with a discipline that is part of it. */
export type PlayWithMove = {
  type: "play-with";
  discipline: Discipline;
  cards: string[];
  /** 1 to 3: the dots that it costs. */
  level?: number;
  /** Celerity: the hand that follows at once and beats the first. */
  second?: string[];
  /** Celerity at its third level: the hand that beats the second. */
  third?: string[];
  /** Protean: the card of the hand that counts as another. */
  changed?: string | null;
  /** Protean: that other card, by rank and suit. */
  counts_as?: string | null;
  /** Necromancy: the cards out of the pile that are part of the hand too. */
  borrowed?: string[];
  /** Chimerstry: the hand that the cards are said to be. */
  announced?: string[];
};

/** A hand in which cards that Vicissitude has changed count as what they became. */
export type PlayReshapedMove = {
  type: "play-reshaped";
  cards: string[];
};

/** The cards that Vicissitude changes, and what each may count as; none: nothing changes. */
export type ReshapeMove = {
  type: "reshape";
  card?: string | null;
  /** By rank and suit; at the third level the own card that is copied. */
  counts_as?: string | null;
  /** A second card, at the second level. */
  second?: string | null;
  second_as?: string | null;
};

/** The hand that a target of Dominate has to play; none: any hand (A7). */
export type NameHandMove = {
  type: "name-hand";
  cards?: string[];
};

/** A dot of Auspex shows the cards of an announced hand, to its user alone. */
export type SeeThroughMove = {
  type: "see-through";
};

/** The answer to a use: cancel it, or let it happen. */
export type ReactMove = {
  type: "react";
  cancel: boolean;
};

/** Not now; the turn may come back. */
export type PassMove = {
  type: "pass";
  /** For the rest of this trick. */
  rest?: boolean;
};

/** The higher rank's wish list, by rank and suit; the first card held must be given (H22). */
export type WishMove = {
  type: "wish";
  cards: string[];
};

/** One card in a forced exchange: the lower's own choice after a miss, or the return card. */
export type GiveMove = {
  type: "give";
  card: string;
  /** After a miss: the card that the lower rank asks for in return, by rank and suit. */
  asks?: string | null;
};

/** The card that the lower rank asks for in return, by rank and suit; null: nothing. */
export type AskMove = {
  type: "ask";
  card?: string | null;
};

/** An offer in an optional trade: my card for one that I want, by rank and suit (H26). */
export type ProposeMove = {
  type: "propose";
  give: string;
  want: string;
};

/** Yes: to an offer. */
export type AcceptMove = {
  type: "accept";
};

/** No: to an offer, or to making one. */
export type DeclineMove = {
  type: "decline";
};

/** A request for the first lead, with the hand that is to be led. */
export type AskBoonMove = {
  type: "ask-boon";
  cards: string[];
};

export type AnswerBoonMove = {
  type: "answer-boon";
  grant: boolean;
};

/** A request to look at each other's crypts (H34). */
export type ConspireMove = {
  type: "conspire";
  partner: number;
};

/** The answer to a request to conspire. */
export type AnswerConspiracyMove = {
  type: "answer-conspiracy";
  /** The seat that asks. */
  seat: number;
  yes: boolean;
};

/** An offer in an illegal trade: my cards for as many that I want, by rank and suit. */
export type SmuggleMove = {
  type: "smuggle";
  partner: number;
  give: string[];
  want: string[];
};

/** The answer to an offer in an illegal trade. */
export type AnswerSmuggleMove = {
  type: "answer-smuggle";
  /** The seat that offers. */
  seat: number;
  yes: boolean;
};

export type Move =
  | ConfirmMove
  | ChooseExtrasMove
  | DecideMove
  | DeclareMove
  | PactMove
  | HuntMove
  | PlayMove
  | PlayWithMove
  | PlayReshapedMove
  | ReshapeMove
  | UseMove
  | NameHandMove
  | SeeThroughMove
  | ReactMove
  | PassMove
  | WishMove
  | GiveMove
  | AskMove
  | ProposeMove
  | AcceptMove
  | DeclineMove
  | AskBoonMove
  | AnswerBoonMove
  | ConspireMove
  | AnswerConspiracyMove
  | SmuggleMove
  | AnswerSmuggleMove;

/** Two partners exchanged a card; only they know which. */
export type ExchangedEvent = {
  type: "exchanged";
  higher: number;
  lower: number;
};

/** An optional trade ended without an exchange. */
export type NothingExchangedEvent = {
  type: "nothing-exchanged";
  higher: number;
  lower: number;
};

/** For the two: the wish list, and the card that it brings, if any is held. */
export type WishToldEvent = {
  type: "wish-told";
  seat: number;
  missed: string[];
  card: string | null;
};

/** For the two: the card that the lower rank would like in return. */
export type AskedBackEvent = {
  type: "asked-back";
  seat: number;
  card: string;
};

/** For the two: the cards of an exchange. */
export type CardsExchangedEvent = {
  type: "cards-exchanged";
  higher: number;
  lower: number;
  up: string;
  down: string;
};

/** For the two: an offer in an optional trade. */
export type OfferedEvent = {
  type: "offered";
  offer: Offer;
  partner: number;
};

/** For the two: an offer came to nothing, by refusal or for want of the card. */
export type DeclinedEvent = {
  type: "declined";
  seat: number;
};

/** The optional trade of the seat without a partner (H27). */
export type TradeWithSelfEvent = {
  type: "trade-with-self";
  seat: number;
};

export type BoonAskedEvent = {
  type: "boon-asked";
  seat: number;
};

/** For the asker and the first rank: the hand that is to be led. */
export type BoonShownEvent = {
  type: "boon-shown";
  seat: number;
  cards: string[];
};

export type BoonAnsweredEvent = {
  type: "boon-answered";
  seat: number;
  granted: boolean;
};

/** For the two. */
export type ConspiracyAskedEvent = {
  type: "conspiracy-asked";
  seat: number;
  partner: number;
};

/** For the two. */
export type ConspiracyRefusedEvent = {
  type: "conspiracy-refused";
  seat: number;
  partner: number;
};

/** Two seats looked at each other's cards. */
export type ConspiredEvent = {
  type: "conspired";
  seats: [number, number];
};

/** For the two: an offer in an illegal trade. */
export type BidMadeEvent = {
  type: "bid-made";
  seat: number;
  partner: number;
  give: string[];
  want: string[];
};

/** For the two. */
export type BidRefusedEvent = {
  type: "bid-refused";
  /** The seat that made the offer. */
  seat: number;
  partner: number;
};

/** For the two: the cards of an illegal trade. */
export type SmuggledCardsEvent = {
  type: "smuggled-cards";
  seat: number;
  partner: number;
  give: string[];
  got: string[];
};

/** Two seats made an illegal trade of so many cards each. */
export type SmuggledEvent = {
  type: "smuggled";
  seats: [number, number];
  number: number;
};

/** The seats that get an extra card in a plain round. */
export type ExtrasDrawnEvent = {
  type: "extras-drawn";
  seats: number[];
};

/** The first rank says who gets an extra card in the next round. */
export type ExtrasChosenEvent = {
  type: "extras-chosen";
  seats: number[];
};

export type DeclaredEvent = {
  type: "declared";
  seat: number;
  clan: string | null;
  disciplines: Discipline[];
  specialty: Specialty | null;
};

/** The decisions of a new first rank. */
export type DecidedEvent = {
  type: "decided";
  seat: number;
  packs: Pack[];
  loose: boolean;
  outside: boolean;
  illegal: boolean;
};

export type PactsRevealedEvent = {
  type: "pacts-revealed";
  seats: number[];
  /** The ranks of this round from now on. */
  order: number[];
};

/** The second rank declares a blood hunt. */
export type HuntDeclaredEvent = {
  type: "hunt-declared";
  seat: number;
  hunted: number;
};

/** Takers who finished below the rank that they held after the pact: they come last. */
export type DebtsCollectedEvent = {
  type: "debts-collected";
  seats: number[];
};

/** A use before a play; answers may follow. */
export type DisciplineUsedEvent = {
  type: "discipline-used";
  seat: number;
  discipline: Discipline;
  level: number;
  targets: number[];
  cards: string[];
  demand: Demand;
  /** Mytherceria: the ranks that are forbidden. */
  ranks: string[];
};

export type UseCancelledEvent = {
  type: "use-cancelled";
  /** The seat that cancels. */
  seat: number;
  user: number;
  discipline: Discipline;
};

/** A seat looked at the cards of another one. */
export type CryptSeenEvent = {
  type: "crypt-seen";
  seat: number;
  target: number;
};

export type DotLostEvent = {
  type: "dot-lost";
  seat: number;
  /** null: a charge. */
  discipline: Discipline | null;
};

/** A spent dot comes back. */
export type DotRestoredEvent = {
  type: "dot-restored";
  seat: number;
  discipline: Discipline;
};

export type TurnLostEvent = {
  type: "turn-lost";
  seat: number;
};

export type RoundDealtEvent = {
  type: "round-dealt";
  round: number;
  extras: number[];
};

/** The holder of the designated 3 of clubs leads (H7), or the first seat. */
export type LeadAnnouncedEvent = {
  type: "lead-announced";
  seat: number;
};

export type HandPlayedEvent = {
  type: "hand-played";
  seat: number;
  cards: string[];
  kind: HandType;
  lead: boolean;
  power: Discipline | null;
  counts_as: string | null;
  borrowed: string[];
  /** Chimerstry: the hand that it counts as. */
  announced: string[];
  forms: Form[];
};

export type HandType =
  | "single"
  | "pair"
  | "triple"
  | "quad"
  | "two-pair"
  | "full-house"
  | "straight"
  | "three-pair"
  | "double-triple"
  | "five-of-a-kind"
  | "six-of-a-kind";

/** A hand lies face down, and is said to be this one. */
export type HandAnnouncedEvent = {
  type: "hand-announced";
  seat: number;
  level: number;
  cards: string[];
  kind: HandType;
  lead: boolean;
};

/** An announced hand is challenged; its cards are turned up. */
export type BluffCalledEvent = {
  type: "bluff-called";
  /** The challenger. */
  seat: number;
  user: number;
  cards: string[];
  false: boolean;
};

export type PassedEvent = {
  type: "passed";
  seat: number;
  rest: boolean;
};

/** Chance plays for this seat: a hand or a pass follows. */
export type LeftToChanceEvent = {
  type: "left-to-chance";
  seat: number;
};

/** The hand on top goes back to its owner's crypt. */
export type HandTakenBackEvent = {
  type: "hand-taken-back";
  seat: number;
  cards: string[];
  /** It was led, and its owner leads another one. */
  leads: boolean;
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
};

/** The Mortal Scum was the first to empty its crypt: all ranks reverse. */
export type RevolutionEvent = {
  type: "revolution";
  seat: number;
};

export type RoundEndedEvent = {
  type: "round-ended";
  /** The rank that each seat holds next, best first. */
  order: number[];
  /** By place in `order`; zeros where the round scores nothing. */
  points: number[];
};

export type LastRoundCalledEvent = {
  type: "last-round-called";
};

export type MatchEndedEvent = {
  type: "match-ended";
  winner: number;
};

export type GameEvent =
  | ExchangedEvent
  | NothingExchangedEvent
  | WishToldEvent
  | AskedBackEvent
  | CardsExchangedEvent
  | OfferedEvent
  | DeclinedEvent
  | TradeWithSelfEvent
  | BoonAskedEvent
  | BoonShownEvent
  | BoonAnsweredEvent
  | ConspiracyAskedEvent
  | ConspiracyRefusedEvent
  | ConspiredEvent
  | BidMadeEvent
  | BidRefusedEvent
  | SmuggledCardsEvent
  | SmuggledEvent
  | ExtrasDrawnEvent
  | ExtrasChosenEvent
  | DeclaredEvent
  | DecidedEvent
  | PactsRevealedEvent
  | HuntDeclaredEvent
  | DebtsCollectedEvent
  | DisciplineUsedEvent
  | UseCancelledEvent
  | CryptSeenEvent
  | DotLostEvent
  | DotRestoredEvent
  | TurnLostEvent
  | RoundDealtEvent
  | LeadAnnouncedEvent
  | HandPlayedEvent
  | HandAnnouncedEvent
  | BluffCalledEvent
  | PassedEvent
  | LeftToChanceEvent
  | HandTakenBackEvent
  | WentOutEvent
  | TrickWonEvent
  | RevolutionEvent
  | RoundEndedEvent
  | LastRoundCalledEvent
  | MatchEndedEvent;

export type Reason =
  | "not-asked"
  | "not-your-cards"
  | "no-hand"
  | "wrong-type"
  | "not-higher"
  | "first-lead"
  | "leader-must-play"
  | "wish-too-long"
  | "not-a-wish"
  | "cannot-meet"
  | "not-a-partner"
  | "not-a-trader"
  | "too-many-swaps"
  | "not-as-many"
  | "wrong-extras"
  | "not-a-decision"
  | "not-a-declaration"
  | "no-dots"
  | "hunted"
  | "not-prey"
  | "wrong-time"
  | "wrong-target"
  | "target-hidden"
  | "not-in-the-pile"
  | "not-on-top"
  | "hand-too-large"
  | "another-hand"
  | "nothing-to-lose"
  | "nothing-spent"
  | "no-such-bluff"
  | "last-cards"
  | "not-such-ranks"
  | "forbidden-rank"
  | "no-such-shape"
  | "not-beaten-by-second"
  | "awed"
  | "commanded"
  | "not-the-demanded-hand"
  | "promised-hand";
