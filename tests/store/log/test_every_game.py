"""Whole matches of every game on the shelf, through the log and back."""

import random

import msgspec
import pytest

from app.games import GAMES
from app.rules.game import AnyGame, Outcome, view
from app.rules.play import prompts, take_up_to
from app.rules.replay import Entry, Expired, Played, Setup, Shuffled, replay
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import records, summaries
from app.store.matches.records import recomputed_standings, stored_standings
from app.store.matches.rows import MatchState
from app.store.results.profiles import game_records
from tests.store.conftest import Guest, Playing, a_room

LONGEST = 4000  # entries


def next_entry(playing: Playing, chance: random.Random) -> Entry:
    """The next entry when chance plays: now and then time runs out instead."""
    game, state = playing.game, playing.state
    n = game.pending_shuffle_size(state)
    if n:
        return Shuffled(tuple(chance.sample(range(n), n)))
    asked = prompts(game, state)
    seat = chance.choice(sorted(asked))
    if chance.random() < 0.02:
        return Expired(asked[seat].key)
    moves, _ = take_up_to(game.legal_moves(view(state, seat)), 40)
    return Played(seat, asked[seat].key, chance.choice(moves))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_a_whole_match_is_read_back_as_it_was_played_and_its_results_follow_from_its_entries(
    database: Database, log: PostgresMoveLog, guest: Guest, game: AnyGame
) -> None:
    chance = random.Random(7)
    ada, bob = await guest("Ada"), await guest("Bob")
    room = a_room(ada, bob, bots=game.seats[0] - 2, match=new_id())
    playing = Playing(log, room, Setup(game.seats[0], game.options()), game)
    await playing.begin()
    while game.outcome(playing.state.public) is None:
        assert playing.ply < LONGEST, "a match by default options ends some time"
        await playing.append(next_entry(playing, chance), new_id())

    record = await log.claim(playing.match, game)
    states = list(replay(game, record.setup, (written.entry for written in record.entries)))
    assert states[-1] == playing.state
    async with database.sessions() as db:
        assert await records.read(db, playing.match, {game.slug: game}) == msgspec.structs.replace(
            record, last_hash=None
        )
        assert record.last_hash == playing.last_hash
        standings = await stored_standings(db, playing.match)
        match = await summaries.of_match(db, playing.match)
        (mine,) = await game_records(db, ada.id)
    assert standings
    assert standings == recomputed_standings(game, record)
    outcome = game.outcome(playing.state.public)
    assert match is not None
    assert match.state is MatchState.FINISHED
    assert outcome is not None
    assert msgspec.convert(match.outcome, Outcome) == outcome
    assert [place.points for place in match.places] == list(outcome.points)
    assert mine.salary == sum(standing.points for standing in standings if standing.seat == 0)
    assert mine.deals == match.deals == max(standing.deal for standing in standings)
    assert mine.rating is not None
