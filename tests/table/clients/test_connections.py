"""The windows of one person: which of them acts, how many there may be, and which are closed."""

import pytest

from app.table.clients.people import MAX_CLIENTS_EACH
from app.table.model import client_messages as say
from app.table.model.errors import TooMuch
from app.table.model.server_messages import Bye
from tests.table.table_server import Guest, table_server


def acting(guest: Guest) -> bool:
    return guest.room.acting


async def test_the_newest_connection_acts_and_the_older_one_is_told() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        newer = await server.connect("Ann")
        assert not acting(ann)
        assert acting(newer)
        assert (
            await ann.refused(say.Play, key="choose.1", move={"type": "choose", "card": 0})
        ).code == "elsewhere"
        await newer.choose()
        assert ann.frame.view == newer.frame.view, "the older one still sees"
        await ann.do(say.PlayHere)
        assert acting(ann)
        assert not acting(newer)
        await ann.leave()
        assert acting(newer)


async def test_when_the_acting_connection_closes_the_newest_of_the_rest_acts() -> None:
    async with table_server() as server:
        ann = await server.room()
        second, third = await server.connect("Ann"), await server.connect("Ann")
        await third.leave()
        assert acting(second)
        assert not acting(ann)


async def test_a_person_may_not_open_the_table_without_end() -> None:
    async with table_server() as server:
        await server.room()
        for _ in range(5):
            await server.connect("Ann")
        with pytest.raises(Exception, match="close a window"):
            await server.connect("Ann")


async def test_signing_out_closes_the_connections_of_that_login_only() -> None:
    async with table_server() as server:
        await server.room()
        phone = await server.connect("Ann", session="phone")
        desk = await server.connect("Ann", session="desk")
        server.lobby.end_session("desk")
        await server.clock.pass_by(0)
        assert desk.last(Bye).code == "signed-out"
        assert desk.last(Bye).text == "You have signed out."
        assert acting(phone)


async def test_nobody_has_more_than_six_windows_at_one_table() -> None:
    async with table_server() as server:
        windows = [
            await server.room(),
            *[await server.connect("Ann") for _ in range(MAX_CLIENTS_EACH - 1)],
        ]
        await server.pass_by(60, *windows)
        with pytest.raises(TooMuch):
            await server.connect("Ann")


async def test_a_window_of_which_nothing_is_heard_gives_way_to_a_new_one() -> None:
    """A network that swallows connections leaves such windows behind; their owner must get in."""
    async with table_server() as server:
        windows = [
            await server.room(),
            *[await server.connect("Ann") for _ in range(MAX_CLIENTS_EACH - 1)],
        ]
        silent = windows.pop(2)
        await server.pass_by(6, *windows)
        back = await server.connect("Ann")
        assert acting(back)
        assert silent.last(Bye).retry_in is None
        assert not any(window.all(Bye) for window in windows)


async def test_a_crowd_that_looks_on_keeps_no_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers from a few addresses can take every place; a player still comes back."""
    monkeypatch.setattr("app.table.clients.people.MAX_CLIENTS", 9)
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob", listed=True)
        await ann.leave()
        for _ in range(8):
            await server.lobby.connect(server.id, None, None)
        with pytest.raises(TooMuch):
            await server.connect(None)
        assert acting(await server.connect("Ann"))
        assert acting(await server.connect("Bob"))
        with pytest.raises(TooMuch):
            await server.connect("Bob")
