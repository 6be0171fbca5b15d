"""Random sessions (section 7.12): chips are kept, cards have one place, hands stay hidden."""

import random
from collections import Counter

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.games.scroker import GAME
from app.games.scroker.state import Phase, in_the_middle
from app.rules.codec import to_json
from app.rules.game import AnyState, Seat, view
from app.rules.play import prompts, spans, take_up_to
from app.rules.replay import Expired, Played, Setup, Shuffled
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.scroker.conformance import deck, places

WANTED = ("check", "call", "open", "draw", "declare", "challenge", "ante", "ready", "rebuy", "see")
"""Moves by which a hand goes on, so that many reach their showdown."""


def running(state: AnyState) -> dict[str, bool]:
    """The spans that run by key: whether they run beside questions."""
    return {span.key: span.beside for seen in spans(GAME, state).values() for span in seen}


class Sessions(RuleBasedStateMachine):
    record: Record

    @initialize(setup=st.sampled_from(pairwise_setups(GAME)))
    def begin(self, setup: Setup) -> None:
        self.record = new_record(GAME, setup)

    @precondition(lambda self: GAME.pending_shuffle_size(self.record.now) > 0)
    @rule(seed=st.integers(0, 1000))
    def shuffle(self, seed: int) -> None:
        number = GAME.pending_shuffle_size(self.record.now)
        self.record.take(Shuffled(tuple(random.Random(seed).sample(range(number), number))))

    @precondition(lambda self: self.record.over)
    @rule(setup=st.sampled_from(pairwise_setups(GAME)))
    def begin_another(self, setup: Setup) -> None:
        self.begin(setup)

    @precondition(lambda self: bool(self.record.asked))
    @rule(who=st.integers(0, 7), which=st.integers(0, 60), kind=st.sampled_from(WANTED))
    def play(self, who: int, which: int, kind: str) -> None:
        asked = self.record.asked
        seat = list(asked)[who % len(asked)]
        moves, _ = take_up_to(GAME.legal_moves(view(self.record.now, seat)), 200)
        wanted = [move for move in moves if to_json(move)["type"] == kind] or moves
        self.record.take(Played(seat, asked[seat].key, wanted[which % len(wanted)]))

    @precondition(lambda self: bool(self.record.asked))
    @rule()
    def time_is_up(self) -> None:
        self.record.take(Expired(next(iter(self.record.asked.values())).key))

    @precondition(lambda self: not self.record.over and bool(running(self.record.now)))
    @rule(which=st.integers(0, 1))
    def a_span_is_over(self, which: int) -> None:
        keys = list(running(self.record.now))
        self.record.take(Expired(keys[which % len(keys)]))

    @invariant()
    def chips_are_kept(self) -> None:
        public = self.record.now.public
        assert sum(public.stacks) + in_the_middle(public) == sum(public.bought) + sum(
            public.markers
        )
        assert min(public.stacks) >= 0
        if public.phase is Phase.OVER:
            assert in_the_middle(public) == 0
            assert sum(GAME.outcome(public).points) == 0  # type: ignore[union-attr]

    @invariant()
    def every_card_lies_in_one_place(self) -> None:
        state = self.record.now
        lie = Counter(card for cards in places(state).values() for card in cards)
        assert lie == Counter(deck(state))

    @invariant()
    def nobody_sees_anothers_hand(self) -> None:
        """The public part names no hidden card, and says nothing of sealed claims."""
        state = self.record.now
        public = state.public
        sent = msgspec.json.encode(
            [public.up, public.spit, public.common, public.shown, public.claims]
        ).decode()
        for seat, hand in enumerate(state.private):
            hidden = set(hand.cards) - set(public.shown[seat])
            if public.claims[seat] is None or public.phase in (Phase.DECLARE,):
                assert not any(f'"{card}"' in sent for card in hidden)

    @invariant()
    def somebody_can_go_on(self) -> None:
        state = self.record.now
        busy = (
            bool(prompts(GAME, state) or False in running(state).values())
            + bool(GAME.pending_shuffle_size(state))
            + (GAME.outcome(state.public) is not None)
        )
        assert busy == 1
        for seat in prompts(GAME, state):
            assert next(iter(GAME.legal_moves(view(state, Seat(seat)))), None) is not None


Sessions.TestCase.settings = settings(
    max_examples=15, stateful_step_count=50, suppress_health_check=list(HealthCheck)
)
TestSessions = Sessions.TestCase
