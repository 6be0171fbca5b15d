/** The records of Scroker. Written by `python -m tests.static.script_types`. */

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
  game: "dealers-choice" | "longhorn" | "scroker" | "spit";
  ending: "hands" | "minutes" | "open";
  hands: number;
  minutes: number;
  buy_in: number;
  ante: number;
  max_bet: number;
  max_raises: number;
  scrokers: 0 | 1 | 2;
  wilds: 2 | 3 | 4;
  peppers: "hand" | "word";
  rulings: "free" | "named";
  tap_out: boolean;
  consent: "all" | "host";
  out_of_turn: "free" | "stands";
  openers: "enforced" | "honour";
  spellcheck: "auto" | "challenge";
  lexicon: "common" | "wide";
  meanings: boolean;
  assist: "full" | "hint" | "off";
  shortfall: "cap" | "marker";
  /**
   * Unset in matches of before: a stock that is just enough for one player is dealt to its
   * end.
   */
  edition?: 2;
};

/** The public part of the state. */
export type Tableau = {
  options: Options;
  phase: Phase;
  /** 1-based number of the present or coming hand; 0 before the first. */
  hand: number;
  /** Everybody in the session, clockwise; includes those who sit out. */
  seats: number[];
  stacks: number[];
  /** Chips from the bank, rebuys included. */
  bought: number[];
  /** Debts at the bank. */
  markers: number[];
  /** Put into this hand: ante and bets, never penalties. */
  staked: number[];
  /** Put into the present betting round. */
  put: number[];
  /** Stacks as they were before this hand's antes. */
  started: number[];
  /** The game of this hand (or the last one, between hands). */
  named: Named;
  dealer: number | null;
  /** The seats that are dealt in, from the dealer's left; in ANTE and DEAL those that will be. */
  players: number[];
  /** In the order in which they folded. */
  folded: number[];
  /** The seats that have chosen to sit out from hand to hand. */
  sitting_out: number[];
  /** Chips from hands that nobody won; they join the next hand's main pot. */
  carry: number;
  /** The seats that paid into the carry. */
  carriers: number[];
  /** Cards in hand, by seat; in the stud hole cards only. A fold does not change it. */
  counts: number[];
  /** Open cards of the stud, by seat, in the order in which they were dealt. */
  up: string[][];
  spit: string | null;
  /** The stud's seventh card for everybody, where the deck was too small. */
  common: string | null;
  /** Cards in the stock. */
  stock: number;
  /** The number of cards that each seat exchanged, by seat; null: has not drawn (yet). */
  drawn: (number | null)[];
  /** While Phase.RESHUFFLE of a draw: how many cards the seat whose turn it is still gets. */
  owed: number;
  /** Discards and folded hands have gone back into the stock in this hand. */
  reshuffled: boolean;
  /** The owners of those folded hands. */
  folded_then: number[];
  /** The open cards among those. */
  open_then: string[];
  /**
   * The owners of those discards, in order of drawing. The last one was still being dealt to (see
   * owed_then).
   */
  drawn_then: number[];
  /** The number of cards that the last of them was dealt from the new stock. */
  owed_then: number;
  /** 1-based number of the betting round. */
  round: number;
  /** The chips that have to be matched in this round; 0: nobody has opened. */
  level: number;
  raises: number;
  /** The seat that opened or raised last in this round. */
  aggressor: number | null;
  /** The seat that opened the first betting round of a draw game. */
  opener: number | null;
  /** The seats that have acted since the last open or raise of this round. */
  acted: number[];
  /** The seats that have run out of chips in this hand and are still in. */
  tapped: number[];
  /** The seat that is asked, where one seat is. */
  turn: number | null;
  /** Sorted. */
  declared: number[];
  /** By seat, once all have declared; null: was not asked. "No word" is a claim without words. */
  claims: (Claim | null)[];
  /** Public cards of each seat's hand, by seat; the stud's open cards are in `up`. */
  shown: string[][];
  /** The main pot first; empty before the showdown and where all but one folded. */
  pots: Pot[];
  /** Index of the pot that is being decided. */
  pot: number;
  /** The seat whose hand leads, in Phase.CHALLENGE. */
  leader: number | null;
  /**
   * The seats that have answered in the window, sorted; the answers are sealed until it
   * closes.
   */
  answered: number[];
  /** Words that a spellcheck has proved: whose, which of their claim. */
  proved: [number, number][];
  /** The seats whose hand is Scum after a spellcheck. */
  fouled: number[];
  /** The seats whose claim nobody challenged, or has no word left to challenge. */
  accepted: number[];
  /** The seats that have proved openers. */
  opened_well: number[];
  /** The seats that could not. */
  disqualified: number[];
  /** The cards that proved the openers; they may have been discarded since. */
  openers_shown: string[];
  /** The seats that are ready for the next hand, or have anted or sat out in Phase.ANTE. */
  confirmed: number[];
  /** The seats that have bought chips in this interval; each may do so once. */
  rebought: number[];
  /** Rebuys and looks at hands in this interval, by seat. */
  deeds: number[];
  paid: Paid | null;
  /** The host has called the last hand. */
  last_deal: boolean;
  /** Minutes of the session that are over, where its length is in minutes. */
  minutes: number;
  /** The answer of all whether players may tap out; null: not asked yet. */
  consent: boolean | null;
  /** Number of questions put in the session; all of them are public. */
  questions: number;
};

