"""Membership: links, codes and knocks, strangers, kicks and bans."""

import pytest

from app.table.model import client_messages as say
from app.table.model.errors import Banned, NotMember, TooMuch
from app.table.model.match_messages import Frame
from app.table.model.room import Person
from app.table.model.server_messages import Bye, Chat
from tests.table.fakes import person_id, settle
from tests.table.table_server import table_server


async def test_the_link_lets_in_and_opening_the_table_takes_no_seat() -> None:
    async with table_server() as server:
        ann = await server.room()
        with pytest.raises(NotMember):
            await server.connect("Bob")
        bob = await server.come("Bob", sit=False)
        assert ann.seated == ["Ann"]
        assert bob.room.seat is None
        await bob.do(say.Sit)
        assert ann.seated == ["Ann", "Bob"]
        assert (await bob.refused(say.Sit)).code == "not-now"
        await server.lobby.enter(
            server.id, Person(person_id("Bob"), "Bob", registered=False), sit=True
        )
        assert ann.seated == ["Ann", "Bob"]


async def test_a_full_room_still_lets_friends_in_to_watch() -> None:
    async with table_server() as server:
        ann = await server.room()
        for name in ("Bob", "Cat", "Dan", "Fay"):
            await server.come(name)
        gus = await server.come("Gus")
        assert gus.room.member
        assert gus.room.seat is None
        assert (await gus.refused(say.Sit)).code == "room-full"
        assert (await ann.refused(say.AddBot, strength="casual")).code == "room-full"
        assert not (await server.lobby.card(server.id)).open


async def test_code_and_link_are_shown_to_members_only() -> None:
    async with table_server() as server:
        await server.room(listed=True)
        stranger = await server.connect("Eve")
        assert (stranger.room.code, stranger.room.secret) == (None, None)
        assert not stranger.room.member
        assert not stranger.all(Chat)


async def test_the_code_knocks_and_somebody_seated_opens() -> None:
    async with table_server() as server:
        ann = await server.room()
        cat = await server.come("Cat", sit=False)
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await server.lobby.knock(server.id, bob)
        await settle()
        assert await server.lobby.knock_state(server.id, bob.id) == "waiting"
        assert [knock.name for knock in ann.room.knocks] == ["Bob"]
        assert cat.room.knocks == ()
        assert (await cat.refused(say.Admit, person=bob.id, admit=True)).code == "not-seated"
        await ann.do(say.Admit, person=bob.id, admit=False)
        assert await server.lobby.knock_state(server.id, bob.id) == "out"
        eve = Person(person_id("Eve"), "Eve", registered=False)
        for other in (None, eve):  # whose knock neither waits for Bob nor ends his wait
            if other is not None:
                await server.lobby.knock(server.id, other)
            with pytest.raises(TooMuch):
                await server.lobby.knock(server.id, bob)
        await server.pass_by(10, ann)
        await server.lobby.knock(server.id, bob)
        await ann.do(say.Admit, person=bob.id, admit=True)
        assert await server.lobby.knock_state(server.id, bob.id) == "in"
        assert (await ann.refused(say.Admit, person=bob.id, admit=True)).code == "unknown"
        assert (await server.connect("Bob")).room.member


async def test_the_host_renews_link_and_code() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = await server.come("Bob")
        old = ann.room.secret or "", ann.room.code or ""
        assert (await bob.refused(say.RenewInvite, what="link")).code == "not-host"
        await ann.do(say.RenewInvite, what="link")
        await ann.do(say.RenewInvite, what="code")
        assert await server.lobby.room_by_secret(old[0]) is None
        assert await server.lobby.room_by_code(old[1]) is None
        assert await server.lobby.room_by_secret(ann.room.secret or "") == server.id


