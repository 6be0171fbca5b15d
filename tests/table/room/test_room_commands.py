"""The room: its host, its options, its bots, who is ready, and where it is listed."""

import msgspec
import pytest

from app.table.model import client_messages as say
from app.table.model.errors import BadOptions, CannotSave, RoomGone, Unknown
from app.table.model.records import AdminStop
from app.table.model.room import ClockLevel, Person, PersonId, RoomId
from tests.table.fakes import person_id
from tests.table.table_server import table_server


async def test_a_new_room_has_its_host_seated_and_a_relaxed_clock() -> None:
    async with table_server() as server:
        ann = await server.room()
        assert ann.seated == ["Ann"]
        assert ann.room.clock == ClockLevel.RELAXED
        assert ann.room.host == ann.room.you
        assert ann.room.code == "BRAVO"
        assert await server.lobby.room_by_code(" bravo ") == server.id
        assert await server.lobby.room_by_secret(ann.room.secret or "") == server.id
        assert (
            ann.room.config_problem
            == "High Card needs at least 2 players: 1 more, friends or bots."
        )


async def test_a_code_that_another_room_has_is_drawn_again() -> None:
    async with table_server() as server:
        first = await server.room()
        server.dealer.codes = ["BRAVO", "ECHOS"]
        second = await server.room("Bob")
        assert (first.room.code, second.room.code) == ("BRAVO", "ECHOS")
        server.dealer.codes = ["BRAVO", "FOXES"]
        await second.do(say.RenewInvite, what="code")
        assert second.room.code == "FOXES"


async def test_what_cannot_be_a_room_is_refused() -> None:
    async with table_server() as server:
        ann = Person(person_id("Ann"), "Ann", registered=False)
        with pytest.raises(Unknown):
            await server.lobby.create(ann, "no-such-game")
        for options in ({"deals": 0}, {"deals": "many"}, {"no-such": 1}, {"motto": "a\u0000b"}):
            with pytest.raises(BadOptions):
                await server.lobby.create(ann, "high-card", options)
        server.store.down = True
        with pytest.raises(CannotSave):
            await server.lobby.create(ann, "high-card")
        with pytest.raises(CannotSave):
            await server.lobby.room_by_code("BRAVO")
        server.store.down = False
        with pytest.raises(RoomGone):
            await server.lobby.connect(RoomId("nowhere"), ann, None)
        assert server.store.rooms == {}


async def test_options_are_the_hosts_and_are_checked() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await bob.do(say.Ready, ready=True)
        assert (await bob.refused(say.SetOptions, options={"deals": 3})).code == "not-host"
        refused = await ann.refused(say.SetOptions, options={"deals": 99})
        assert refused.code == "bad-options"
        assert "deals" in refused.text
        await ann.do(say.SetOptions, options={"deals": 3})
        assert bob.room.options == {
            "deals": 3,
            "window": False,
            "few": False,
            "twice": False,
            "motto": "",
        }
        assert not bob.room.seats[1].ready, "what is to be played has changed"
        await ann.do(say.SetOptions, options={"few": True})
        assert bob.room.options["deals"] == 3, "what was not named stays as it was"
        assert (await ann.refused(say.SetGame, game="chess")).code == "unknown"
        assert (await ann.refused(say.SetRoom, bot_strength="genius")).code == "unknown"
        await server.start(ann, bob)
        assert (await ann.refused(say.SetOptions, options={"deals": 4})).code == "not-now"


async def test_a_match_starts_when_the_number_fits_and_those_who_are_here_are_ready() -> None:
    async with table_server() as server:
        ann = await server.room()
        assert (
            await ann.refused(say.Start)
        ).text == "High Card needs at least 2 players: 1 more, friends or bots."
        bob, cat = await server.come("Bob"), await server.come("Cat")
        assert (await bob.refused(say.Start)).code == "not-host"
        await bob.do(say.Ready, ready=True)
        assert (await ann.refused(say.Start)).text == "Not ready yet: Cat."
        assert "Cat" in (ann.room.config_problem or "")
        await cat.leave()
        await server.pass_by(31, ann, bob)
        assert ann.room.config_problem is None
        await ann.do(say.Start)
        assert ann.room.stage == "playing"
        assert (await ann.refused(say.Start)).code == "not-now"
        assert (await bob.refused(say.Ready, ready=False)).code == "not-now"


async def test_options_that_do_not_fit_the_number_are_named() -> None:
    async with table_server() as server:
        ann = await server.room(few=True)
        for _ in range(3):
            await ann.do(say.AddBot, strength="casual")
        assert (await ann.refused(say.Start)).text == "With few players, three at most."


async def test_bots_have_names_of_their_own_and_are_marked() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        await bob.do(say.AddBot, strength="casual")
        await ann.do(say.AddBot, strength="steady")
        bots = [seat for seat in ann.room.seats if seat.bot]
        assert [bot.bot for bot in bots] == ["casual", "steady"]
        assert len({bot.name for bot in bots}) == 2
        assert all(bot.ready and bot.person is None for bot in bots)
        assert (await bob.refused(say.RemoveBot, seat=2)).code == "not-host"
        assert (await ann.refused(say.RemoveBot, seat=1)).code == "unknown"
        await ann.do(say.RemoveBot, seat=2)
        assert len(ann.room.seats) == 3
        assert (await ann.refused(say.AddBot, strength="genius")).code == "unknown"


async def test_lists_show_rooms_that_are_awake() -> None:
    async with table_server() as server:
        await server.room(listed=True)
        await server.room("Bob", listed=True)
        await server.come("Cat")
        quiet = await server.room("Dan")
        assert [(card.host, card.people) for card in server.lobby.listed()] == [
            ("Bob", 2),
            ("Ann", 1),
        ]
        assert quiet.room.you is not None
        assert [card.host for card in await server.lobby.tables_of(quiet.room.you)] == ["Dan"]


async def test_the_admin_sees_the_public_view_and_may_stop_the_match() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        match = server.match_id
        seen = await server.lobby.admin.running_view(match)
        assert seen is not None
        assert seen["view"]["private"] is None
        assert seen["names"] == ["Ann", "Bob"]
        msgspec.json.encode(seen)
        order = AdminStop(PersonId("admin"), "Complaint upheld.")
        assert await server.lobby.admin.stop_match(match, order)
        await server.clock.pass_by(0)
        assert bob.room.stage == "gathering"
        assert "An administrator stopped the match: Complaint upheld." in ann.chat
        assert server.store.matches[match].state == "stopped: Complaint upheld."
        assert server.store.matches[match].orders == [order]
        assert not await server.lobby.admin.stop_match(match, order)
        assert await server.lobby.admin.running_view(match) is None
