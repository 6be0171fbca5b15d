"""Whole matches of every size and option, driven by hypothesis; what must hold after every step."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import Card, sort_hand
from app.games.scum_of_the_earth.dealing import HIGHEST, allowed
from app.games.scum_of_the_earth.moves import (
    Confirm,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Takeover,
    Target,
)
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import Phase, ScumState
from app.rules.errors import GameOver, IllegalMove, NotYourTurn, StaleMove
from app.rules.game import Seat, view
from app.rules.play import play, prompts
from app.rules.replay import Expired, LastDeal, Played, Reseated, Setup
from tests.games.kit.match_machine import MatchMachine, runs
from tests.games.scum_of_the_earth.table import NAMES, canonical

MANY = NAMES * 50
"""Seats are never reused, so a match with much coming and going has many names."""

switches = st.booleans()
OPTIONS = st.builds(
    Options,
    ending=st.sampled_from(["points", "deals", "endless"]),
    end_points=st.integers(5, 20),
    end_deals=st.integers(1, 4),
    wild_3_9=switches,
    special_5=switches,
    special_7=switches,
    special_8=switches,
    special_9=switches,
    special_10=switches,
    theme=st.sampled_from(["scum", "office", "sports", "military", "court", "own"]),
)

CARDS = st.lists(st.sampled_from(list(Card)), max_size=6).map(tuple)
SEATS = st.integers(-2, 14).map(Seat)
FOREIGN_MOVES = st.one_of(
    st.builds(Confirm),
    st.builds(Takeover),
    st.builds(Pass),
    st.builds(Decline),
    st.builds(Give, CARDS),
    st.builds(Target, SEATS),
    st.builds(Play, CARDS, st.none() | st.integers(-2, 20), st.booleans()),
)


class Match(MatchMachine):
    game = GAME
    state: ScumState

    @initialize(seats=st.integers(4, 10), options=OPTIONS, ranked=st.booleans(), data=st.data())
    def begin(self, seats: int, options: Options, ranked: bool, data: st.DataObject) -> None:
        fitting = [name for name, face in HIGHEST.items() if face in allowed(seats)]
        options = replace(options, highest=data.draw(st.sampled_from(["auto", *fitting])))
        assert GAME.config_problem(seats, options) is None
        self.begin_match(Setup(seats, options, ranked))

    # -- what happens

    @precondition(lambda self: not self.over())
    @rule(steps=st.integers(20, 120), chance=st.randoms(use_true_random=False))
    def play_on(self, steps: int, chance: random.Random) -> None:
        """Many moves at once, so that runs get deep."""
        for _ in range(steps):
            if self.over():
                return
            if GAME.may_reseat(self.state.public) and chance.random() < 0.1:
                self.reseat(chance)
            else:
                self.play_some(1, chance)

    @precondition(lambda self: GAME.pending_shuffle_size(self.state) > 0)
    @rule(chance=st.randoms(use_true_random=False))
    def shuffle(self, chance: random.Random) -> None:
        self.shuffle_cards(chance)

    @precondition(lambda self: bool(self.asked()))
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.asked())))
        moves = list(GAME.legal_moves(view(self.state, seat)))
        self.take(Played(seat, self.asked()[seat].key, data.draw(st.sampled_from(moves))))

    @precondition(lambda self: bool(self.asked()))
    @rule(data=st.data())
    def expire(self, data: st.DataObject) -> None:
        self.take(
            Expired(
                data.draw(st.sampled_from(sorted({prompt.key for prompt in self.asked().values()})))
            )
        )

    def reseat(self, chance: random.Random) -> None:
        ranks = GAME.active_seats(self.state.public)
        left = chance.sample(ranks, chance.randrange(4))
        stay = len(ranks) - len(left)
        self.take(Reseated(tuple(left), chance.randrange(max(4 - stay, 0), 11 - stay)))

    @precondition(lambda self: self.state.public.deal > 1 and not self.over())
    @rule()
    def call_the_last_hand(self) -> None:
        self.take(LastDeal())

    # -- what is refused

    @precondition(lambda self: self.over())
    @rule()
    def nothing_is_played_after_the_end(self) -> None:
        with pytest.raises(GameOver):
            play(GAME, self.state, Seat(0), "any", Pass())

    @precondition(lambda self: bool(self.asked()))
    @rule(move=FOREIGN_MOVES, data=st.data())
    def a_foreign_move_is_refused_or_listed(self, move: Move, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.asked())))
        seen = view(self.state, seat)
        reason = GAME.check(seen, move)
        listed = set(GAME.legal_moves(seen))
        assert (reason is None) == (canonical(move, listed) in listed)
        if reason is not None:
            assert GAME.say_refusal(seen, move, reason).endswith((".", "?"))
            with pytest.raises(IllegalMove):
                play(GAME, self.state, seat, self.asked()[seat].key, move)

    @precondition(lambda self: bool(self.asked()))
    @rule(data=st.data())
    def a_move_out_of_turn_or_too_late_is_refused(self, data: st.DataObject) -> None:
        asked = self.asked()
        seat = data.draw(st.sampled_from(sorted(asked)))
        with pytest.raises(StaleMove):
            play(GAME, self.state, seat, "another-key", Pass())
        idle = [Seat(other) for other in range(len(self.state.private)) if other not in asked]
        if idle:
            with pytest.raises(NotYourTurn):
                play(GAME, self.state, data.draw(st.sampled_from(idle)), asked[seat].key, Pass())

    # -- what holds

    def holds(self, before: ScumState) -> None:
        self.somebody_is_awaited_or_it_is_over()
        self.every_card_is_in_one_place_and_counts_are_true()
        self.who_is_out_holds_nothing_and_who_is_in_holds_something()
        self.nobody_sees_more_than_is_theirs()
        self.every_question_has_legal_answers_that_are_listed_once()
        self.everything_told_has_a_sentence()
        self.a_world_drawn_for_any_viewer_keeps_what_it_sees()

    def every_card_is_in_one_place_and_counts_are_true(self) -> None:
        public = self.state.public
        assert public.counts == tuple(len(hand.cards) for hand in self.state.private)
        assert all(hand.cards == sort_hand(hand.cards) for hand in self.state.private)
        held = Counter(card for hand in self.state.private for card in hand.cards)
        if public.phase in (Phase.TAKEOVER, Phase.BONUS, Phase.PLAY):
            played = Counter(card for pile in public.played for card in pile)
            infinities = held.pop(Card.INFINITY, 0)
            assert infinities <= 1
            assert played.pop(Card.INFINITY, 0) + infinities >= 1
            assert held + played == Counter(
                card for card in public.deck if card is not Card.INFINITY
            )
        if public.infinity is not None and public.phase is Phase.PLAY:
            assert Card.INFINITY in self.state.private[public.infinity].cards

    def who_is_out_holds_nothing_and_who_is_in_holds_something(self) -> None:
        public = self.state.public
        if public.phase is Phase.PLAY:
            assert all((public.counts[seat] == 0) == (seat in public.out) for seat in public.ranks)
        assert len(set(public.ranks)) == len(public.ranks) in range(4, 11)

    def nobody_sees_more_than_is_theirs(self) -> None:
        for seat in range(len(self.state.private)):
            seen = view(self.state, Seat(seat))
            assert seen.public is self.state.public
            assert seen.private is self.state.private[seat]
        assert view(self.state, None).private is None

    def every_question_has_legal_answers_that_are_listed_once(self) -> None:
        for seat, prompt in self.asked().items():
            seen = view(self.state, seat)
            moves = list(GAME.legal_moves(seen))
            assert moves
            assert len(moves) == len(set(moves))
            assert all(GAME.check(seen, move) is None for move in moves)
            assert GAME.say_prompt(seen, prompt, MANY).endswith((".", "?"))

    def everything_told_has_a_sentence(self) -> None:
        assert GAME.say_wait(self.state.public, MANY).endswith(".")
        for event in self.state.events:
            assert GAME.say_event(self.state.public, event, MANY).endswith(".")

    def a_world_drawn_for_any_viewer_keeps_what_it_sees(self) -> None:
        chance = random.Random(len(self.entries))
        viewer = chance.choice([None, *range(len(self.state.private))])
        seen = view(self.state, None if viewer is None else Seat(viewer))
        assert view(GAME.resample(seen, chance), seen.seat) == seen

    def teardown(self) -> None:
        super().teardown()
        if not self.entries:
            return
        if not self.over():
            self.take(LastDeal())
        state = self.state
        for _ in range(20_000):
            if GAME.outcome(state.public) is not None:
                break
            number = GAME.pending_shuffle_size(state)
            asked = prompts(GAME, state)
            state = (
                GAME.apply_shuffle(state, range(number))
                if number
                else GAME.expire(state, next(iter(asked.values())).key)
            )
        else:
            raise AssertionError("time alone does not end the match")
        with pytest.raises(GameOver):
            play(GAME, state, Seat(0), "any", Pass())


Match.TestCase.settings = runs(20, 20)
TestMatch: Any = Match.TestCase
