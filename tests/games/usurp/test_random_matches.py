"""Random matches of every size and option; every fact is worked out again from the record."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, PlayType, sort_hand
from app.games.usurp.moves import Confirm
from app.games.usurp.options import Options
from app.games.usurp.scoring import BONUS
from app.games.usurp.state import Laid, Phase, Tableau, UsurpState
from app.rules import codec
from app.rules.errors import GameOver
from app.rules.game import Seat, view
from app.rules.play import play
from app.rules.replay import Expired, LastDeal, Setup
from tests.games.kit.match_machine import MatchMachine, runs

OPTIONS = st.builds(
    Options,
    best_of=st.sampled_from([1, 3, 5]),
    points=st.sampled_from(["olde", "alternative"]),
    renegs=st.sampled_from(["enforced", "honour"]),
    reveal=st.booleans(),
    four=st.sampled_from(["partners", "alone"]),
)
DEALT = (Phase.LEADING, Phase.PLAY, Phase.INTERVAL, Phase.OVER)


class Match(MatchMachine):
    game = GAME
    state: UsurpState

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[Card, Seat] = {}
        """Downcards of this hand that have not been turned up, and whose they are."""

    @initialize(seats=st.sampled_from([2, 4]), options=OPTIONS)
    def begin(self, seats: int, options: Options) -> None:
        self.begin_match(Setup(seats, options))

    # -- what happens

    @precondition(lambda self: not self.over())
    @rule(steps=st.integers(10, 80), chance=st.randoms(use_true_random=False))
    def play_on(self, steps: int, chance: random.Random) -> None:
        self.play_some(steps, chance)

    @precondition(lambda self: bool(self.asked()))
    @rule()
    def expire(self) -> None:
        self.take(Expired(next(iter(self.asked().values())).key))

    @precondition(lambda self: self.state.public.hand > 1 and not self.over())
    @rule()
    def call_the_last_hand(self) -> None:
        self.take(LastDeal())

    @precondition(lambda self: self.over())
    @rule()
    def nothing_is_played_after_the_end(self) -> None:
        with pytest.raises(GameOver):
            play(GAME, self.state, Seat(0), "any", Confirm())

    # -- what holds

    def holds(self, before: UsurpState) -> None:
        public = self.state.public
        self.one_is_asked_or_all_are_or_nobody_is()
        if public.phase in DEALT:
            self.every_card_is_in_one_place_and_counts_are_true()
            assert public.hand_points == tuple(
                counted(public, side) for side in range(len(public.sides))
            )
        self.turns_go_round(before)
        self.nobody_sees_anothers_downcard()
        self.the_upcard_is_the_last_open_card()

    def one_is_asked_or_all_are_or_nobody_is(self) -> None:
        self.somebody_is_awaited_or_it_is_over()
        assert len(self.asked()) <= 1 or self.state.public.phase is Phase.INTERVAL

    def every_card_is_in_one_place_and_counts_are_true(self) -> None:
        public = self.state.public
        assert public.counts == tuple(len(hand.cards) for hand in self.state.private)
        assert public.stock == len(self.state.hidden)
        assert all(hand.cards == sort_hand(hand.cards) for hand in self.state.private)
        lying = Counter(laid.card for laid in public.discard if laid.card)
        lying.update([*public.reveal, *self.state.hidden])
        for hand in self.state.private:
            lying.update(
                [
                    *hand.cards,
                    *(card for card, _ in hand.downcards),
                    *([hand.rising] if hand.rising else []),
                ]
            )
        assert lying == Counter(PACK)

    def turns_go_round(self, before: UsurpState) -> None:
        """Nobody is asked to play before the player on the right has played, answered or named."""
        public = self.state.public
        played = [laid.seat for laid in public.discard if laid.seat is not None]
        if public.phase is Phase.PLAY and played:
            assert all(right == (left + 1) % len(public.seats) for left, right in pairwise(played))
            if public.asked == "play":
                assert public.turn == (played[-1] + 1) % len(public.seats)
        if public.shown is None or before.public.shown is None:
            assert sum(public.game_points) - sum(before.public.game_points) in (0, 1)

    def nobody_sees_anothers_downcard(self) -> None:
        """A Downcard is hidden from others until it is turned up or the hand is over."""
        if self.state.public.shown is not None:
            return
        for owner, hand in enumerate(self.state.private):
            secret = [
                *hand.cards,
                *(card for card, _ in hand.downcards),
                *([hand.rising] if hand.rising else []),
            ]
            for viewer in (None, *range(len(self.state.private))):
                if viewer != owner:
                    seen = msgspec.json.encode(
                        codec.to_json(view(self.state, None if viewer is None else Seat(viewer)))
                    )
                    shown = {call.back for call in self.state.public.calls}
                    hidden = [card for card in secret if card not in shown]
                    assert not [card for card in hidden if f'"{card}"'.encode() in seen]

    def the_upcard_is_the_last_open_card(self) -> None:
        public = self.state.public
        lies: Laid | None = next(
            (laid for laid in reversed(public.discard) if laid.card is not None), None
        )
        assert (public.upcard, public.owner) == ((lies.card, lies.seat) if lies else (None, None))
        if public.free:
            assert public.discard[-1].way is PlayType.SLUFF


def counted(public: Tableau, side: int) -> int:
    """Hand points, added up from the Discard and the calls."""
    laid = sum(laid.points + laid.bonus for laid in public.discard if laid.to == side)
    assert all(laid.bonus in (0, BONUS[public.options.points]) for laid in public.discard)
    return laid + sum(call.points for call in public.calls if call.to == side)


Match.TestCase.settings = runs(50, 8)
TestMatch: Any = Match.TestCase
