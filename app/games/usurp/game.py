"""Usurp as the house asks for it: which idea answers which question."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, assert_never

from msgspec.structs import replace

from app.games.usurp import (
    dealing,
    evaluation,
    event_text,
    heuristics,
    opponent_model,
    plays,
    prompt_text,
    renegs,
    resampling,
    scoring,
    timeouts,
    uprising,
)
from app.games.usurp.cards import PACK
from app.games.usurp.events import LastDealCalled
from app.games.usurp.moves import (
    CallReneg,
    Challenge,
    Confirm,
    GiveIn,
    Move,
    NameOrder,
    Play,
    Reason,
    Uprise,
)
from app.games.usurp.orders import Order
from app.games.usurp.state import (
    Asked,
    Hand,
    Options,
    Phase,
    Stock,
    Tableau,
    UsurpState,
    UsurpView,
    after,
)
from app.rules.game import Chance, Event, Game, Outcome, Prompt, Refusal, Seat, Standing, State


class Usurp(Game[Tableau, Hand, Stock, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "usurp"
    title: ClassVar[str] = "Usurp"
    tagline: ClassVar[str] = "Outrank the card on top, or lay one face down and look innocent."
    minutes: ClassVar[tuple[int, int]] = (10, 40)
    seats: ClassVar[range] = dealing.SEATS
    points_name: ClassVar[str] = "game points"
    search_depth: ClassVar[int] = 5
    rules_version: ClassVar[int] = 1
    options = Options
    moves = Move

    # -- a match from setup to outcome

    def setup(self, seats: int, options: Options, ranked: bool) -> UsurpState:
        return State(dealing.begin(seats, options), (Hand(),) * seats, ())

    def pending_shuffle_size(self, state: UsurpState) -> int:
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.seats)
            case Phase.DEAL:
                return len(PACK)
            case _:
                return 0

    def apply_shuffle(self, state: UsurpState, order: Sequence[int]) -> UsurpState:
        state = replace(state, events=())
        return (
            dealing.draw_dealer(state, order)
            if state.public.phase is Phase.LOT
            else dealing.deal(state, order)
        )

    def deck_codes(self, public: Tableau) -> tuple[str, ...]:
        return tuple(PACK) if public.phase is Phase.DEAL else ()

    def dealt_positions(self, view: UsurpView) -> tuple[int, ...]:
        return dealing.dealt_to(view.public, view.seat)

    def prompt(self, view: UsurpView) -> Prompt | None:
        public, seat = view.public, view.seat
        if seat is None:
            return None
        if public.phase is Phase.INTERVAL:
            return (
                None if seat in public.confirmed else Prompt(f"interval-{public.hand}", "interval")
            )
        if seat != public.turn or public.asked is None:
            return None
        return Prompt(f"{public.hand}-{public.questions}", KIND[public.asked])

    def legal_moves(self, view: UsurpView) -> Iterator[Move]:
        public, seat, hand = view.public, view.seat, view.private
        if seat is None or hand is None:
            return
        if public.phase is Phase.INTERVAL:
            if seat not in public.confirmed:
                yield Confirm()
            return
        if seat != public.turn:
            return
        match public.asked:
            case Asked.LEADING | Asked.ORDER:
                yield from ORDERS
            case Asked.LEAD:
                yield from map(Play, hand.cards)
            case Asked.PLAY:
                yield from map(Play, plays.open_plays(public, hand.cards))
                yield from map(Uprise, hand.cards)
                if public.accused is not None:
                    yield CallReneg()
            case Asked.ANSWER:
                yield GiveIn()
                yield Challenge()

    def check(self, view: UsurpView, move: Move) -> Reason | None:
        public, hand = view.public, view.private
        assert hand is not None
        asked = public.asked
        match move:
            case Play(card):
                if asked not in (Asked.PLAY, Asked.LEAD):
                    return Reason.NOT_ASKED
                if card not in hand.cards:
                    return Reason.NOT_YOUR_CARD
                return (
                    None
                    if asked is Asked.LEAD or card in plays.open_plays(public, hand.cards)
                    else Reason.FOLLOW_SUIT
                )
            case Uprise(card):
                if asked is Asked.LEAD:
                    return Reason.NO_UPRISING_YET
                if asked is not Asked.PLAY:
                    return Reason.NOT_ASKED
                return None if card in hand.cards else Reason.NOT_YOUR_CARD
            case GiveIn() | Challenge():
                return None if asked is Asked.ANSWER else Reason.NOT_ASKED
            case NameOrder():
                return None if asked in (Asked.LEADING, Asked.ORDER) else Reason.NOT_ASKED
            case CallReneg():
                if asked not in (Asked.PLAY, Asked.LEAD):
                    return Reason.NOT_ASKED
                return None if public.accused is not None else Reason.NOTHING_TO_CALL
            case Confirm():
                return None if public.phase is Phase.INTERVAL else Reason.NOT_ASKED
            case _:
                assert_never(move)

    def apply(self, state: UsurpState, seat: Seat, move: Move) -> UsurpState:
        state = State(state.public, state.private, state.hidden)
        match move:
            case Play(card):
                return (
                    plays.lead(state, seat, card)
                    if state.public.asked is Asked.LEAD
                    else plays.play(state, seat, card)
                )
            case Uprise(card):
                return uprising.rise(state, seat, card)
            case GiveIn():
                return uprising.give_in(state, seat)
            case Challenge():
                return uprising.challenge(state, seat)
            case NameOrder(order):
                return plays.name(state, seat, order)
            case CallReneg():
                return renegs.call(state, seat)
            case Confirm():
                return self._confirmed(state, (seat,))
            case _:
                assert_never(move)

    def _confirmed(self, state: UsurpState, seats: tuple[Seat, ...]) -> UsurpState:
        confirmed = state.public.confirmed + seats
        return (
            after(state, confirmed=confirmed)
            if len(confirmed) < len(state.public.seats)
            else dealing.clear(state)
        )

    def expire(self, state: UsurpState, key: str) -> UsurpState:
        public = state.public
        if public.phase is Phase.INTERVAL:
            return self._confirmed(replace(state, events=()), self.awaited_seats(public))
        assert public.turn is not None
        return self.apply(
            state, public.turn, timeouts.default(public, state.private[public.turn].cards)
        )

    def outcome(self, public: Tableau) -> Outcome | None:
        return scoring.outcome(public)

    def standings(self, public: Tableau) -> tuple[Standing, ...]:
        return scoring.standings(public)

    def awaited_seats(self, public: Tableau) -> tuple[Seat, ...]:
        if public.phase is Phase.INTERVAL:
            return tuple(seat for seat in public.seats if seat not in public.confirmed)
        return () if public.turn is None else (public.turn,)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.seats

    # -- coming and going

    def last_deal(self, state: UsurpState) -> UsurpState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- what nobody else may know

    def resample(self, view: UsurpView, chance: Chance) -> UsurpState:
        return resampling.resample(view, chance)

    # -- a bot's ear

    def score_moves(self, view: UsurpView, moves: Sequence[Move]) -> Sequence[float]:
        return heuristics.score_moves(view, moves)

    def evaluate(self, world: UsurpState) -> Sequence[float] | None:
        return evaluation.evaluate(world)

    def likelihood(self, world: UsurpState, viewer: Seat) -> float:
        return opponent_model.likelihood(world, viewer)

    # -- words for people

    def say_refusal(self, view: UsurpView, move: Move, reason: Refusal) -> str:
        return prompt_text.say_refusal(view, Reason(reason))

    def say_prompt(self, view: UsurpView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def say_wait(self, public: Tableau, names: Sequence[str]) -> str:
        return prompt_text.say_wait(public, names)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        return event_text.say_event(public, event, names)


ORDERS = tuple(map(NameOrder, Order))
KIND = {
    Asked.LEADING: "name-order",
    Asked.ORDER: "name-order",
    Asked.LEAD: "lead",
    Asked.PLAY: "play",
    Asked.ANSWER: "answer",
}
"""What the page is told is asked."""
