"""Crashing tables: others are untouched, and a table that crashes repeatedly is paused."""

import pytest
from structlog.testing import capture_logs

from app.rules.game import Seat
from app.table.lobby.quarantine import MAX_CRASHES
from app.table.model import client_messages as say
from app.table.model.errors import Busy, SetAside
from app.table.model.room import Person
from app.table.model.server_messages import Bye, Refused
from tests.table import high_card
from tests.table.fakes import person_id
from tests.table.table_server import TableServer, table_server


class Cracked(high_card.HighCard):
    """Breaks whenever somebody crows loudly."""

    def _crowed(self, state: high_card.Table, seat: Seat, loud: bool) -> high_card.Table:
        if loud:
            raise KeyError("the seven of hearts")
        return super()._crowed(state, seat, loud)


async def break_it(server: TableServer, command_id: str) -> None:
    ann, bob = await server.connect("Ann"), await server.connect("Bob")
    assert (
        await bob.send(say.Play(command_id, key="crow.1", move={"type": "crow", "loud": True}))
        is None
    )
    for guest in (ann, bob):
        assert guest.last(Bye).code == "restart"


async def test_a_table_that_breaks_takes_nobody_with_it_and_is_built_again() -> None:
    async with table_server(games=(Cracked(),)) as server:
        cat, dan = await server.match("Cat", "Dan")
        other = server.id
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        with capture_logs() as logs:
            await break_it(server, "boom")
        assert [log["event"] for log in logs] == ["table broke"]
        assert "seven" not in str(logs)
        assert "test_quarantine" in logs[0]["error"][0]
        bob = await server.connect("Bob")
        refused = await bob.send(
            say.Play("boom", key="crow.1", move={"type": "crow", "loud": True})
        )
        assert isinstance(refused, Refused)
        assert refused.text == "That action crashed this table earlier and is blocked."
        await bob.crow(loud=False)
        server.id = other
        await cat.choose()
        assert not dan.all(Bye)


async def test_a_table_that_breaks_again_and_again_is_quarantined() -> None:
    async with table_server(games=(Cracked(),)) as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        for number in range(MAX_CRASHES):
            await break_it(server, f"boom-{number}")
        with pytest.raises(SetAside, match="paused for ten minutes"):
            await server.connect("Ann")
        await server.clock.pass_by(601)
        bob = await server.connect("Bob")
        await bob.crow()


async def test_crashes_that_lie_far_apart_set_nothing_aside() -> None:
    async with table_server(games=(Cracked(),)) as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        for number in range(MAX_CRASHES + 1):
            await break_it(server, f"boom-{number}")
            await server.clock.pass_by(40)
        await server.connect("Ann")


async def test_a_log_that_cannot_be_read_breaks_one_table_only() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        await ann.choose()
        del server.store.matches[server.match_id].lines[0]
        other = TableServer()
        await server.restart()
        with pytest.raises(Busy):
            await server.connect("Ann")
        await other.room()


async def test_nobody_waits_for_ever_on_a_table_that_broke() -> None:
    async with table_server(games=(Cracked(),)) as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await bob.choose()
        bob.client.send(say.Play("boom", key="crow.1", move={"type": "crow", "loud": True}))
        with pytest.raises(Busy):
            await server.lobby.enter(
                server.id, Person(person_id("Eve"), "Eve", registered=False), sit=True
            )
