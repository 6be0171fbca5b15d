"""Display names in a room: no two are alike, whoever comes, knocks, is renamed or is seated."""

import asyncio
from collections.abc import Iterable
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.table.model import client_messages as say
from app.table.model.errors import TableError
from app.table.model.room import ClockLevel, Person, PersonId, Room, RoomSeat
from app.table.model.server_messages import Chat
from app.table.room import membership, seating
from app.table.room.display_names import BOT_NAMES, bot_name, display_name, temper
from app.text.lookalikes import skeleton
from app.text.sanitize import NOBODY
from tests.table.changed_accounts import rename
from tests.table.fakes import person_id, settle
from tests.table.room.test_transitions import all_fit, room
from tests.table.table_server import Guest, table_server

ANN, BEN, BENNO = (
    Person(PersonId(id_), name, registered=False)
    for id_, name in (("1", "Ann"), ("2", "Ben"), ("3", "Ben"))
)
LOOKS_LIKE_BEN = "Веn"  # Cyrillic


def everybody(room: Room) -> list[str]:
    """All names that somebody in the room can read, each once."""
    bots = [seat.name for seat in room.seats if seat.person is None]
    return [
        *(one.name for one in room.people),
        *bots,
        *(knock.person.name for knock in room.knocks),
    ]


def alike(names: Iterable[str]) -> list[tuple[str, str]]:
    return [
        (one, other)
        for one, other in combinations(names, 2)
        if skeleton(one) == skeleton(other) and one != NOBODY
    ]


def test_the_second_of_a_name_has_a_number_behind_it_in_this_room() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), BENNO)
    assert everybody(both) == ["Ann", "Ben", "Ben 2"]
    assert both.people[-1].id == BENNO.id


def test_a_name_that_only_looks_like_somebodys_has_a_number_too() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), replace(BENNO, name=LOOKS_LIKE_BEN))
    assert everybody(both)[-1] == f"{LOOKS_LIKE_BEN} 2"


def test_whoever_comes_back_is_called_as_before() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), BENNO)
    assert membership.enter(both, BENNO) is both
    assert membership.rename(both, BENNO) is both, "the account's name is the same, the room's too"
    third = membership.enter(both, Person(PersonId("4"), "Ben", registered=False))
    assert everybody(third)[-1] == "Ben 3"
    without = membership.rename(third, replace(BENNO, name="Benjamin"))
    assert everybody(membership.rename(without, third.people[-1])) == [
        "Ann",
        "Ben",
        "Benjamin",
        "Ben 3",
    ], "no number passes to another"


def test_a_number_goes_when_nobody_needs_it_any_more() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), BENNO)
    alone = membership.leave(both, BEN.id)
    assert everybody(membership.rename(alone, BENNO)) == ["Ann", "Ben"]


def test_a_new_name_is_not_taken_for_the_old_one_with_a_number() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), replace(BENNO, name="Ben K"))
    assert everybody(membership.rename(both, BENNO)) == ["Ann", "Ben", "Ben 2"]
    both = membership.enter(membership.enter(room(ANN), BEN), replace(BENNO, name="42"))
    assert everybody(membership.rename(both, BENNO)) == ["Ann", "Ben", "Ben 2"]


def test_the_seat_has_the_name_of_the_room() -> None:
    both = membership.enter(membership.enter(room(ANN), BEN), BENNO)
    seated = seating.sit(both, membership.check_member(both, BENNO.id), 5, all_fit)
    assert seated.seats[-1].name == "Ben 2"
    assert membership.rename(seated, replace(BENNO, name="Ann")).seats[-1].name == "Ann 2"


def test_a_seat_that_was_left_and_the_list_of_the_banned_have_the_new_name_too() -> None:
    seat = RoomSeat(0, None, "steady", "Ben", leaving=True, previous=BEN.id)
    left = replace(room(ANN), seats=(seat,), banned=(BEN,))
    named = membership.rename(left, replace(BEN, name="Ida"))
    assert ([one.name for one in named.seats], named.banned[0].name) == (["Ida"], "Ida")
    door = membership.rename(membership.knock(room(ANN), BEN), replace(BEN, name="Ida"))
    assert everybody(door) == ["Ann", "Ida"]
    back = membership.enter(replace(left, banned=()), BEN)
    assert everybody(back) == ["Ann", "Ben 2", "Ben"]
    named = membership.rename(back, replace(BEN, name="Ida"))
    assert everybody(named) == ["Ann", "Ida", "Ida 2"]
    assert membership.rename(named, replace(BEN, name="Ida", portrait="a00")).seats == named.seats


def test_a_bot_is_somebody_too() -> None:
    with_bot = seating.add_bot(room(ANN), "steady", "Ida", 5, all_fit)
    assert everybody(membership.enter(with_bot, replace(BEN, name="ida")))[1] == "ida 2"
    taken = replace(
        room(ANN),
        people=tuple(
            Person(PersonId(str(n)), name, registered=False) for n, name in enumerate(BOT_NAMES[1:])
        ),
    )
    assert bot_name(taken, 0.9) == BOT_NAMES[0]
    crowded = membership.enter(taken, Person(PersonId("x"), "Аdа", registered=False))
    assert bot_name(crowded, 0.9) == f"{BOT_NAMES[0]} 2"


