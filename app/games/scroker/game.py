"""Scroker as the house asks for it: which idea answers which question."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, assert_never

from msgspec.structs import replace

from app.games.scroker import (
    betting,
    considering,
    dealing,
    declaring,
    flow,
    naming,
    promising,
    reading,
    settling,
    showdown,
    tidings,
    weighing,
    words,
    worlds,
)
from app.games.scroker.cards import pack, sort_hand
from app.games.scroker.events import GameNamed, LastDealCalled, SatOut
from app.games.scroker.finding import openers
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Ante,
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Open,
    Raise,
    Ready,
    Reason,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.options import Options, always, hand_rules
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Stock, Tableau, after, live, own_cards
from app.rules.game import Chance, Event, Game, Outcome, Prompt, Refusal, Seat, Standing, State, view

ANTE_SECONDS, DECLARE_SECONDS, CHALLENGE_SECONDS, INTERVAL_SECONDS = 10, 60, 15, 20


class Scroker(Game[Tableau, Hand, Stock, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "scroker"
    title: ClassVar[str] = "Scroker"
    tagline: ClassVar[str] = "Hold the best word, or spell something with a straight face and hope that nobody looks it up."
    minutes: ClassVar[tuple[int, int]] = (20, 90)
    seats: ClassVar[range] = settling.SEATS
    points_are: ClassVar[str] = "play chips"
    reseats: ClassVar[bool] = True
    open_after: ClassVar[bool] = False
    foresight: ClassVar[int] = 8
    rules_version: ClassVar[int] = 1
    options = Options
    moves = Move

    # -- a match from setup to outcome

    def misfit(self, seats: int, options: Options) -> str | None:
        return words.misfit(seats, options)

    def setup(self, seats: int, options: Options, ranked: bool) -> ScrokerState:
        return replace(settling.begin(seats, options, ranked), events=())

    def awaits_shuffle(self, state: ScrokerState) -> int:
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.seats)
            case Phase.DEAL:
                return len(pack(state.public.named.scrokers))
            case Phase.RESHUFFLE:
                return len(state.hidden)
            case _:
                return 0

    def shuffled(self, state: ScrokerState, order: Sequence[int]) -> ScrokerState:
        state = replace(state, events=())
        match state.public.phase:
            case Phase.LOT:
                return settling.draw_dealer(state, order)
            case Phase.DEAL:
                return flow.begin_betting(dealing.deal(state, order))
            case _:
                return flow.reshuffled(state, order)

    def things(self, public: Tableau) -> tuple[str, ...]:
        return tuple(pack(public.named.scrokers)) if public.phase is Phase.DEAL else ()

    def dealt(self, view: ScrokerView) -> tuple[int, ...]:
        return dealing.dealt_to(view.public, view.seat)

    def prompt(self, view: ScrokerView) -> Prompt | None:
        public, seat = view.public, view.seat
        if seat is None or seat not in self.awaited(public):
            return None
        key = f"{public.hand}-{public.questions}"
        match public.phase:
            case Phase.NAMING:
                return Prompt(key, "name-game")
            case Phase.ANTE:
                return Prompt(key, "ante", window=ANTE_SECONDS)
            case Phase.BET:
                return Prompt(key, "bet")
            case Phase.DRAW:
                return Prompt(key, "draw")
            case Phase.DECLARE:
                return Prompt(key, "declare", window=DECLARE_SECONDS)
            case Phase.CHALLENGE:
                return Prompt(key, "challenge", window=CHALLENGE_SECONDS)
            case _:
                deeds = public.deeds[seat]
                return Prompt(f"{key}-{seat}-{deeds}" if deeds else key, "interval", window=INTERVAL_SECONDS)

    def legal_moves(self, view: ScrokerView) -> Iterator[Move]:
        public, seat, hand = view.public, view.seat, view.private
        if seat is None or hand is None or seat not in self.awaited(public):
            return
        match public.phase:
            case Phase.NAMING:
                yield from naming.legal()
            case Phase.ANTE:
                yield Ante()
                yield SitOut()
            case Phase.BET:
                yield from betting.legal(public, seat, self._may_open(view))
            case Phase.DRAW:
                for number in range(dealing.DRAWS[public.named.base] + 1):
                    yield from map(Draw, combinations(hand.cards, number))
            case Phase.DECLARE:
                yield from declaring.legal(view)
            case Phase.CHALLENGE:
                yield LetStand()
                assert public.leader is not None
                yield from map(Challenge, showdown.contestable(public, public.leader))
            case _:
                yield Ready()
                yield SitOut()
                yield from map(See, settling.to_be_seen(public, seat))
                amounts = settling.rebuys(public, seat)
                yield from map(Rebuy, (*amounts[-1:], *amounts[:-1]))  # the ends first: a list may be cut short

    def listed(self, prompt: Prompt) -> int:
        return 10 if prompt.kind in ("name-game", "declare") else 60

    def _may_open(self, view: ScrokerView) -> bool:
        """Whether this view's hand entitles its seat to open, where the table looks."""
        public = view.public
        if public.options.openers == "honour" or public.round > 1 or public.named.base == "longhorn":
            return True
        return openers(own_cards(view), hand_rules(public.named), lexicon(public.options.lexicon)) is not None

    def check(self, view: ScrokerView, move: Move) -> Reason | None:
        public, seat, hand = view.public, view.seat, view.private
        assert seat is not None
        assert hand is not None
        if public.phase not in PHASES[type(move)]:
            return Reason.NOT_ASKED
        match move:
            case NameGame(game):
                return naming.refusal(game)
            case Check() | Open() | Call() | Raise() | Fold():
                return betting.refusal(public, seat, move, not isinstance(move, Open) or self._may_open(view))
            case Draw(cards):
                if len(set(cards)) < len(cards):
                    return Reason.CARD_TWICE
                if not set(cards) <= set(hand.cards):
                    return Reason.NOT_YOUR_CARDS
                return Reason.TOO_MANY_CARDS if len(cards) > dealing.DRAWS[public.named.base] else None
            case Declare():
                return declaring.refusal(view, move)
            case Challenge(word):
                assert public.leader is not None
                claim = public.claims[public.leader]
                assert claim is not None
                if not 0 <= word < len(claim.words):
                    return Reason.NO_SUCH_WORD
                return None if word in showdown.contestable(public, public.leader) else Reason.PROVED_ALREADY
            case Rebuy(chips):
                return None if chips in settling.rebuys(public, seat) else Reason.NO_REBUY
            case See(other):
                return None if other in settling.to_be_seen(public, seat) else Reason.NOT_TO_BE_SEEN
            case Ante() | SitOut() | LetStand() | Ready():
                return None
            case _:
                assert_never(move)

    def apply(self, state: ScrokerState, seat: Seat, move: Move) -> ScrokerState:
        state = State(state.public, state.private, state.hidden)
        public = state.public
        match move:
            case NameGame(game):
                return settling.named(after(state, GameNamed(seat, game, True)), game)
            case Ante():
                return settling.anted(after(state, confirmed=(*public.confirmed, seat)))
            case SitOut() if public.phase is Phase.ANTE:
                players = tuple(other for other in public.players if other != seat)
                return settling.anted(after(state, SatOut(seat, True), players=players))
            case SitOut():
                return settling.confirmed(
                    after(state, SatOut(seat, False), sitting_out=tuple(sorted({*public.sitting_out, seat}))), (seat,)
                )
            case Check() | Open() | Call() | Raise() | Fold():
                return flow.speak(state, seat, move)
            case Draw(cards):
                return flow.draw(state, seat, sort_hand(cards))
            case Declare():
                return showdown.declare(state, seat, declaring.claim_of(move))
            case Challenge(word):
                return showdown.answer(state, seat, word)
            case LetStand():
                return showdown.answer(state, seat, showdown.LET_STAND)
            case Ready():
                out = tuple(other for other in public.sitting_out if other != seat)
                return settling.confirmed(after(state, sitting_out=out), (seat,))
            case Rebuy(chips):
                return settling.rebuy(state, seat, chips)
            case See(other):
                deeds = (*public.deeds[:seat], public.deeds[seat] + 1, *public.deeds[seat + 1 :])
                return after(showdown.show(state, other, seat), deeds=deeds)
            case _:
                assert_never(move)

    def expire(self, state: ScrokerState, key: str) -> ScrokerState:
        public = state.public
        state = State(public, state.private, state.hidden)
        match public.phase:
            case Phase.NAMING:
                assert public.turn is not None
                game = always(public.options)
                return settling.named(after(state, GameNamed(public.turn, game, False)), game)
            case Phase.ANTE:
                return settling.anted(after(state, confirmed=(*public.confirmed, *self.awaited(public))))
            case Phase.BET:
                assert public.turn is not None
                may_check = not public.level and betting.has_check(public)
                return flow.speak(state, public.turn, Check() if may_check else Fold())
            case Phase.DRAW:
                assert public.turn is not None
                return flow.draw(state, public.turn, ())
            case Phase.DECLARE:
                return showdown.time_is_up(state)
            case Phase.CHALLENGE:
                return showdown.close(state)
            case _:
                asked = ((seat, self.prompt(view(state, seat))) for seat in self.awaited(public))
                return settling.confirmed(state, [seat for seat, prompt in asked if prompt is not None and prompt.key == key], False)

    def outcome(self, public: Tableau) -> Outcome | None:
        return settling.outcome(public)

    def standings(self, public: Tableau) -> tuple[Standing, ...]:
        return settling.standings(public)

    def awaited(self, public: Tableau) -> tuple[Seat, ...]:
        match public.phase:
            case Phase.NAMING | Phase.BET | Phase.DRAW:
                return () if public.turn is None else (public.turn,)
            case Phase.ANTE:
                return tuple(seat for seat in public.players if seat not in public.confirmed)
            case Phase.DECLARE:
                return tuple(seat for seat in live(public) if seat not in public.declared)
            case Phase.CHALLENGE:
                return tuple(seat for seat in showdown.asked(public) if seat not in public.answered)
            case Phase.INTERVAL:
                return tuple(seat for seat in public.seats if seat not in public.confirmed)
            case _:
                return ()

    def playing(self, public: Tableau) -> tuple[Seat, ...]:
        return public.seats

    # -- coming and going

    def may_reseat(self, public: Tableau) -> bool:
        return settling.may_reseat(public)

    def reseat(self, state: ScrokerState, left: Sequence[Seat], joined: int) -> ScrokerState:
        return settling.reseat(state, left, joined)

    def last_deal(self, state: ScrokerState) -> ScrokerState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- what nobody else may know

    def resample(self, view: ScrokerView, chance: Chance) -> ScrokerState:
        return worlds.resample(view, chance)

    # -- a bot's ear

    def considered(self, view: ScrokerView) -> Iterator[Move]:
        return considering.considered(view)

    def weigh(self, view: ScrokerView, moves: Sequence[Move]) -> Sequence[float]:
        return weighing.weigh(view, moves)

    def promise(self, world: ScrokerState) -> Sequence[float] | None:
        return promising.promise(world)

    def likelihood(self, world: ScrokerState, viewer: Seat) -> float:
        return reading.likelihood(world, viewer)

    def earned(self, public: Tableau) -> Sequence[float] | None:
        return promising.earned(public)

    # -- words for people

    def say_refusal(self, view: ScrokerView, move: Move, reason: Refusal) -> str:
        return words.say_refusal(view, move, Reason(reason))

    def say_prompt(self, view: ScrokerView, prompt: Prompt, names: Sequence[str]) -> str:
        return words.say_prompt(view, names)

    def say_wait(self, public: Tableau, names: Sequence[str]) -> str:
        return words.say_wait(public, names)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        return tidings.say_event(public, event, names)


BETS = (Phase.BET,)
PHASES: dict[type, tuple[Phase, ...]] = {
    NameGame: (Phase.NAMING,),
    Ante: (Phase.ANTE,),
    SitOut: (Phase.ANTE, Phase.INTERVAL),
    Check: BETS,
    Open: BETS,
    Call: BETS,
    Raise: BETS,
    Fold: BETS,
    Draw: (Phase.DRAW,),
    Declare: (Phase.DECLARE,),
    Challenge: (Phase.CHALLENGE,),
    LetStand: (Phase.CHALLENGE,),
    Ready: (Phase.INTERVAL,),
    Rebuy: (Phase.INTERVAL,),
    See: (Phase.INTERVAL,),
}
"""When each move answers a question."""
