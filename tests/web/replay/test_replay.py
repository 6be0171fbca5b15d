"""Replaying stored matches, without a server."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.bots.move_choice import choose
from app.games import GAMES
from app.rules.game import AnyGame, Seat, view
from app.rules.play import prompts
from app.rules.replay import Entry, Played, Setup, Shuffled, step
from app.table.model.records import LoggedEntry, Place
from app.table.model.room import PersonId
from app.web.replay.replay import Replay


def written(
    game: AnyGame, entries: int, seed: int = 1
) -> tuple[Setup, tuple[Place, ...], list[LoggedEntry]]:
    """The first entries of a match among bots."""
    chance = random.Random(seed)
    setup = Setup(game.seats[0], game.options())
    state = game.setup(setup.seats, setup.options, setup.ranked)
    lines: list[LoggedEntry] = []
    began = datetime(2026, 1, 1, tzinfo=UTC)
    while len(lines) < entries and game.outcome(state.public) is None:
        entry: Entry
        if count := game.pending_shuffle_size(state):
            order = list(range(count))
            chance.shuffle(order)
            entry = Shuffled(tuple(order))
        else:
            seat, prompt = next(iter(prompts(game, state).items()))
            seen = view(state, seat)
            entry = Played(
                seat, prompt.key, choose("casual", game, seen, list(game.legal_moves(seen)), chance)
            )
        state = step(game, state, entry)
        lines.append(LoggedEntry(entry, began + timedelta(seconds=len(lines)), None))
    places = tuple(
        Place(Seat(seat), PersonId(f"p{seat}"), None, f"Name {seat}") for seat in range(setup.seats)
    )
    return setup, places, lines


def replayed(
    game: AnyGame, setup: Setup, places: tuple[Place, ...], lines: list[LoggedEntry]
) -> Replay:
    replay = Replay(game, setup, places, game.setup(setup.seats, setup.options, setup.ranked))
    replay.extend(places, lines)
    return replay


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_match_that_grows_is_replayed_from_where_it_was(game: AnyGame) -> None:
    setup, places, lines = written(game, 60)
    replay = replayed(game, setup, places, lines[:20])
    kept = list(replay.states)
    replay.extend(places, lines)
    assert all(now is then for now, then in zip(replay.states, kept, strict=False))
    assert len(replay.states) == len(lines)
    seats = tuple(map(Seat, range(setup.seats)))
    assert replayed(game, setup, places, lines).steps(0, 200, seats) == replay.steps(0, 200, seats)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_of_a_running_match_a_seat_gets_only_moments_at_which_it_saw_something(
    game: AnyGame,
) -> None:
    setup, places, lines = written(game, 80)
    replay = replayed(game, setup, places, lines)
    seats: list[Seat | None] = [None, *map(Seat, range(setup.seats))]
    for seat in seats:
        total, steps = replay.steps_seen_by(0, 200, seat)
        assert total == len(steps) <= len(lines)
        before: Any = None
        for number, shown in enumerate(steps):
            assert shown["ply"] == number
            now = (shown["public"], shown["private"])
            assert shown["events"] or now != before
            before = now
            assert set(shown["private"]) == (set() if seat is None else {str(seat)})
            assert shown["entry"] == {"type": "unseen"} or shown["entry"]["seat"] == seat
