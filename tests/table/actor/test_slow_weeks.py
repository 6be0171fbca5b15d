"""A slow match over three weeks: it sleeps between moves, and the server restarts in each week."""

import pytest

from app.table.model.room import ClockLevel
from app.table.room import slow
from tests.table.fakes import person_id
from tests.table.slow_match import HOUR, begin_slowly, is_asleep, leave_alone, look
from tests.table.table_server import Guest, TableServer, table_server

pytestmark = pytest.mark.anyio

NAMES = ("Odette", "Percy")
DAY = 24 * HOUR
DEALS = 26


async def answer(server: TableServer, name: str) -> Guest:
    """That person opens the table, answers what is asked, and goes."""
    guest = await server.connect(name)
    prompt = guest.frame.prompt
    if prompt is not None and prompt.kind == "choose":
        await guest.choose()
    elif prompt is not None:
        await guest.crow()
    await leave_alone(server, guest)
    return guest


def awaited(server: TableServer) -> set[str]:
    people = slow.awaited_people(server.store.rooms[server.id])
    return {name for name in NAMES if person_id(name) in people}


async def test_a_slow_match_of_three_weeks_survives_a_restart_in_each_of_them() -> None:
    async with table_server() as server:
        first, second = await begin_slowly(server, ClockLevel.DAY, deals=DEALS)
        await leave_alone(server, first, second)
        match, began, restarts, woken = server.match_id, server.clock.seconds, 0, 0
        away = (8 * DAY, 10.5 * DAY)
        # Percy is away in the second week, longer than a decision may take
        while server.store.matches[match].state == "running":
            passed = server.clock.seconds - began
            assert passed < 40 * DAY, "the match does not end"
            assert is_asleep(server), "nobody is there, so the table sleeps"
            if passed > (restarts * 7 + 3) * DAY and restarts < 3:
                before = server.store.rooms[server.id].slow
                await server.restart(clean=restarts % 2 == 0)
                assert server.store.rooms[server.id].slow == before, "no deadline has changed"
                restarts += 1
            for name in sorted(awaited(server)):
                if name != "Percy" or not away[0] < passed < away[1]:
                    await answer(server, name)
                    break
            for _ in range(28):
                await server.clock.pass_by(HOUR / 4)
                before_look = len(server.store.matches[match].lines)
                await look(server)
                woken += len(server.store.matches[match].lines) > before_look
                await server.clock.pass_by(120)
        assert server.clock.seconds - began > 18 * DAY
        assert restarts == 3
        assert woken, "time ran out while nobody was there, and the table woke by itself"
        kinds = server.entries
        assert kinds.count("shuffled") == DEALS
        assert 0 < kinds.count("expired") < 12
        assert server.store.rooms[server.id].slow is None
        server.check_replay()
