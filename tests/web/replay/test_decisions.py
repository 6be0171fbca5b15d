"""The decisions of a look back: by what the seat saw, in words, with its step of the replay."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
import pytest

from app.bots.look_back.trials import Payoffs, try_moves
from app.games import GAMES
from app.rules.codec import read_move, read_view, to_json
from app.rules.game import AnyGame, Seat, view
from app.rules.replay import Entry, Played
from app.table.model.records import LoggedEntry, Place
from app.web.replay.decisions import DecisionShown, decisions
from app.web.replay.look_backs import read_answers
from app.web.replay.replay import Replay
from tests.games.kit.adapter import adapter
from tests.games.kit.match_record import Broken, Record, viewers
from tests.games.kit.noninterference_history import history_of
from tests.games.kit.random_matches import NAMES, random_match
from tests.web.replay.test_replay import replayed, written

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def answered(entries: Sequence[Entry], seat: int) -> set[int]:
    return {
        ply for ply, entry in enumerate(entries) if isinstance(entry, Played) and entry.seat == seat
    }


def own_plies(replay: Replay) -> list[int]:
    return sorted(answered([line.entry for line in replay.entries], 0))


@every_game
def test_each_decision_is_what_a_bot_would_have_seen_there(game: AnyGame) -> None:
    setup, places, lines = written(game, 60)
    replay = replayed(game, setup, places, lines)
    plies = own_plies(replay)
    told = read_answers(list(decisions(replay, Seat(0), plies, every_step=True)))
    assert len(told) == len(plies)
    for ply, one in zip(plies, told, strict=True):
        entry = replay.entries[ply].entry
        assert isinstance(entry, Played)
        assert one.step == ply - 1
        assert read_view(game, msgspec.json.decode(one.view)) == view(
            replay.states[ply - 1], Seat(0)
        )
        assert read_move(game, msgspec.json.decode(one.moves[0])) == entry.move
        assert len(set(one.texts)) == len(one.texts) == len(one.moves)
        assert all(text[0].isupper() and len(text) < 90 for text in one.texts), one.texts
        assert one.usual < len(one.moves)


@every_game
def test_steps_count_what_the_seat_saw_where_others_cards_stay_secret(game: AnyGame) -> None:
    setup, places, lines = written(game, 60)
    replay = replayed(game, setup, places, lines)
    plies = own_plies(replay)
    _, seen = replay.steps_seen_by(0, 200, Seat(0))
    for one in read_answers(list(decisions(replay, Seat(0), plies, every_step=False))):
        shown = msgspec.json.decode(one.view)
        assert seen[one.step]["private"]["0"] == to_json(
            game.shown_private(read_view(game, shown).private)
        )


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_two_matches_that_differ_in_what_the_seat_did_not_see_give_the_same_answers(
    game: AnyGame, seed: int
) -> None:
    """The twin has other hands, and a history in which this seat saw the same."""
    rules = adapter(game)
    record, chance = random_match(rules, seed, 60), random.Random(seed)
    compared = 0
    for _ in range(12):
        part = record.until(chance.randrange(len(record.states)))
        truth = part.deal(rules.deck)
        seats = [seat for seat in viewers(part.now) if seat is not None]
        seat = chance.choice(seats)
        if truth is None or seat >= len(truth.states[0].private):
            continue
        try:
            twin = history_of(rules, truth, game.resample(view(part.now, seat), chance), seat)
        except Broken:
            continue
        # the kit may write down an answer that time gave as one that the seat gave
        both = sorted(answered(truth.entries, seat) & answered(twin.entries, seat))
        one, other = (told(game, match, seat, both) for match in (truth, twin))
        assert one == other
        compared += len(one)
        for first, second in list(zip(one, other, strict=True))[-1:]:
            assert tried(game, first) == tried(game, second)
    assert compared or seed, "the first match has decisions to compare"


def told(game: AnyGame, record: Record, seat: Seat, plies: list[int]) -> list[DecisionShown]:
    """The seat's decisions, with the steps of what it saw."""
    names = tuple(Place(Seat(number), None, "steady", f"N{number}") for number in range(len(NAMES)))
    entries = [LoggedEntry(entry, BEGAN, None) for entry in record.entries]
    replay = Replay(game, record.setup, names, record.states[0], entries, record.states[1:])
    return read_answers(list(decisions(replay, seat, plies, every_step=False)))


def tried(game: AnyGame, one: DecisionShown) -> list[Payoffs]:
    seen = read_view(game, msgspec.json.decode(one.view))
    moves = [read_move(game, msgspec.json.decode(move)) for move in one.moves]
    return try_moves(game, seen, moves, random.Random(5), 3, lambda: True)