export type Phase =
  | "lot"
  | "naming"
  | "ante"
  | "deal"
  | "bet"
  | "consent"
  | "draw"
  | "reshuffle"
  | "declare"
  | "challenge"
  | "interval"
  | "over";

/** The game of one hand: what the dealer named, or what the table always plays. */
export type Named = {
  base: "longhorn" | "scroker" | "spit";
  /** Chili peppers are hot; "hand": those of the whole hand count, by the table's options. */
  hot: boolean | "hand";
  /**
   * The cards that stand above all others: a card (`ch:E5`), a letter of a suit (`ch:E`), a
   * letter (`E`), a suit (`ch`), or none. Where the table allows any: several, between blanks.
   */
  ruling: string;
  /** Cards named wild; together with the [Scrokers] at most as many as the table allows. */
  wild: string[];
  scrokers: 0 | 1 | 2;
  /** The most chilis in a word with sour cards; null: as many as one likes. */
  hot_n_sour: 0 | 1 | 2 | null;
  /** Lemons and Limes may share a word. */
  mix_juice: boolean;
};

/** The words that a player presents: none, one or two. */
export type Claim = {
  /** Each as its cards in spelling order. */
  words: string[][];
  /**
   * The cards used as wild, and the capital that each stands for. A wild card that is not here is
   * played at its face.
   */
  wild: [string, string][];
};

/** The main pot (the first) or a side pot, from the showdown on. */
export type Pot = {
  /** Penalties paid into it included; stays as it was once the pot is won. */
  chips: number;
  /** The seats that have paid for it and stayed, clockwise from the dealer's left. */
  eligible: number[];
  /** More than one where they share it. */
  winners: number[];
  /** Nobody could win it: it waits for the next hand. */
  carried: boolean;
};

/** The last finished hand. */
export type Paid = {
  hand: number;
  /** The seats that were dealt in; after the last hand also those who got a part of the carry. */
  seats: number[];
  /** Chips won or lost, by place in `seats`; markers of this hand count against their owner. */
  nets: number[];
  /** The seats that won a pot, or what was left when all others folded; empty if passed in. */
  winners: number[];
};

/** The private part of one seat. */
export type Hand = {
  /**
   * In hand, sorted (cards.sort_hand); in the stud the hole cards. A folded hand stays here until
   * the hand is over or it is reshuffled.
   */
  cards: string[];
  /** The hand as it was first dealt, sorted, without open cards: a seat opens on it. */
  dealt: string[];
  /** Own discards that lie on the table, sorted. */
  discards: string[];
  /** Own discards, or the folded hand, that were reshuffled into the stock, sorted. */
  gone: string[];
  /** Of the cards those that were dealt after a reshuffle, sorted. */
  late: string[];
  /** Declared in this hand. */
  claim: Claim | null;
  /** In the present window: the word challenged, or -1 to let it stand; null: not answered. */
  answer: number | null;
  /** In the present window about tapping out; null: not answered. */
  agrees: boolean | null;
  /** The best words of these cards, where the table allows hints. */
  hint: Claim | null;
};

/** The dealer's choice for this hand. */
export type NameGameMove = {
  type: "name-game";
  named: Named;
};

/** Dealer's Choice: deal me in. */
export type AnteMove = {
  type: "ante";
};

/** Sit out this hand where a game was just named, else from the next hand on. */
export type SitOutMove = {
  type: "sit-out";
};

/** Stay in without betting. */
export type CheckMove = {
  type: "check";
};

/** The first bet of a round. */
export type OpenMove = {
  type: "open";
  chips: number;
};

/** Stay in: match what was bet, or tap out with what there is. */
export type CallMove = {
  type: "call";
};

/** Match what was bet, and bet so many more. */
export type RaiseMove = {
  type: "raise";
  chips: number;
};

/** Out of this hand. */
export type FoldMove = {
  type: "fold";
};

/** Consent: players who cannot match a bet may tap out. */
export type AgreeMove = {
  type: "agree";
};

/** An objection: they may not. */
export type ObjectMove = {
  type: "object";
};

/** Discard these, and be dealt as many; none to stand pat. */
export type DrawMove = {
  type: "draw";
  cards: string[];
};

