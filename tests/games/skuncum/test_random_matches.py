"""Random matches of every size and option; the invariants of section 3.4 hold after every entry."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from app.games.skuncum import GAME
from app.games.skuncum.board import stacks
from app.games.skuncum.cards import DECK, FACES, SUIT_CARDS, Effect
from app.games.skuncum.hats import size_of
from app.games.skuncum.moves import PassLead
from app.games.skuncum.options import Options
from app.games.skuncum.state import Phase, SkuncumState
from app.games.skuncum.table_records import Stack
from app.rules import codec
from app.rules.errors import GameOver
from app.rules.game import Seat, view
from app.rules.play import play
from app.rules.replay import Expired, LastDeal, Setup
from tests.games.kit.match_machine import MatchMachine, runs
from tests.games.skuncum.conformance import BEFORE, places

OPTIONS = st.builds(
    Options,
    box=st.sampled_from(["short", "standard"]),
    short_hands=st.booleans(),
    strong_coalitions=st.booleans(),
    colours=st.booleans(),
)


def worth(stack: Stack) -> int:
    """The value of a stack, worked out again from section 3.1."""
    faces = [FACES[card] for card in stack.laid]
    effects = {face.effect for face in faces}
    opening = FACES[stack.card].value * (2 if Effect.DOUBLE in effects else 1)
    if Effect.SKUNK in effects:
        opening = 0
    added = sum(face.value for face in faces if face.rank or face.effect is Effect.BONUS)
    taken = sum(face.value for face in faces if face.effect is Effect.ATTACK)
    return max(0, opening + added - taken)


class Match(MatchMachine):
    game = GAME
    state: SkuncumState

    def __init__(self) -> None:
        super().__init__()
        self.kings: set[Seat | None] = set()
        """The Kingmakers of this Race, present and former."""

    @initialize(seats=st.integers(2, 8), options=OPTIONS)
    def begin(self, seats: int, options: Options) -> None:
        self.begin_match(Setup(seats, options))

    @precondition(lambda self: not self.over())
    @rule(steps=st.integers(10, 120), chance=st.randoms(use_true_random=False))
    def play_on(self, steps: int, chance: random.Random) -> None:
        self.play_some(steps, chance)

    @precondition(lambda self: bool(self.asked()))
    @rule()
    def expire(self) -> None:
        self.take(Expired(next(iter(self.asked().values())).key))

    @precondition(lambda self: self.state.public.hand > 2 and not self.over())
    @rule()
    def call_the_last_hand(self) -> None:
        self.take(LastDeal())

    @precondition(lambda self: self.over())
    @rule()
    def nothing_is_played_after_the_end(self) -> None:
        with pytest.raises(GameOver):
            play(GAME, self.state, Seat(0), "any", PassLead())

    # -- what holds

    def holds(self, before: SkuncumState) -> None:
        public = self.state.public
        self.somebody_is_awaited_or_it_is_over()
        if public.phase in BEFORE:
            return
        self.every_card_is_in_one_place()
        self.the_board_is_as_the_rules_allow()
        self.boxes_are_never_overfull(before)
        if len(self.entries) % 6 == 0:
            self.nobody_sees_a_card_that_is_hidden()

    def every_card_is_in_one_place(self) -> None:
        public = self.state.public
        lie = Counter(card for cards in places(self.state).values() for card in cards)
        assert lie == Counter(DECK)
        assert public.counts == tuple(len(hand.cards) for hand in self.state.private)
        assert public.stock == len(self.state.hidden)

    def the_board_is_as_the_rules_allow(self) -> None:
        public = self.state.public
        found = list(stacks(public))
        owners = [stack.seat for stack in found]
        assert len(set(owners)) == len(owners), "one opening card a player a Race"
        assert sorted(stack.at for stack in found) == list(range(len(found)))
        self.kings = {*self.kings, public.kingmaker} if found else set()
        for stack in found:
            assert stack.card in SUIT_CARDS
            assert stack.value == worth(stack)
        assert not any(stack.laid for stack in public.bandwagon)
        for stack in public.coalition:
            assert not stack.laid or stack.seat in self.kings
        if public.duel is not None and public.turn is not None:
            mine, theirs = sorted(public.duel.sides, key=lambda side: side.seat != public.turn)
            assert mine.total <= theirs.total, "the lower side is to move"
            assert public.duel.needs == max(1, theirs.total - mine.total)

    def boxes_are_never_overfull(self, before: SkuncumState) -> None:
        """Errata A18: there are no Vote strokes beside open votes."""
        public, size = self.state.public, size_of(self.state.public)
        for box, old in zip(public.boxes, before.public.boxes, strict=True):
            assert all(0 <= many <= most for many, most in zip(box.hats, size.hats, strict=True))
            assert 0 <= box.votes <= size.votes
            assert box.votes == size.votes or box.vote_strokes == 0
            playing = (Phase.LEAD, Phase.SCRUM, Phase.PLAYOFF, Phase.HATS)
            if {before.public.phase, public.phase} <= set(playing):
                assert box.hat_strokes >= old.hat_strokes
                assert box.vote_strokes >= old.vote_strokes

    def nobody_sees_a_card_that_is_hidden(self) -> None:
        secret = {
            card: Seat(seat) for seat, hand in enumerate(self.state.private) for card in hand.cards
        }
        secret |= dict.fromkeys(self.state.hidden, Seat(-1))
        known = set(self.state.public.kept_cards)
        if (result := self.state.public.result) is not None:  # cards from before a reshuffle
            moves = (move for duel in result.duels for move in duel.moves)
            known.update(card for move in moves for card in move.cards)
        for viewer in (None, *map(Seat, range(len(self.state.private)))):
            seen = msgspec.json.encode(codec.to_json(view(self.state, viewer))).decode()
            assert not [
                card
                for card, owner in secret.items()
                if owner != viewer and card not in known and f'"{card}"' in seen
            ]


Match.TestCase.settings = runs(15, 8)
TestMatch: Any = Match.TestCase
