"""The evidence of bets: earlier ones are found in the stakes, and it fits steady players."""

import random
from collections.abc import Sequence
from statistics import mean
from typing import Any

from app.bots import arena
from app.bots.move_choice import steady
from app.games.scroker import GAME
from app.games.scroker.hand_finder import best_key
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import Call, Check, Move, Open, Raise
from app.games.scroker.named_game import hand_rules
from app.games.scroker.opponent_samples import draw_keys, share_beaten
from app.games.scroker.options import Options
from app.games.scroker.state import Phase, ScrokerState, ScrokerView, Tableau, live, shared
from app.games.scroker.telling_bets import PARTS, at, first_round, this_round, told
from app.rules.game import AnyGame, Chance, Seat
from tests.games.scroker.table import JUNK, A, B, Session


def said(public: Tableau, seat: Seat) -> list[tuple[int, Move]]:
    """The level before each bet of the present round, and the bet."""
    return [(one.public.level, one.bet) for one in this_round(public, seat)]


def test_a_raise_is_seen_as_what_it_was_before_the_other_answers() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o3 r5")
    assert said(session.public, A) == [(3, Raise(5))]
    (one,) = this_round(session.public, A)
    assert one.sized
    assert (one.public.put, one.public.raises, one.public.aggressor) == ((0, 3), 0, B)
    assert sum(one.public.stacks) + sum(one.public.staked) == 100, "no chip is lost on the way"


def test_who_checked_and_called_then_has_done_both() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("k o3 c")
    assert session.public.phase is Phase.DRAW
    assert said(session.public, B) == [(0, Check()), (3, Call())]
    assert said(session.public, A) == [(0, Open(3))]


def test_bets_of_the_first_round_are_found_in_the_stakes_later() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("k o3 c").stand_pat().bet("o2")
    found = [
        (one.public.round, one.public.level, one.bet) for one in first_round(session.public, B)
    ]
    assert found == [(1, 0, Check()), (1, 3, Call())]
    assert said(session.public, A) == [(0, Open(2))]


def test_many_chips_tell_of_a_better_hand_than_few() -> None:
    few, many = (
        told(Session(2).deal(*JUNK[:2]).bet(f"o{chips}").public, B).dealt[True] for chips in (1, 5)
    )
    assert mean_part(many) > mean_part(few) + 0.1
    assert min(many) > 0, "anybody may bluff"


def mean_part(curve: Sequence[float]) -> float:
    """The share of hands that a hand beats that is played so, the mean."""
    return sum(part * often for part, often in enumerate(curve)) / sum(curve) / PARTS


def test_the_bets_of_steady_players_fit_their_hands() -> None:
    """Thirty hands of three, with every bet of a match: what a bet tells is mostly true."""
    fits: list[float] = []
    seen: set[tuple[int, int]] = set()

    def watch(state: ScrokerState) -> None:
        public = state.public
        if public.phase not in (Phase.BET, Phase.DRAW) or (public.hand, public.questions) in seen:
            return
        seen.add((public.hand, public.questions))
        for seat in live(public):
            hand = state.private[seat]
            keys = draw_keys(public.named, "wide", None, 0, public.drawn[seat])
            cards = hand.cards + shared(public, seat)
            key = best_key(cards, hand_rules(public.named), lexicon("wide"))
            curves = told(public, seat)
            curve = (curves.now if public.round > 1 else curves.dealt)[True]
            if min(curve) < max(curve):
                fits.append(at(curve, share_beaten(keys, key)) / mean(curve))

    def playing(game: AnyGame, view: ScrokerView, moves: Sequence[Any], chance: Chance) -> Any:
        return steady(game, view, moves, chance)

    arena.play_match(
        GAME,
        [playing] * 3,
        Options(hands=30),
        random.Random(5),
        [random.Random(seat) for seat in range(3)],
        (),
        watch,
    )
    assert len(fits) > 100
    assert mean(fits) > 1.3