/** The words presented, sealed until all have declared; see claims.Claim. */
export type DeclareMove = {
  type: "declare";
  words?: string[][];
  wild?: [string, string][];
};

/** A spellcheck of the leading hand's word of this number. */
export type ChallengeMove = {
  type: "challenge";
  /** 0 or 1: an index of its claim's words. */
  word: number;
};

/** No spellcheck from me. */
export type LetStandMove = {
  type: "let-stand";
};

/** Between two hands: deal me in, as far as my play chips allow. */
export type ReadyMove = {
  type: "ready";
};

/** Between two hands: so many play chips from the bank; a marker is cleared first. */
export type RebuyMove = {
  type: "rebuy";
  chips: number;
};

/** The winner of a pot asks to see a hand that stayed to the end; then everybody sees it. */
export type SeeMove = {
  type: "see";
  seat: number;
};

export type Move =
  | NameGameMove
  | AnteMove
  | SitOutMove
  | CheckMove
  | OpenMove
  | CallMove
  | RaiseMove
  | FoldMove
  | AgreeMove
  | ObjectMove
  | DrawMove
  | DeclareMove
  | ChallengeMove
  | LetStandMove
  | ReadyMove
  | RebuyMove
  | SeeMove;

export type DealerDrawnEvent = {
  type: "dealer-drawn";
  seat: number;
};

export type GameNamedEvent = {
  type: "game-named";
  seat: number;
  named: Named;
  /** False: the clock named plain Scroker. */
  in_time: boolean;
};

export type SatOutEvent = {
  type: "sat-out";
  seat: number;
  /** This hand only. */
  for_now: boolean;
};

/** Fewer than two anted. */
export type HandSkippedEvent = {
  type: "hand-skipped";
  dealer: number;
};

export type AntesPaidEvent = {
  type: "antes-paid";
  seats: number[];
  /** Each. */
  chips: number;
  /** Chips that lay in the middle already. */
  carry: number;
};

export type HandDealtEvent = {
  type: "hand-dealt";
  hand: number;
  dealer: number;
  named: Named;
  spit: string | null;
};

/** The stud: open cards, with the dealer's line about all that lies before that seat. */
export type OpenCardsDealtEvent = {
  type: "open-cards-dealt";
  seat: number;
  cards: string[];
  /** The best pair of one suit, the higher first, or the highest card; empty if all are wild. */
  high: string[];
  /** Of which suit it may become a Slush or a Scroker: that of the pair. */
  could: Suit | null;
};

export type Suit = "li" | "le" | "ch" | "an" | "sc";

/** The stud's seventh cards, face down, or one face up for everybody. */
export type LastCardsDealtEvent = {
  type: "last-cards-dealt";
  common: string | null;
};

export type RoundBegunEvent = {
  type: "round-begun";
  round: number;
  /** The first seat to speak. */
  seat: number;
};

export type CheckedEvent = {
  type: "checked";
  seat: number;
};

export type OpenedEvent = {
  type: "opened";
  seat: number;
  chips: number;
};

export type CalledEvent = {
  type: "called";
  seat: number;
  /** The chips that were put in. */
  chips: number;
};

export type RaisedEvent = {
  type: "raised";
  seat: number;
  /** The chips that were put in, with the call. */
  chips: number;
  by: number;
};

export type FoldedEvent = {
  type: "folded";
  seat: number;
};

export type TappedOutEvent = {
  type: "tapped-out";
  seat: number;
};

/** This seat cannot match the bet: may players tap out at this table? */
export type ConsentAskedEvent = {
  type: "consent-asked";
  seat: number;
};

/** The answer of all together, for the session. */
export type ConsentGivenEvent = {
  type: "consent-given";
  given: boolean;
};

export type PassedInEvent = {
  type: "passed-in";
  carry: number;
};

/** All others have folded; nothing is shown, nothing proved. */
export type FoldedOutEvent = {
  type: "folded-out";
  seat: number;
  chips: number;
};

export type DrewEvent = {
  type: "drew";
  seat: number;
  /** 0: stands pat. */
  number: number;
};

/** Discards and folded hands are shuffled into what is left of the stock. */
export type StockOutEvent = {
  type: "stock-out";
  cards: number;
};

export type DeclaredEvent = {
  type: "declared";
  seat: number;
};

/** The words that a seat presents, with the category that it claims. */
export type ClaimShownEvent = {
  type: "claim-shown";
  seat: number;
  claim: Claim;
  /** As spelled, the claim's order. */
  words: string[];
  /** Of the words: Scum where there are none. */
  presented: Category;
};

export type Category = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The chips that nobody matched. */
export type ChipsReturnedEvent = {
  type: "chips-returned";
  seat: number;
  chips: number;
};