def test_whoever_knocks_is_told_apart_from_those_inside_and_from_the_others_at_the_door() -> None:
    door = membership.knock(
        membership.knock(room(ANN), replace(BEN, name="Ann")), replace(BENNO, name="Ann")
    )
    assert everybody(door) == ["Ann", "Ann 2", "Ann 3"]
    inside, who = membership.admit(door, BENNO.id, accept=True)
    assert (who.name, everybody(inside)) == ("Ann 3", ["Ann", "Ann 3", "Ann 2"])


def test_who_comes_in_by_the_link_does_not_yield_to_who_knocks() -> None:
    door = membership.knock(room(ANN), BEN)
    assert everybody(membership.enter(door, BENNO)) == ["Ann", "Ben", "Ben 2"]


def test_the_forgotten_have_no_number() -> None:
    both = membership.rename(membership.enter(room(ANN), BEN), replace(BEN, name=NOBODY))
    assert display_name(both, replace(BENNO, name=NOBODY)) == NOBODY


STEPS = st.tuples(
    st.sampled_from(["enter", "rename", "knock", "admit", "kick", "sit", "bot"]),
    st.integers(0, 5),
    st.sampled_from(["Ann", "ann", "Ann 2", "Ben", LOOKS_LIKE_BEN, "Ida", "Ben 2", "Ben 22"]),
)


@given(st.lists(STEPS, max_size=30))
def test_whatever_happens_nobody_is_called_like_another(steps: list[tuple[str, int, str]]) -> None:
    now = room(ANN)
    for what, number, name in steps:
        who = Person(PersonId(str(number)), name, registered=False)
        try:
            match what:
                case "enter":
                    now = membership.enter(now, who)
                case "rename":
                    now = membership.rename(now, who)
                case "knock":
                    now = membership.knock(now, who)
                case "admit":
                    now, _ = membership.admit(now, who.id, accept=True)
                case "kick":
                    now, _ = membership.kick(now, PersonId(""), who.id)
                case "sit":
                    now = seating.sit(now, membership.check_member(now, who.id), 8, all_fit)
                case _:
                    now = seating.add_bot(now, "steady", bot_name(now, number / 6), 8, all_fit)
        except TableError:
            continue
        assert alike(everybody(now)) == []
        names = {one.id: one.name for one in now.people}
        assert all(seat.person is None or seat.name == names[seat.person] for seat in now.seats)


async def test_two_of_a_name_who_come_at_the_same_moment_are_told_apart_everywhere() -> None:
    async with table_server() as server:
        ann = await server.room()
        twins = [Person(PersonId(f"twin-{number}"), "Ben", registered=False) for number in range(2)]
        await asyncio.gather(*(server.lobby.enter(server.id, twin, sit=True) for twin in twins))
        ben, other = [
            Guest(twin.name, await server.lobby.connect(server.id, twin, None), server.clock)
            for twin in twins
        ]
        server.guests += (ben, other)
        await settle()
        named = ["Ann", "Ben", "Ben 2"]
        assert (
            [seat.name for seat in ann.room.seats]
            == [person.name for person in ann.room.people]
            == named
        )
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await server.start(ann, ben, other)
        await other.do(say.Say, text="It is me")
        assert (
            list(ann.frame.names)
            == [place.name for place in server.store.matches[server.match_id].places]
            == named
        )
        lines = [line for chat in ann.all(Chat) for line in chat.lines]
        assert [line.name for line in lines if line.person] == ["Ben 2"]
        assert "Ben 2 sits down." in [line.text for line in lines]

        await server.restart()
        back = await server.lobby.connect(server.id, twins[1], None)
        shown = Guest("Ben", back, server.clock)
        server.guests.append(shown)
        await settle()
        assert [seat.name for seat in shown.room.seats] == list(shown.frame.names) == named


async def test_whoever_is_not_ready_reads_you_and_comes_first() -> None:
    async with table_server() as server:
        ann = await server.room()
        bob, cat = await server.come("Bob"), await server.come("Cat")
        assert [one.room.config_problem for one in (ann, bob, cat)] == [
            "Not ready yet: Bob, Cat.",
            "Not ready yet: you, Cat.",
            "Not ready yet: you, Bob.",
        ]
        assert (await ann.refused(say.Start)).text == "Not ready yet: Bob, Cat."
        await cat.do(say.Ready, ready=True)
        assert [one.room.config_problem for one in (bob, cat)] == [
            "Not ready yet: you.",
            "Not ready yet: Bob.",
        ]


async def test_a_new_name_is_shown_everywhere() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        assert bob.room.you is not None
        await rename(server, bob.room.you, "Robert")
        await server.clock.pass_by(0)
        assert ann.seated == ["Ann", "Robert"]
        assert ann.frame.names == ("Ann", "Robert")
        assert ann.room.seats[1].registered
        await server.restart()
        assert (await server.connect("Ann")).frame.names == ("Ann", "Robert")


async def test_a_name_that_changed_elsewhere_is_seen_at_the_next_visit() -> None:
    async with table_server() as server:
        ann = await server.room()
        await server.lobby.connect(
            server.id, Person(person_id("Ann"), "Anna", registered=True), None
        )
        await settle()
        assert ann.seated == ["Anna"]


def test_a_temper_belongs_to_a_bot_name_and_to_no_other() -> None:
    tempers = ("meek", "bold")
    assert {temper(name, tempers) for name in BOT_NAMES} == set(tempers)
    assert (temper("Ada 2", tempers), temper("Ann", tempers), temper("Ada", ())) == ("", "", "")
