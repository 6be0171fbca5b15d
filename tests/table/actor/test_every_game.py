"""Every game is played at a table from the first deal to the outcome, by people and bots."""

import random
from typing import Any

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from app.rules.replay import replay
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Done
from tests.table.table_server import Guest, TableServer, command_id, table_server


async def answer(server: TableServer, guest: Guest, chance: random.Random) -> bool:
    """Answers what is asked by one of the moves that the frame offers; whether anything was.

    A covered answer waits for its moment.
    """
    frame = guest.frame
    if frame.prompt is None:
        return False
    command = say.Play(command_id(), key=frame.prompt.key, move=chance.choice(frame.moves))
    if await guest.send(command) is None:
        await server.pass_by(6.0, guest)
    assert guest.last(Done).id == command.id
    return True


async def play_to_the_end(
    server: TableServer, names: tuple[str, ...], chance: random.Random, killed_at: int
) -> list[Guest]:
    """Everybody answers at once, bots take their time; once, the process is killed in between."""
    guests = [await server.connect(name) for name in names]
    for turn in range(20_000):
        if guests[0].frame.outcome is not None:
            return guests
        if turn == killed_at:
            views = [guest.frame.view for guest in guests]
            await server.restart()
            guests = [await server.connect(name) for name in names]
            assert [guest.frame.view for guest in guests] == views
        asked = [await answer(server, guest, chance) for guest in guests]
        if not any(asked):
            await server.pass_by(1.5, *guests)
    raise AssertionError("the match does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_a_whole_match_is_played_and_the_log_alone_tells_it_again(game: AnyGame) -> None:
    chance = random.Random(7)
    async with table_server(games=(game,)) as server:
        server.dealer.shuffle = chance.shuffle
        ann = await server.room("Ann", game.slug)
        bob = await server.come("Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.RELAXED)
        while len(ann.room.seats) < game.seats[:2][-1]:  # the second fewest, where there is one
            await ann.do(say.AddBot, strength="casual")
        await server.start(ann, bob)
        ann, bob = await play_to_the_end(server, ("Ann", "Bob"), chance, killed_at=40)
        stored = server.store.matches[server.match_id]
        assert stored.state == "finished"
        *_, last = replay(game, stored.setup, [line.entry for line in stored.lines])
        outcome: Any = game.outcome(last.public)
        assert ann.frame.outcome["ranking"] == outcome.ranking
        assert bob.room.stage == "gathering"
        earned = [standing for line in stored.lines for standing in line.standings]
        deals = {standing.deal for standing in earned}
        assert deals == set(range(1, len(deals) + 1))
        for seat, points in enumerate(outcome.points):
            assert sum(standing.points for standing in earned if standing.seat == seat) == points
        await server.start(ann, bob)
        assert server.store.matches[server.match_id].setup.ranked
