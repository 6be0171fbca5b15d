"""The list of open tables: shown while somebody is there, shared fairly, and chosen by use."""

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from app.table.lobby.table_list import (
    MAX_FOR_NETWORK,
    MAX_FOR_PERSON,
    MAX_FOR_SITE,
    MAX_LISTED,
    Keepers,
    Listed,
    Shares,
    Wish,
    choose,
    in_turn,
    network_of,
    site_of,
)
from app.table.model import client_messages as say
from app.table.model.errors import TooMuch
from app.table.model.records import AdminStop
from app.table.model.room import ClockLevel, Person, PersonId, Room, RoomId, RoomSeat, Stage
from app.table.room.visibility import build_room_card
from tests.table.fakes import person_id
from tests.table.high_card import GAME, HighCard
from tests.table.table_server import TableServer, table_server

ATTACKER = "192.0.2.{}"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
async def server() -> AsyncIterator[TableServer]:
    async with table_server() as made:
        yield made


class Usurp(HighCard):
    """Another game."""

    slug = "usurp"


def listed(server: TableServer, **wish: object) -> list[str]:
    return [card.host for card in server.lobby.listed(Wish(**wish))]  # type: ignore[arg-type]


def room(
    name: str, people: int = 1, bots: int = 0, game: str = GAME.slug, minutes: int = 0
) -> Room:
    """A public room of people called by its name and a number."""
    there = tuple(Person(PersonId(f"{name}{n}"), name, registered=False) for n in range(people))
    seats = tuple(RoomSeat(n, one.id, None, one.name) for n, one in enumerate(there))
    robots = (RoomSeat(people + n, None, "steady", f"Bot {n}") for n in range(bots))
    return Room(
        id=RoomId(name), code="", secret="", game=game, options={}, clock=ClockLevel.OFF,
        host=there[0].id, first_host=there[0].id, people=there,
        created=NOON + timedelta(minutes=minutes), listed=True, seats=(*seats, *robots),
    )  # fmt: skip


def kept(one: Room, network: str) -> tuple[Room, Keepers]:
    return one, {person.id: network for person in one.people}


def shown(tables: Iterable[tuple[Room, Keepers]], wish: Wish) -> list[str]:
    """The rooms of a list that is asked for by somebody with that wish."""
    games = {GAME.slug: GAME, "usurp": GAME}
    turns = in_turn(tables, Shares())
    listed = (Listed(turn, room, build_room_card(room, games)) for turn, room in turns)
    return [card.id for card in choose(listed, wish)]


# -- the states of a listed room


async def test_a_table_leaves_the_list_within_a_minute_and_comes_back_with_its_person(
    server: TableServer,
) -> None:
    ann = await server.room(listed=True)
    assert listed(server) == ["Ann"]
    await ann.leave()
    await server.pass_by(60)
    assert listed(server) == []
    await server.connect("Ann")
    assert listed(server) == ["Ann"]


async def test_a_host_whose_phone_sleeps_for_forty_seconds_stays_in_the_list(
    server: TableServer,
) -> None:
    ann = await server.room(listed=True)
    await server.pass_by(40)
    assert listed(server) == ["Ann"]
    await server.pass_by(300, ann)
    assert listed(server) == ["Ann"]
    await server.pass_by(60)
    assert listed(server) == [], "a connection that says nothing keeps nothing"


async def test_bots_alone_are_in_no_list(server: TableServer) -> None:
    ann = await server.room(listed=True)
    await ann.do(say.AddBot, strength="casual")
    await server.start(ann)
    await ann.leave()
    await server.pass_by(60)
    assert listed(server) == []


async def test_a_host_who_only_watches_keeps_the_table_in_the_list(server: TableServer) -> None:
    ann = await server.room(listed=True)
    await ann.do(say.Stand)
    await server.pass_by(100, ann)
    assert listed(server, free=True) == ["Ann"]


async def test_a_stranger_who_watches_does_not_keep_a_table_in_the_list(
    server: TableServer,
) -> None:
    ann = await server.room(listed=True)
    watchers = [await server.connect(None), await server.connect("Zoe")]
    await ann.leave()
    await server.pass_by(60, *watchers)
    assert listed(server) == []


