"""The search: it finds good moves from the view alone, and treats hidden cards as hidden."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from app.bots import arena, search
from app.games import GAMES
from app.rules.comparison import Comparison
from app.rules.game import (
    AnyGame,
    AnyState,
    AnyView,
    Chance,
    Game,
    Outcome,
    Seat,
    Standing,
    State,
    view,
)
from app.rules.play import prompts, take_up_to
from tests.bots.hide_and_seek import GAME as HIDE_AND_SEEK
from tests.bots.hide_and_seek import Hide, HideAndSeek, HidingOptions, Move, Settle
from tests.table.high_card import GAME as HIGH_CARD
from tests.table.high_card import Choose, HighCardOptions, Private, Public

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
ANYWHERE = search.SearchConfig(tree_depth=2, tree_width=3)


def chosen(
    game: AnyGame, state: AnyState, seat: int = 0, playouts: int = 200, seed: int = 1
) -> Any:
    seen = view(state, Seat(seat))
    return search.choose(
        game,
        seen,
        list(game.legal_moves(seen)),
        random.Random(seed),
        search.playout_limit(playouts),
    )


def dealt(*hands: tuple[int, ...]) -> State[Public, Private, None]:
    """High Card with these hands, one deal left."""
    everybody = tuple(map(Seat, range(len(hands))))
    public = Public(HighCardOptions(deals=1), everybody, (0,) * len(hands), deal=1, phase="choose")
    return State(public, tuple(map(Private, hands)), None)


@pytest.mark.parametrize("hand", [(0, 2, 5), (1, 2, 4), (0, 1, 3)])
def test_the_highest_card_is_found_where_every_move_has_the_same_score(
    hand: tuple[int, ...],
) -> None:
    others = tuple(card for card in range(6) if card not in hand)
    state = dealt(hand, others)
    assert len(set(HIGH_CARD.score_moves(view(state, Seat(0)), list(map(Choose, hand))))) == 1
    assert chosen(HIGH_CARD, state) == Choose(hand[-1])


def test_a_card_that_is_hidden_from_them_does_not_lie_open_to_the_others() -> None:
    """A blind guess is right half of the time.

    If guessers peeked, the hider would rather settle.
    """
    state = HIDE_AND_SEEK.setup(2, HidingOptions(price=9), False)
    assert {type(chosen(HIDE_AND_SEEK, state, seed=seed, playouts=400)) for seed in range(6)} == {
        Hide
    }


def test_a_sure_thing_is_taken() -> None:
    state = HIDE_AND_SEEK.setup(2, HidingOptions(price=0), False)
    assert {chosen(HIDE_AND_SEEK, state, seed=seed) for seed in range(6)} == {Settle()}


def test_one_move_needs_no_thought() -> None:
    state = dealt((4,), (5,))

    def never() -> bool:
        raise AssertionError("nothing is searched")

    assert search.choose(
        HIGH_CARD, view(state, Seat(0)), [Choose(4)], random.Random(1), never
    ) == Choose(4)


def test_without_any_time_the_best_score_is_taken() -> None:
    state = dealt((0, 2, 5), (1, 3, 4))

    class Weighed(type(HIGH_CARD)):  # type: ignore[misc]
        def score_moves(self, view: Any, moves: Sequence[Choose]) -> list[float]:
            return [-abs(move.card - 2) for move in moves]

    game = Weighed()
    assert search.choose(
        game, view(state, Seat(0)), list(map(Choose, (0, 2, 5))), random.Random(1), lambda: False
    ) == Choose(2)


def test_it_stops_when_it_is_told_to() -> None:
    state, asked = dealt((0, 2, 5), (1, 3, 4)), 0

    def twice() -> bool:
        nonlocal asked
        asked += 1
        return asked <= 2

    search.choose(
        HIGH_CARD, view(state, Seat(0)), list(map(Choose, (0, 2, 5))), random.Random(1), twice
    )
    assert asked == 3


def test_what_was_compared_is_told_for_the_same_imagined_deals() -> None:
    """Issue 38: a hint counts in how many of them nothing else came out better."""
    state = dealt((0, 2, 5), (1, 3, 4))
    found = search.compare(
        HIGH_CARD,
        view(state, Seat(0)),
        list(map(Choose, (0, 2, 5))),
        random.Random(1),
        search.playout_limit(3 * 40 + 2),
        search.EVEN_CONFIG,
    )
    assert found.move == Choose(5)
    assert [len(paid) for paid in found.payoffs] == [40, 40, 40]
    assert (found.deals, found.unbeaten, found.tells_apart) == (40, 40, True)


def test_no_deal_is_counted_that_one_candidate_did_not_play() -> None:
    found = Comparison(("a", "b"), 0, ((1.0, 0.0, 0.5, 1.0), (0.0, 1.0, 0.5)))
    assert (found.deals, found.unbeaten, found.tells_apart) == (3, 2, True)
    assert not Comparison(("a", "b"), 0, ((0.5,), (0.5,))).tells_apart


def test_an_estimate_replaces_the_rest_of_a_playout() -> None:
    class Promising(type(HIDE_AND_SEEK)):  # type: ignore[misc]
        def evaluate(self, world: AnyState) -> list[float]:
            return [0.9, 0.1] if world.public.phase == "guess" else [0.2, 0.8]

    game, plan = Promising(), search.SearchConfig(search_depth=0)
    seen = view(game.setup(2, HidingOptions(price=0), False), Seat(0))
    move = search.choose(
        game, seen, list(game.legal_moves(seen)), random.Random(1), search.playout_limit(60), plan
    )
    assert isinstance(move, Hide), "although settling would win for sure"


@every_game
def test_it_takes_legal_moves_and_the_same_ones_again(game: AnyGame) -> None:
    chance = random.Random(4)
    state = game.setup(game.seats[0], game.options(), True)
    for number in range(40):
        if game.outcome(state.public) is not None:
            break
        awaited = game.pending_shuffle_size(state)
        if awaited:
            state = game.apply_shuffle(state, chance.sample(range(awaited), awaited))
            continue
        seat = chance.choice(list(prompts(game, state)))
        seen = view(state, seat)
        moves = list(game.legal_moves(seen))
        move = search.choose(
            game, seen, moves, random.Random(number), search.playout_limit(4), ANYWHERE
        )
        assert move in moves
        assert (
            search.choose(
                game, seen, moves, random.Random(number), search.playout_limit(4), ANYWHERE
            )
            == move
        )
        elsewhere = view(game.resample(seen, chance), seat)
        assert (
            search.choose(
                game, elsewhere, moves, random.Random(number), search.playout_limit(4), ANYWHERE
            )
            == move
        )
        state = game.apply(state, seat, move)


@every_game
def test_a_search_without_any_time_plays_the_heuristics_move(game: AnyGame) -> None:
    """Issue 38: the same when a worker answers too late."""
    chance = random.Random(5)
    state = game.setup(game.seats[0], game.options(), True)
    chosen_from = 0
    while chosen_from < 25 and game.outcome(state.public) is None:
        awaited = game.pending_shuffle_size(state)
        if awaited:
            state = game.apply_shuffle(state, chance.sample(range(awaited), awaited))
            continue
        seat = chance.choice(list(prompts(game, state)))
        seen = view(state, seat)
        moves, _ = take_up_to(game.legal_moves(seen), search.MAX_MOVES)
        scores = game.score_moves(seen, moves)
        move = search.choose(game, seen, moves, random.Random(chosen_from), lambda: False)
        assert scores[moves.index(move)] == max(scores)
        chosen_from += min(scores) < max(scores)
        state = game.apply(state, seat, chance.choice(moves))
    assert chosen_from


@every_game
def test_an_estimate_lies_between_the_best_and_the_worst_result(game: AnyGame) -> None:
    """An estimate adds up to what ranks pay, where they pay: a search compares the two."""
    chance = random.Random(8)
    state = game.setup(game.seats[0], game.options(), True)
    while game.outcome(state.public) is None:
        estimate = game.evaluate(state)
        if estimate is not None:
            assert len(estimate) == len(state.private)
            assert all(0 <= share <= 1 for share in estimate)
            if type(game).payoff is Game.payoff:
                assert sum(estimate) == pytest.approx(len(estimate) / 2)
        awaited = game.pending_shuffle_size(state)
        if awaited:
            state = game.apply_shuffle(state, chance.sample(range(awaited), awaited))
            continue
        seat = chance.choice(list(prompts(game, state)))
        moves, _ = take_up_to(game.legal_moves(view(state, seat)), search.MAX_MOVES)
        state = game.apply(state, seat, chance.choice(moves))


def test_the_best_is_paid_one_and_the_worst_nothing() -> None:
    standings = [Standing(1, Seat(seat), rank, 0) for seat, rank in ((2, 1), (0, 2), (1, 3))]
    assert search.payoffs_from_standings(standings, 3) == [0.5, 0.0, 1.0]
    partners = [Standing(1, Seat(seat), rank, 0) for seat, rank in ((0, 1), (1, 2), (2, 1), (3, 2))]
    assert search.payoffs_from_standings(partners, 4) == [1.0, 0.0, 1.0, 0.0]
    assert search.payoffs_from_outcome(Outcome(((Seat(1),), (Seat(0),)), (0, 0), "over"), 2) == [
        0.0,
        1.0,
    ]
    assert search.payoffs_from_outcome(Outcome(((Seat(1), Seat(0)),), (0, 0), "over"), 2) == [
        0.5,
        0.5,
    ]


def test_a_configuration_is_a_value() -> None:
    assert msgspec.structs.replace(search.DEFAULT_CONFIG, tree_depth=0).tree_depth == 0


class Settled(HideAndSeek):
    """The same with bots that never think of hiding anything."""

    def candidate_moves(self, view: AnyView) -> Iterator[Move]:
        return (move for move in self.legal_moves(view) if not isinstance(move, Hide))


def test_bots_choose_among_what_their_game_has_them_consider() -> None:
    offered: list[Any] = []

    def first(game: AnyGame, view: AnyView, moves: Sequence[Any], chance: Chance) -> Any:
        offered.extend(moves)
        return moves[0]

    arena.play_match(
        Settled(),
        [first, first],
        HidingOptions(),
        random.Random(1),
        [random.Random(2), random.Random(3)],
    )
    assert offered == [Settle()]
