"""The list of live tables: administrators see who is there, and nothing of what is played."""

from datetime import timedelta

from app.rules.game import Seat
from app.table.lobby.quarantine import MAX_CRASHES, QUARANTINE
from app.table.lobby.table_admin import LiveTable
from app.table.model import client_messages as say
from app.table.model.room import RoomId
from tests.table import high_card
from tests.table.fakes import START, person_id
from tests.table.table_server import TableServer, table_server


class Cracked(high_card.HighCard):
    """Breaks whenever somebody crows."""

    def _crowed(self, state: high_card.Table, seat: Seat, loud: bool) -> high_card.Table:
        raise KeyError("the seven of hearts")


async def break_repeatedly(server: TableServer) -> None:
    """Two people play until the table has crashed so often that it is quarantined."""
    ann, bob = await server.match("Ann", "Bob")
    await ann.choose()
    await bob.choose()
    for number in range(MAX_CRASHES):
        bob = await server.connect("Bob")
        await bob.send(
            say.Play(f"boom-{number}", key="crow.1", move={"type": "crow", "loud": True})
        )


async def listed(server: TableServer, room: RoomId | None = None) -> LiveTable:
    """The row of that room, or of the server's last one."""
    found = await server.lobby.admin.live_tables()
    return next(table for table in found.tables if table.room == (room or server.id))


async def test_an_open_table_is_listed_with_its_people_bots_and_stage() -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        await server.clock.pass_by(30)
        await server.come("Bob")
        await server.come("Cat", sit=False)
        await ann.do(say.AddBot, strength="casual")
        table = await listed(server)
        assert (table.code, table.game, table.stage) == ("BRAVO", "high-card", "gathering")
        assert [(one.id, one.name) for one in table.people] == [
            (person_id("Ann"), "Ann"),
            (person_id("Bob"), "Bob"),
        ]
        assert table.has_person(person_id("Bob"))
        assert not table.has_person(person_id("Cat")), "a spectator has no seat"
        assert (table.bots, table.opened_at, table.match) == (1, START, None)
        assert table.quarantined_until is None


async def test_a_match_is_listed_while_it_runs_or_rests() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        table = await listed(server)
        assert (table.stage, table.match) == ("playing", server.match_id)
        await server.come("Cat")
        assert [one.name for one in (await listed(server)).people] == ["Ann", "Bob", "Cat"], (
            "somebody who gets a seat at the next deal is at the table"
        )
        await ann.do(say.Pause)
        assert (await listed(server)).stage == "paused"
        await ann.do(say.Resume)
        await ann.do(say.StopMatch)
        table = await listed(server)
        assert (table.stage, table.match) == ("gathering", None), "a match that is over is not live"


async def test_a_secret_answer_changes_nothing_in_the_list() -> None:
    """Issue 13: nothing about hands or hidden questions, no counts from which secrets follow."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        before = await server.lobby.admin.live_tables()
        await ann.choose()
        assert ann.chosen() is not None
        assert await server.lobby.admin.live_tables() == before


async def test_a_room_with_a_running_match_is_listed_before_anybody_comes_back() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        match = server.match_id
        await server.restart()
        table = await listed(server)
        assert (table.match, table.opened_at, table.stage) == (match, None, "playing")
        assert [one.name for one in table.people] == ["Ann", "Bob"]
        await server.clock.pass_by(5)
        await server.connect("Ann")
        found = await server.lobby.admin.live_tables()
        assert [one.opened_at for one in found.tables] == [START + timedelta(seconds=5)]


async def test_a_quarantined_table_is_listed_first_until_it_is_released() -> None:
    async with table_server(games=(Cracked(),)) as server:
        await break_repeatedly(server)
        broken = server.id
        await server.room("Cat")
        first, second = (await server.lobby.admin.live_tables()).tables
        assert (first.room, first.opened_at) == (broken, None)
        assert first.quarantined_until == server.clock.now() + timedelta(seconds=QUARANTINE)
        assert [one.name for one in first.people] == ["Ann", "Bob"]
        assert second.quarantined_until is None
        server.lobby.quarantine.release(broken)
        found = await server.lobby.admin.live_tables()
        assert all(table.quarantined_until is None for table in found.tables)


async def test_a_quarantined_room_that_cannot_be_read_hides_no_other_table() -> None:
    """A newer version of the server may have saved it meanwhile."""
    async with table_server(games=(Cracked(),)) as server:
        await break_repeatedly(server)
        server.store.unreadable.add(server.id)
        await server.room("Cat")
        found = await server.lobby.admin.live_tables()
        assert "Cat" in [one.name for table in found.tables for one in table.people]


async def test_tables_are_found_by_the_beginning_of_their_code_and_in_parts() -> None:
    async with table_server() as server:
        for name in ("Ann", "Bob", "Cat"):
            await server.room(name)
        everything = await server.lobby.admin.live_tables()
        assert [table.code for table in everything.tables] == ["BRAVO", "CHARM", "DELTA"]
        found = await server.lobby.admin.live_tables(code="CH")
        assert [table.code for table in found.tables] == ["CHARM"]
        assert found.total == 1
        part = await server.lobby.admin.live_tables(skip=1, most=1)
        assert [table.code for table in part.tables] == ["CHARM"]
        assert part.total == 3
        assert (await server.lobby.admin.live_tables(skip=3)).tables == ()