async def test_a_kick_ends_the_seat_and_the_link_asks_the_host() -> None:
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=3)
        assert bob.room.you is not None
        assert (await cat.refused(say.Kick, person=bob.room.you)).code == "not-host"
        assert (await ann.refused(say.Kick, person=ann.room.you)).code == "not-now"
        await ann.do(say.Kick, person=bob.room.you)
        assert bob.last(Bye).code == "kicked"
        with pytest.raises(NotMember):
            await server.connect("Bob")
        person = Person(person_id("Bob"), "Bob", registered=False)
        assert not await server.lobby.enter(server.id, person, sit=True)
        await server.lobby.knock(server.id, person)
        await settle()
        assert [one.name for one in ann.room.knocks] == ["Bob 2"]
        assert ann.room.kicked == (person.id,)
        assert cat.room.knocks == ()
        assert (await cat.refused(say.Admit, person=person.id, admit=True)).code == "not-host"
        await ann.do(say.Admit, person=person.id, admit=True)
        bob = await server.connect("Bob")
        assert bob.frame.seat is None
        await server.deal_with_bots(ann, cat)
        assert ann.seated == ["Ann", "Cat"]
        assert await server.lobby.enter(server.id, person, sit=False), "the link lets in again"


async def test_a_kicked_person_who_is_not_let_in_asks_again_after_five_minutes() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await server.come("Bob")
        await ann.do(say.Kick, person=bob.id)
        await server.lobby.knock(server.id, bob)
        await ann.do(say.Admit, person=bob.id, admit=False)
        assert await server.lobby.knock_state(server.id, bob.id) == "out"
        with pytest.raises(TooMuch, match="a few minutes"):
            await server.lobby.knock(server.id, bob)
        await server.pass_by(301, ann)
        await server.lobby.knock(server.id, bob)
        assert not await server.lobby.enter(server.id, bob, sit=True), "a refusal changes nothing"
        await server.restart()
        assert not await server.lobby.enter(server.id, bob, sit=True), "nor does a restart"


async def test_a_ban_is_for_good_until_the_host_lifts_it() -> None:
    async with table_server() as server:
        ann = await server.room(listed=True)
        bob = await server.come("Bob")
        eve = await server.come("Eve")
        assert bob.room.you is not None
        await ann.do(say.Ban, person=bob.room.you)
        assert bob.last(Bye).code == "banned"
        assert [person.name for person in ann.room.banned] == ["Bob"]
        assert eve.room.banned == ()
        with pytest.raises(Banned):
            await server.come("Bob")
        with pytest.raises(Banned):
            await server.connect("Bob")
        with pytest.raises(Banned):
            await server.lobby.knock(server.id, Person(bob.room.you, "Bob", registered=False))
        await ann.do(say.Unban, person=bob.room.you)
        assert (await ann.refused(say.Unban, person=bob.room.you)).code == "unknown"
        await server.come("Bob")


async def test_somebody_at_the_door_can_be_banned() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await server.lobby.knock(server.id, bob)
        await ann.do(say.Ban, person=bob.id)
        assert ann.room.knocks == ()
        assert await server.lobby.knock_state(server.id, bob.id) == "out"


async def test_a_stranger_watches_a_listed_room_and_no_other() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob", listed=True)
        stranger = await server.connect(None)
        assert stranger.frame.view["private"] is None
        assert ann.room.spectator_count == 1
        await ann.do(say.SetRoom, listed=False)
        assert stranger.last(Bye).code == "spectators-off"
        with pytest.raises(NotMember):
            await server.connect(None)
        assert ann.room.spectator_count == 0


async def test_the_host_may_turn_spectators_off() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", listed=True)
        eve = await server.come("Eve", sit=False)
        stranger = await server.connect(None)
        await ann.do(say.SetRoom, spectators=False)
        assert stranger.last(Bye).code == "spectators-off"
        before = len(eve.all(Frame))
        await server.deal(ann, bob)
        assert len(eve.all(Frame)) == before
        assert not eve.all(Bye)
        assert not (await server.connect("Eve")).all(Frame)
        assert not (await server.lobby.card(server.id)).watchable