async def test_after_a_restart_no_table_opens_or_is_listed_until_somebody_comes(
    server: TableServer,
) -> None:
    await server.match("Ann", "Bob", listed=True)
    await server.restart(clean=True)
    await server.pass_by(30)
    assert (listed(server), server.lobby.table_count) == ([], 0)
    watcher = await server.connect(None)
    assert listed(server) == [], "who watches has opened it, and nobody of it is there"
    await server.pass_by(2, watcher)
    await server.connect("Bob")
    assert listed(server) == ["Ann"]


async def test_an_administrator_who_opens_a_table_does_not_list_it(server: TableServer) -> None:
    await server.match("Ann", "Bob", listed=True)
    await server.restart()
    assert await server.lobby.admin.stop_match(
        server.match_id, AdminStop(PersonId("admin"), "Enough.")
    )
    assert (listed(server), server.lobby.table_count) == ([], 1)


async def test_a_private_table_is_not_listed_until_its_host_says_so(server: TableServer) -> None:
    ann = await server.room()
    assert listed(server) == []
    await ann.do(say.SetRoom, listed=True)
    assert listed(server) == ["Ann"]
    await ann.do(say.SetRoom, listed=False)
    assert listed(server) == []


async def test_who_is_banned_there_is_not_shown_the_table(server: TableServer) -> None:
    ann = await server.room(listed=True)
    await server.come("Bob")
    await ann.do(say.Ban, person=person_id("Bob"))
    assert listed(server, asker=person_id("Bob")) == []
    assert listed(server, asker=person_id("Cat")) == ["Ann"]