/** All that a seat held: it leads without words, or a winner asked to see it. */
export type HandShownEvent = {
  type: "hand-shown";
  seat: number;
  cards: string[];
  asked_by: number | null;
};

/** The hand that wins the pot as things stand. */
export type LeadsEvent = {
  type: "leads";
  seat: number;
  /** Index. */
  pot: number;
  category: Category;
};

export type SpellcheckedEvent = {
  type: "spellchecked";
  by: number;
  /** The owner of the word. */
  seat: number;
  word: string;
  listed: boolean;
  payer: number;
  /** The penalty that went into the pot. */
  chips: number;
  /** The part of it that the bank advanced. */
  marker: number;
};

/** Nobody challenged. */
export type LetStoodEvent = {
  type: "let-stood";
  seat: number;
};

export type OpenersProvedEvent = {
  type: "openers-proved";
  seat: number;
  cards: string[];
  /** The word that they spell; empty for two Animals and a Slush. */
  word: string;
};

export type OpenersMissingEvent = {
  type: "openers-missing";
  seat: number;
};

export type PotWonEvent = {
  type: "pot-won";
  pot: number;
  seats: number[];
  /** By place in `seats`. */
  chips: number[];
  /** null: nobody contested it. */
  category: Category | null;
  /** The best hand that it beats; null if there was no other. */
  next_best: number | null;
  why: Why | null;
};

/** The reason why one hand beats another, or that neither does. */
export type Why = {
  ground: Ground;
  /** The card that decides, if one does. */
  better: string | null;
  /** The card that it beats; null where there was none left. */
  worse: string | null;
  /** The shared cards that were compared before and decided nothing. */
  same: string[];
};

export type Ground = "category" | "natural" | "peppers" | "high-card" | "more-cards" | "nothing";

/** Nobody was left who could win it. */
export type PotCarriedEvent = {
  type: "pot-carried";
  pot: number;
  chips: number;
};

export type HandOverEvent = {
  type: "hand-over";
  hand: number;
};

/** Fewer than two can be dealt in: everybody is asked again. */
export type TooFewEvent = {
  type: "too-few";
};

export type ReboughtEvent = {
  type: "rebought";
  seat: number;
  chips: number;
  /** The part of it that cleared a marker. */
  cleared: number;
};

export type SeatsChangedEvent = {
  type: "seats-changed";
  left: number[];
  joined: number[];
};

export type LastDealCalledEvent = {
  type: "last-deal-called";
};

/** The minutes of the session are over. */
export type TimeUpEvent = {
  type: "time-up";
  minutes: number;
  /** Between two hands; else the present one is the last. */
  between: boolean;
};

/** The reconciliation: everybody's result is stack less what was bought less the marker. */
export type SessionOverEvent = {
  type: "session-over";
  winners: number[];
  /** Theirs. */
  result: number;
};

export type GameEvent =
  | DealerDrawnEvent
  | GameNamedEvent
  | SatOutEvent
  | HandSkippedEvent
  | AntesPaidEvent
  | HandDealtEvent
  | OpenCardsDealtEvent
  | LastCardsDealtEvent
  | RoundBegunEvent
  | CheckedEvent
  | OpenedEvent
  | CalledEvent
  | RaisedEvent
  | FoldedEvent
  | TappedOutEvent
  | ConsentAskedEvent
  | ConsentGivenEvent
  | PassedInEvent
  | FoldedOutEvent
  | DrewEvent
  | StockOutEvent
  | DeclaredEvent
  | ClaimShownEvent
  | ChipsReturnedEvent
  | HandShownEvent
  | LeadsEvent
  | SpellcheckedEvent
  | LetStoodEvent
  | OpenersProvedEvent
  | OpenersMissingEvent
  | PotWonEvent
  | PotCarriedEvent
  | HandOverEvent
  | TooFewEvent
  | ReboughtEvent
  | SeatsChangedEvent
  | LastDealCalledEvent
  | TimeUpEvent
  | SessionOverEvent;

export type Reason =
  | "not-asked"
  | "no-such-ruling"
  | "too-many-wilds"
  | "not-the-dealers"
  | "not-to-be-wild"
  | "no-check"
  | "bet-stands"
  | "nothing-to-call"
  | "bet-too-low"
  | "bet-too-high"
  | "not-enough-chips"
  | "no-tapping-out"
  | "no-more-raises"
  | "no-openers"
  | "not-your-cards"
  | "too-many-cards"
  | "wrong-lengths"
  | "card-twice"
  | "no-letter"
  | "not-wild"
  | "animals-mixed"
  | "juice-mixed"
  | "too-hot"
  | "not-listed"
  | "no-such-word"
  | "proved-already"
  | "no-rebuy"
  | "not-to-be-seen";
