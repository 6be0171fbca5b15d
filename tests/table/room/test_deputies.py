"""A deputy keeps the evening going while the host is away, and changes nothing that outlives it."""

from typing import Any

import pytest

from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Bye
from tests.table.changed_accounts import erase
from tests.table.fakes import person_id, settle
from tests.table.table_server import Guest, TableServer, table_server

ANN, BOB, CAT = map(person_id, ("Ann", "Bob", "Cat"))
LASTING: list[tuple[type[AnyCommand], dict[str, Any]]] = [
    (say.Ban, {"person": CAT}),
    (say.Unban, {"person": CAT}),
    (say.SetOptions, {"options": {"deals": 9}}),
    (say.SetGame, {"game": "high-card"}),
    (say.SetRoom, {"clock": ClockLevel.BRISK}),
    (say.SetRoom, {"listed": True}),
    (say.RenewInvite, {"what": "link"}),
    (say.RenewInvite, {"what": "code"}),
]


async def with_deputy(server: TableServer) -> tuple[Guest, Guest]:
    """Ann's room without Ann; Bob stands in for her, and Cat sits there too."""
    ann = await server.room()
    bob, cat = await server.come("Bob"), await server.come("Cat")
    await ann.leave()
    await server.pass_by(61, bob, cat)
    assert (bob.room.host, bob.room.host_away) == (BOB, ANN)
    return bob, cat


@pytest.mark.parametrize(("kind", "fields"), LASTING)
async def test_a_deputy_is_refused_what_outlives_the_evening(
    kind: type[AnyCommand], fields: dict[str, Any]
) -> None:
    async with table_server() as server:
        bob, _ = await with_deputy(server)
        before = server.store.rooms[server.id]
        assert (await bob.refused(kind, **fields)).code == "not-host"
        assert server.store.rooms[server.id] == before


async def test_a_deputy_starts_pauses_stops_adds_and_removes_bots_and_kicks() -> None:
    async with table_server() as server:
        bob, cat = await with_deputy(server)
        await bob.do(say.AddBot, strength="steady")
        await bob.do(say.RemoveBot, seat=3)
        await cat.do(say.Ready, ready=True)
        await bob.do(say.Start)
        await bob.do(say.Pause)
        await bob.do(say.Resume)
        await bob.do(say.Kick, person=CAT)
        assert cat.last(Bye).code == "kicked"
        await bob.do(say.StopMatch)


async def test_nobody_sends_the_first_host_away_nor_the_host_who_is_away() -> None:
    async with table_server() as server:
        bob, _ = await with_deputy(server)
        assert (await bob.refused(say.Kick, person=ANN)).code == "not-now"
        ann = await server.connect("Ann")
        await ann.do(say.MakeHost, person=BOB)
        assert bob.room.host_away is None, "who is named has the whole role"
        for kind in (say.Kick, say.Ban):
            assert (await bob.refused(kind, person=ANN)).code == "not-now"
        await bob.do(say.SetRoom, clock=ClockLevel.SOFT)
        await ann.do(say.MakeHost, person=ANN)
        assert bob.room.host == ANN


async def test_a_host_who_was_named_comes_back_to_the_role_as_well() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat = await server.come("Bob"), await server.come("Cat")
        await ann.do(say.MakeHost, person=BOB)
        await bob.leave()
        await ann.leave()
        await server.pass_by(61, cat)
        assert (cat.room.host, cat.room.host_away) == (CAT, BOB)
        assert (await cat.refused(say.Kick, person=BOB)).code == "not-now"
        await server.connect("Bob")
        assert (cat.room.host, cat.room.host_away) == (BOB, None)


async def test_the_first_host_is_nobodys_deputy() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await ann.do(say.MakeHost, person=BOB)
        await bob.leave()
        await server.pass_by(61, ann)
        assert (ann.room.host, ann.room.host_away) == (ANN, None)
        await ann.do(say.SetRoom, listed=True)


async def test_a_deputy_who_falls_silent_has_one_too_and_may_name_another() -> None:
    async with table_server() as server:
        bob, cat = await with_deputy(server)
        await bob.do(say.MakeHost, person=CAT)
        assert (cat.room.host, cat.room.host_away) == (CAT, ANN)
        assert (await cat.refused(say.SetRoom, listed=True)).code == "not-host"
        await cat.leave()
        await server.pass_by(61, bob)
        assert (bob.room.host, bob.room.host_away) == (BOB, ANN)


async def test_if_the_host_who_is_away_is_removed_the_deputy_is_host() -> None:
    async with table_server() as server:
        bob, _ = await with_deputy(server)
        await erase(server, ANN)
        await settle()
        assert (bob.room.host, bob.room.host_away) == (BOB, None)
        await bob.do(say.SetRoom, listed=True)


async def test_a_connection_of_the_host_that_stays_silent_gives_no_role_back() -> None:
    async with table_server() as server:
        await server.room()
        bob = await server.come("Bob")
        await server.pass_by(200, bob)
        assert (bob.room.host, bob.room.host_away) == (BOB, ANN)
        assert sum("stands in" in line for line in bob.chat) == 1


async def test_a_restart_changes_nothing_about_a_deputy() -> None:
    async with table_server() as server:
        await with_deputy(server)
        await server.restart()
        bob = await server.connect("Bob")
        assert (bob.room.host, bob.room.host_away) == (BOB, ANN)
        await server.connect("Ann")
        assert (bob.room.host, bob.room.host_away) == (ANN, None), "who has come, not who may come"
