"""Who gets in, who may only watch, and who is shown out: links, codes and knocks, strangers, kicks and bans."""

import pytest

from app.table.model import client_messages as say
from app.table.model.errors import Banned, NotMember, TooMuch
from app.table.model.room import Person
from app.table.model.server_messages import Bye, Chat, Frame
from tests.table.fakes import person_id, settle
from tests.table.table_server import table_server

pytestmark = pytest.mark.anyio


async def test_the_link_lets_in_and_opening_the_table_takes_no_seat() -> None:
    async with table_server() as house:
        ann = await house.room()
        with pytest.raises(NotMember):
            await house.connect("Bob")
        bob = await house.come("Bob", sit=False)
        assert ann.seated == ["Ann"]
        assert bob.room.seat is None
        await bob.do(say.Sit)
        assert ann.seated == ["Ann", "Bob"]
        assert (await bob.refused(say.Sit)).code == "not-now"
        await house.lobby.enter(
            house.id, Person(person_id("Bob"), "Bob", registered=False), sit=True
        )
        assert ann.seated == ["Ann", "Bob"]


async def test_a_full_room_still_lets_friends_in_to_watch() -> None:
    async with table_server() as house:
        ann = await house.room()
        for name in ("Bob", "Cat", "Dan", "Fay"):
            await house.come(name)
        gus = await house.come("Gus")
        assert gus.room.member
        assert gus.room.seat is None
        assert (await gus.refused(say.Sit)).code == "room-full"
        assert (await ann.refused(say.AddBot, strength="casual")).code == "room-full"
        assert not (await house.lobby.card(house.id)).open


async def test_code_and_link_are_shown_to_members_only() -> None:
    async with table_server() as house:
        await house.room(listed=True)
        stranger = await house.connect("Eve")
        assert (stranger.room.code, stranger.room.secret, stranger.room.member) == (
            None,
            None,
            False,
        )
        assert not stranger.all(Chat)


async def test_the_code_knocks_and_somebody_seated_opens() -> None:
    async with table_server() as house:
        ann = await house.room()
        cat = await house.come("Cat", sit=False)
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await house.lobby.knock(house.id, bob)
        await settle()
        assert await house.lobby.knock_state(house.id, bob.id) == "waiting"
        assert [knock.name for knock in ann.room.knocks] == ["Bob"]
        assert cat.room.knocks == ()
        assert (await cat.refused(say.Admit, person=bob.id, admit=True)).code == "not-seated"
        await ann.do(say.Admit, person=bob.id, admit=False)
        assert await house.lobby.knock_state(house.id, bob.id) == "out"
        with pytest.raises(TooMuch):
            await house.lobby.knock(house.id, bob)
        await house.pass_by(10, ann)
        await house.lobby.knock(house.id, bob)
        await ann.do(say.Admit, person=bob.id, admit=True)
        assert await house.lobby.knock_state(house.id, bob.id) == "in"
        assert (await ann.refused(say.Admit, person=bob.id, admit=True)).code == "unknown"
        assert (await house.connect("Bob")).room.member


async def test_the_host_renews_link_and_code() -> None:
    async with table_server() as house:
        ann = await house.room()
        bob = await house.come("Bob")
        old = ann.room.secret or "", ann.room.code or ""
        assert (await bob.refused(say.RenewInvite, what="link")).code == "not-host"
        await ann.do(say.RenewInvite, what="link")
        await ann.do(say.RenewInvite, what="code")
        assert await house.lobby.room_by_secret(old[0]) is None
        assert await house.lobby.room_by_code(old[1]) is None
        assert await house.lobby.room_by_secret(ann.room.secret or "") == house.id


async def test_a_kick_ends_the_seat_and_the_link_still_lets_in() -> None:
    async with table_server() as house:
        ann, bob, cat = await house.match("Ann", "Bob", "Cat", deals=3)
        assert bob.room.you is not None
        assert (await cat.refused(say.Kick, person=bob.room.you)).code == "not-host"
        assert (await ann.refused(say.Kick, person=ann.room.you)).code == "not-now"
        await ann.do(say.Kick, person=bob.room.you)
        assert bob.last(Bye).code == "kicked"
        with pytest.raises(NotMember):
            await house.connect("Bob")
        bob = await house.come("Bob", sit=False)
        assert bob.frame.seat is None
        await house.deal_with_bots(ann, cat)
        assert ann.seated == ["Ann", "Cat"]


async def test_a_ban_is_for_good_until_the_host_lifts_it() -> None:
    async with table_server() as house:
        ann = await house.room(listed=True)
        bob = await house.come("Bob")
        eve = await house.come("Eve")
        assert bob.room.you is not None
        await ann.do(say.Ban, person=bob.room.you)
        assert bob.last(Bye).code == "banned"
        assert [person.name for person in ann.room.banned] == ["Bob"]
        assert eve.room.banned == ()
        with pytest.raises(Banned):
            await house.come("Bob")
        with pytest.raises(Banned):
            await house.connect("Bob")
        with pytest.raises(Banned):
            await house.lobby.knock(house.id, Person(bob.room.you, "Bob", registered=False))
        await ann.do(say.Unban, person=bob.room.you)
        assert (await ann.refused(say.Unban, person=bob.room.you)).code == "unknown"
        await house.come("Bob")


async def test_somebody_at_the_door_can_be_banned() -> None:
    async with table_server() as house:
        ann = await house.room()
        bob = Person(person_id("Bob"), "Bob", registered=False)
        await house.lobby.knock(house.id, bob)
        await ann.do(say.Ban, person=bob.id)
        assert ann.room.knocks == ()
        assert await house.lobby.knock_state(house.id, bob.id) == "out"


async def test_a_stranger_watches_a_listed_room_and_no_other() -> None:
    async with table_server() as house:
        ann, _bob = await house.match("Ann", "Bob", listed=True)
        stranger = await house.connect(None)
        assert stranger.frame.view["private"] is None
        assert ann.room.spectator_count == 1
        await ann.do(say.SetRoom, listed=False)
        assert stranger.last(Bye).code == "spectators-off"
        with pytest.raises(NotMember):
            await house.connect(None)
        assert ann.room.spectator_count == 0


async def test_the_host_may_turn_spectators_off() -> None:
    async with table_server() as house:
        ann, bob = await house.match("Ann", "Bob", listed=True)
        eve = await house.come("Eve", sit=False)
        stranger = await house.connect(None)
        await ann.do(say.SetRoom, spectators=False)
        assert stranger.last(Bye).code == "spectators-off"
        before = len(eve.all(Frame))
        await house.deal(ann, bob)
        assert len(eve.all(Frame)) == before
        assert not eve.all(Bye)
        assert not (await house.connect("Eve")).all(Frame)
        assert not (await house.lobby.card(house.id)).watchable
