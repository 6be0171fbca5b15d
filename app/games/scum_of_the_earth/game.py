"""Scum of the Earth as the house asks for it: which idea answers which question."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, assert_never

from msgspec.structs import replace

from app.games.scum_of_the_earth import (
    bonus,
    dealing,
    evaluation,
    event_text,
    heuristics,
    prompt_text,
    ranks,
    resampling,
    timeouts,
    tricks,
    turns,
)
from app.games.scum_of_the_earth.events import CardsDrawn, LastDealCalled, RanksSet
from app.games.scum_of_the_earth.moves import (
    Confirm,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Reason,
    Takeover,
    Target,
)
from app.games.scum_of_the_earth.state import (
    Asked,
    Hand,
    Options,
    Phase,
    ScumState,
    ScumView,
    Tableau,
    after,
)
from app.games.scum_of_the_earth.titles import titles
from app.rules.game import (
    Chance,
    Event,
    Game,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Standing,
    State,
    view,
)


class ScumOfTheEarth(Game[Tableau, Hand, None, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "scum-of-the-earth"
    title: ClassVar[str] = "Scum of the Earth"
    tagline: ClassVar[str] = (
        "Empty your hand, climb the ladder, and be gracious to those below. Or don't."
    )
    minutes: ClassVar[tuple[int, int]] = (30, 90)
    seats: ClassVar[range] = dealing.SEATS
    points_name: ClassVar[str] = "salary"
    reseats: ClassVar[bool] = True
    rules_version: ClassVar[int] = 2
    options = Options
    moves = Move

    # -- a match from setup to outcome

    def config_problem(self, seats: int, options: Options) -> str | None:
        return prompt_text.misfit(seats, options)

    def setup(self, seats: int, options: Options, ranked: bool) -> ScumState:
        public = Tableau(
            options=options,
            titles=titles(options.theme, options.own_titles),
            phase=Phase.DEAL if ranked else Phase.DRAW,
            deal=1 if ranked else 0,
            ranks=tuple(map(Seat, range(seats))),
            salaries=(0,) * seats,
            counts=(0,) * seats,
            played=((),) * seats,
            highest=0,
        )
        return State(dealing.with_deck(public), (Hand(),) * seats, None)

    def pending_shuffle_size(self, state: ScumState) -> int:
        return len(state.public.deck) if state.public.phase in (Phase.DRAW, Phase.DEAL) else 0

    def apply_shuffle(self, state: ScumState, order: Sequence[int]) -> ScumState:
        state = replace(state, events=())
        return (
            dealing.deal(state, order)
            if state.public.phase is Phase.DEAL
            else self._draw(state, order)
        )

    def _draw(self, state: ScumState, order: Sequence[int]) -> ScumState:
        public = state.public
        draws = ranks.draw(public.ranks, public.draws, [public.deck[index] for index in order])
        groups = ranks.groups(public.ranks, draws)
        state = after(
            state, *(CardsDrawn(draw.cards) for draw in draws[len(public.draws) :]), draws=draws
        )
        if len(groups) < len(public.ranks):
            return state
        drawn = tuple(seat for (seat,) in groups)
        return after(state, RanksSet(drawn), ranks=drawn, phase=Phase.DEAL, deal=1)

    def deck_codes(self, public: Tableau) -> tuple[str, ...]:
        return tuple(public.deck)

    def dealt_positions(self, view: ScumView) -> tuple[int, ...]:
        return dealing.dealt_to(view.public, view.seat)

    def prompt(self, view: ScumView) -> Prompt | None:
        public, seat = view.public, view.seat
        if seat is None or seat not in self.awaited_seats(public):
            return None
        if public.turn is not None:
            assert public.asked is not None
            return Prompt(f"{public.deal}-{public.turns}", public.asked.value)
        if public.phase is Phase.BONUS:
            return Prompt(bonus.key(public, seat), "give-back")
        if public.phase is Phase.INTERVAL:
            return Prompt(f"interval-{public.deal}", "interval")
        return Prompt(f"takeover-{public.deal}", "takeover", window=bonus.TAKEOVER_SECONDS)

    def legal_moves(self, view: ScumView) -> Iterator[Move]:
        public, seat, hand = view.public, view.seat, view.private
        if seat is not None and hand is not None and seat == public.turn:
            return iter(turns.moves(public, seat, hand.cards))
        if seat is None or hand is None or seat not in self.awaited_seats(public):
            return iter(())
        if public.phase is Phase.BONUS:
            return map(Give, dict.fromkeys(combinations(hand.cards, bonus.to_give(public, seat))))
        may_take_over = public.phase is Phase.TAKEOVER and bonus.may_take_over(
            public, seat, hand.cards
        )
        return iter((Confirm(), Takeover()) if may_take_over else (Confirm(),))

    def check(self, view: ScumView, move: Move) -> Reason | None:
        public, seat, hand = view.public, view.seat, view.private
        assert seat is not None
        assert hand is not None
        asked = public.asked
        match move:
            case Confirm():
                return (
                    None if public.phase in (Phase.TAKEOVER, Phase.INTERVAL) else Reason.NOT_ASKED
                )
            case Takeover():
                may = public.phase is Phase.TAKEOVER and bonus.may_take_over(
                    public, seat, hand.cards
                )
                return None if may else Reason.NO_TAKEOVER
            case Give(cards):
                if public.phase is not Phase.BONUS:
                    return Reason.NOT_ASKED
                if len(cards) != bonus.to_give(public, seat):
                    return Reason.WRONG_NUMBER_TO_GIVE
                return Reason.NOT_YOUR_CARDS if Counter(cards) - Counter(hand.cards) else None
            case Play():
                if asked not in (Asked.LEAD, Asked.FOLLOW, Asked.AGAIN):
                    return Reason.NOT_ASKED
                return tricks.refusal(hand.cards, turns.best_set(public), move)
            case Pass():
                if asked is Asked.LEAD:
                    return Reason.LEADER_MUST_PLAY
                return None if asked is Asked.FOLLOW else Reason.NOT_ASKED
            case Target(other):
                if asked not in (Asked.TARGET, Asked.LOOK):
                    return Reason.NOT_ASKED
                return None if other in turns.targets(public, seat) else Reason.NOT_A_TARGET
            case Decline():
                return None if asked in (Asked.LOOK, Asked.AGAIN) else Reason.NOT_ASKED
            case _:
                assert_never(move)

    def apply(self, state: ScumState, seat: Seat, move: Move) -> ScumState:
        state = State(state.public, state.private, state.hidden)
        match move:
            case Play():
                return turns.play(state, seat, move)
            case Pass():
                return turns.pass_by(state, seat)
            case Confirm():
                return self._confirmed(state, (seat,))
            case Takeover():
                return bonus.take_over(state, seat)
            case Give(cards):
                return bonus.give(state, seat, cards)
            case Target(other):
                return (
                    turns.bar(state, seat, other)
                    if state.public.asked is Asked.TARGET
                    else turns.look(state, seat, other)
                )
            case Decline():
                return turns.decline(state, seat)
            case _:
                assert_never(move)

    def _confirmed(self, state: ScumState, seats: tuple[Seat, ...]) -> ScumState:
        public = state.public
        confirmed = public.confirmed + seats
        if len(confirmed) < len(public.ranks):
            return after(state, confirmed=confirmed)
        return (
            bonus.call_in_bonuses(state) if public.phase is Phase.TAKEOVER else dealing.clear(state)
        )

    def expire(self, state: ScumState, key: str) -> ScumState:
        public = state.public
        if public.phase in (Phase.TAKEOVER, Phase.INTERVAL):
            return self._confirmed(replace(state, events=()), self.awaited_seats(public))
        for seat in self.awaited_seats(public):
            prompt = self.prompt(view(state, seat))
            if prompt is not None and prompt.key == key:
                state = self.apply(
                    state, seat, timeouts.default(public, seat, state.private[seat].cards)
                )
        return state

    def outcome(self, public: Tableau) -> Outcome | None:
        if public.phase is not Phase.OVER:
            return None
        reason = ranks.ended(public)
        assert reason is not None
        return ranks.outcome(public, reason)

    def standings(self, public: Tableau) -> tuple[Standing, ...]:
        return ranks.standings(public)

    def awaited_seats(self, public: Tableau) -> tuple[Seat, ...]:
        if public.turn is not None:
            return (public.turn,)
        match public.phase:
            case Phase.TAKEOVER | Phase.INTERVAL:
                return tuple(seat for seat in public.ranks if seat not in public.confirmed)
            case Phase.BONUS:
                return public.giving
            case _:
                return ()

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.ranks

    # -- coming and going

    def may_reseat(self, public: Tableau) -> bool:
        return dealing.may_reseat(public)

    def reseat(self, state: ScumState, left: Sequence[Seat], joined: int) -> ScumState:
        return dealing.reseat(state, left, joined)

    def last_deal(self, state: ScumState) -> ScumState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- what nobody else may know

    def resample(self, view: ScumView, chance: Chance) -> ScumState:
        return resampling.resample(view, chance)

    # -- a bot's ear

    def score_moves(self, view: ScumView, moves: Sequence[Move]) -> Sequence[float]:
        return heuristics.score_moves(view, moves)

    def evaluate(self, world: ScumState) -> Sequence[float] | None:
        return evaluation.evaluate(world)

    # -- words for people

    def say_refusal(self, view: ScumView, move: Move, reason: Refusal) -> str:
        return prompt_text.say_refusal(view, move, Reason(reason))

    def say_prompt(self, view: ScumView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def say_wait(self, public: Tableau, names: Sequence[str]) -> str:
        return prompt_text.say_wait(public, names)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        return event_text.say_event(public, event, names)
