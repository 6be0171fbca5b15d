"""The windows that one person has open at a table: which of them acts, how many there may be, and which are closed."""

import pytest

from app.table.clients.connections import MAX_CLIENTS_EACH
from app.table.model import client_messages as say
from app.table.model.errors import TooMuch
from app.table.model.server_messages import Bye
from tests.table.table_server import Guest, table_server

pytestmark = pytest.mark.anyio


def acting(guest: Guest) -> bool:
    return guest.room.acting


async def test_the_newest_connection_acts_and_the_older_one_is_told() -> None:
    async with table_server() as house:
        ann, _bob = await house.match("Ann", "Bob")
        newer = await house.connect("Ann")
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
    async with table_server() as house:
        ann = await house.room()
        second, third = await house.connect("Ann"), await house.connect("Ann")
        await third.leave()
        assert acting(second)
        assert not acting(ann)


async def test_a_person_may_not_open_the_table_without_end() -> None:
    async with table_server() as house:
        await house.room()
        for _ in range(5):
            await house.connect("Ann")
        with pytest.raises(Exception, match="close a window"):
            await house.connect("Ann")


async def test_signing_out_closes_the_connections_of_that_login_only() -> None:
    async with table_server() as house:
        await house.room()
        phone = await house.connect("Ann", session="phone")
        desk = await house.connect("Ann", session="desk")
        house.lobby.end_session("desk")
        await house.clock.pass_by(0)
        assert desk.last(Bye).code == "signed-out"
        assert desk.last(Bye).text == "You have signed out."
        assert acting(phone)


async def test_nobody_has_more_than_six_windows_at_one_table() -> None:
    async with table_server() as house:
        windows = [
            await house.room(),
            *[await house.connect("Ann") for _ in range(MAX_CLIENTS_EACH - 1)],
        ]
        await house.pass_by(60, *windows)
        with pytest.raises(TooMuch):
            await house.connect("Ann")


async def test_a_window_of_which_nothing_is_heard_gives_way_to_a_new_one() -> None:
    """A network that swallows connections leaves such windows behind, and whoever comes back must be let in."""
    async with table_server() as house:
        windows = [
            await house.room(),
            *[await house.connect("Ann") for _ in range(MAX_CLIENTS_EACH - 1)],
        ]
        silent = windows.pop(2)
        await house.pass_by(6, *windows)
        back = await house.connect("Ann")
        assert acting(back)
        assert silent.last(Bye).retry_in is None
        assert not any(window.all(Bye) for window in windows)


async def test_a_crowd_that_looks_on_keeps_no_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers from a few addresses can take every place that there is; whoever plays still comes back, on another device too."""
    monkeypatch.setattr("app.table.clients.connections.MAX_CLIENTS", 9)
    async with table_server() as house:
        ann, _bob = await house.match("Ann", "Bob", listed=True)
        await ann.leave()
        for _ in range(8):
            await house.lobby.connect(house.id, None, None)
        with pytest.raises(TooMuch):
            await house.connect(None)
        assert acting(await house.connect("Ann"))
        assert acting(await house.connect("Bob"))
        with pytest.raises(TooMuch):
            await house.connect("Bob")