async def test_a_hundred_and_twenty_tables_full_of_bots_hide_no_honest_one() -> None:
    """S2: twenty rooms of nine bots from each of six addresses; their people come and leave."""
    async with table_server(games=(GAME, Usurp())) as server:
        server.dealer.codes = [f"{number:05}" for number in range(200)]
        for number in range(120):
            server.network = ATTACKER.format(number // 20)
            stranger = await server.room(f"Stranger {number}", listed=True)
            for _ in range(GAME.seats[-1] - 1):
                await stranger.do(say.AddBot, strength="casual")
            await stranger.leave()
        server.network = "203.0.113.7"
        await server.room("Honest", "usurp", listed=True)
        assert listed(server, game="usurp", free=True) == ["Honest"]
        assert listed(server)[0] == "Honest"
        assert len(listed(server)) == MAX_LISTED
        await server.pass_by(60, server.guests[-1])
        assert listed(server) == ["Honest"]


# -- what a list shows


def test_a_free_seat_comes_before_what_one_can_only_watch_and_that_before_the_rest() -> None:
    most = GAME.seats[-1]
    free, full = room("Free"), room("Full", people=2, bots=most - 2)
    closed = replace(room("Shut", people=most), spectators=False)
    tables = [kept(one, one.id) for one in (closed, full, free)]
    assert shown(tables, Wish()) == ["Free", "Full", "Shut"]
    assert shown(tables, Wish(free=True)) == ["Free"]
    assert shown(tables, Wish(watchable=False)) == ["Shut"]


def test_a_seat_that_a_bot_gives_up_at_the_next_deal_is_free() -> None:
    full = replace(room("Full", bots=GAME.seats[-1] - 1), stage=Stage.PLAYING)
    leaving = replace(full, seats=(*full.seats[:-1], replace(full.seats[-1], leaving=True)))
    assert shown([kept(full, "a")], Wish(free=True)) == []
    assert shown([kept(leaving, "a")], Wish(free=True)) == ["Full"]


def test_six_networks_full_of_bots_hide_no_honest_table() -> None:
    """S2: twenty rooms of nine bots from each of six addresses, with their people still there."""
    crowd = [
        kept(room(f"crowd{a}-{n}", bots=GAME.seats[-1] - 1), ATTACKER.format(a))
        for a in range(6)
        for n in range(20)
    ]
    honest = kept(room("Honest", game="usurp", minutes=30), "203.0.113.7")
    assert len(crowd) > MAX_LISTED
    found = shown([*crowd, honest], Wish())
    assert (len(found), found[0]) == (MAX_LISTED, "Honest")
    assert shown([*crowd, honest], Wish(game="usurp", free=True)) == ["Honest"]


def test_where_a_list_is_full_each_network_has_its_first_table_in_it() -> None:
    """The crowd's tables look better in everything: older, fuller and with a free seat."""
    crowd = [
        kept(room(f"crowd{a}-{n}", people=2), ATTACKER.format(a))
        for a in range(6)
        for n in range(40)
    ]
    honest = kept(room("Honest", minutes=30), "203.0.113.7")
    assert "Honest" in shown([*crowd, honest], Wish())


# -- the limits


def test_one_person_keeps_three_tables_in_the_list_and_no_more() -> None:
    ann = {PersonId("ann"): "a"}
    rooms = [(room(f"r{n}", minutes=n), ann) for n in range(5)]
    assert [found.id for _, found in in_turn(rooms, Shares())] == ["r0", "r1", "r2"]
    assert [found.id for _, found in in_turn(rooms[1:], Shares())] == ["r1", "r2", "r3"], (
        "what was left counts no more"
    )


def test_a_table_of_two_is_listed_while_either_of_them_is_within_the_limits() -> None:
    ann, bob = {PersonId("ann"): "a"}, {PersonId("bob"): "b"}
    rooms: list[tuple[Room, Keepers]] = [(room(f"r{n}", minutes=n), ann) for n in range(3)]
    both = (room("both", minutes=3), {**ann, **bob})
    turns = {found.id: turn for turn, found in in_turn([*rooms, both], Shares())}
    assert turns == {"r0": 0, "r1": 1, "r2": 2, "both": 0}


def test_a_school_of_two_hundred_behind_one_address_is_listed_whole() -> None:
    school = [kept(room(f"class{n}", people=4), "198.51.100.1") for n in range(50)]
    elsewhere = kept(room("Elsewhere"), "203.0.113.7")
    assert len(shown([*school, elsewhere], Wish())) == 51


def test_one_site_lists_fifty_tables_and_a_network_of_many_sites_two_hundred() -> None:
    site = [kept(room(f"r{n}", minutes=n), f"2001:db8:0:{n:x}::/64") for n in range(80)]
    assert len(list(in_turn(site, Shares()))) == MAX_FOR_SITE, "a /56 is one site"
    crowd = [kept(room(f"r{n}", minutes=n), f"2001:db8:0:{n:x}00::/64") for n in range(250)]
    assert len(list(in_turn(crowd, Shares()))) == MAX_FOR_NETWORK, "a /48 is one network"
    assert network_of("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert site_of("2001:db8:1:234::/64") == "2001:db8:1:200::/56"
    assert {site_of(one) for one in ("192.0.2.1", "unknown")} == {"192.0.2.1", "unknown"}


def test_who_shares_a_network_with_a_crowd_stays_in_the_list() -> None:
    """The crowd has three sites of the network, and its tables are older."""
    crowd = [
        kept(room(f"crowd{n}", minutes=n), f"2001:db8:0:{n % 3:x}{n % 256:02x}::/64")
        for n in range(300)
    ]
    honest = kept(room("Honest", minutes=999), "2001:db8:0:f00::/64")
    turns = {found.id: turn for turn, found in in_turn([*crowd, honest], Shares())}
    assert turns[honest[0].id] < 4


async def test_who_has_three_public_tables_hears_why_a_fourth_would_not_be_listed(
    server: TableServer,
) -> None:
    for _ in range(MAX_FOR_PERSON - 1):
        await server.room(listed=True)
        server.lobby.check_may_list(person_id("Ann"), "a")
    ann = await server.room(listed=True)
    with pytest.raises(TooMuch, match="3 public tables already"):
        server.lobby.check_may_list(person_id("Ann"), "a")
    server.lobby.check_may_list(person_id("Bob"), "a")
    await ann.leave()
    await server.pass_by(60)
    server.lobby.check_may_list(person_id("Ann"), "a")
