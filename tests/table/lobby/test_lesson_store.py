"""The store of lessons: strangers take no lesson in use, and a school has one for each pupil."""

import pytest

from app.table.lobby.lesson_store import IN_USE_SECONDS, MAX_FOR_NETWORK, MAX_LESSONS, LessonStore
from app.table.model.errors import TooMuch
from app.table.model.room import ClockLevel, Person, PersonId, Room, RoomId
from app.table.ports import Fenced
from tests.table.fakes import FakeClock


class Learning:
    """A store, and who is connected to which lesson."""

    def __init__(self, most: int = MAX_LESSONS) -> None:
        self.clock = FakeClock()
        self.connected: set[str] = set()
        self.forgotten: list[str] = []
        self.store = LessonStore(self, self.clock, most=most)

    def has_visitors(self, room: RoomId) -> bool:
        return room in self.connected

    def forget_room(self, room: RoomId) -> None:
        self.forgotten.append(room)

    def begin(self, learner: str, network: str, connected: bool = False, number: int = 1) -> str:
        person = Person(PersonId(learner), learner, registered=False)
        room = Room(
            id=RoomId(f"{learner} {number}"), code="", secret="", game="high-card", options={},
            clock=ClockLevel.OFF, host=person.id, first_host=person.id, people=(person,),
            created=self.clock.now(),
        )  # fmt: skip
        self.store.add(room, network)
        if connected:
            self.connected.add(room.id)
        return room.id

    def kept(self, network: str) -> int:
        return sum(one.network == network for one in self.store._kept.values())


async def test_lessons_from_sixteen_addresses_evict_no_honest_open_one() -> None:
    """S7: twenty from each, left at once; the honest learner thinks about a card meanwhile."""
    learning = Learning(most=300)
    honest = learning.begin("Honest", "203.0.113.7", connected=True)
    for address in range(16):
        for number in range(20):
            learning.begin(f"stranger {address}-{number}", f"192.0.2.{address}")
    assert honest in learning.store
    assert len(learning.forgotten) == 21
    assert all("stranger" in room for room in learning.forgotten)


async def test_a_learner_who_left_for_a_while_goes_after_those_of_the_largest_network() -> None:
    learning = Learning(most=3)
    honest = learning.begin("Honest", "203.0.113.7")
    first = learning.begin("first", "192.0.2.1")
    learning.begin("second", "192.0.2.1")
    learning.begin("third", "192.0.2.1")
    assert honest in learning.store
    assert learning.forgotten == [first], "the one that was written longest ago"


async def test_where_all_lessons_are_in_use_the_newcomer_is_asked_to_come_later() -> None:
    learning = Learning(most=2)
    one = learning.begin("one", "192.0.2.1", connected=True)
    two = learning.begin("two", "192.0.2.1", connected=True)
    with pytest.raises(TooMuch, match="Try again in a few minutes"):
        learning.begin("three", "203.0.113.7")
    assert {one, two} <= learning.store._kept.keys()
    assert learning.forgotten == []
    await learning.clock.pass_by(IN_USE_SECONDS)
    learning.begin("three", "203.0.113.7")
    assert learning.forgotten == [one], "a lesson without a step for ten minutes is idle"


async def test_a_school_behind_one_address_has_a_lesson_for_each_pupil() -> None:
    learning = Learning()
    for number in range(200):
        learning.begin(f"pupil {number}", "198.51.100.1", connected=True)
        learning.begin(f"pupil {number}", "198.51.100.1", connected=True, number=2)
    assert learning.kept("198.51.100.1") == 200, "one for a person"


async def test_one_network_takes_at_most_its_own_share() -> None:
    learning = Learning()
    other = learning.begin("Honest", "203.0.113.7")
    for number in range(MAX_FOR_NETWORK + 5):
        learning.begin(f"stranger {number}", f"2001:db8:0:{number:x}::/64")
    assert learning.kept("2001:db8::/48") == MAX_FOR_NETWORK, "a /48 is one network"
    assert other in learning.store
    for room in learning.store._kept:
        learning.connected.add(room)
    with pytest.raises(TooMuch):
        learning.begin("one more", "2001:db8:0:1::/64")
    learning.begin("Somebody else", "198.51.100.1")


async def test_a_lesson_that_went_takes_no_more_steps() -> None:
    learning = Learning()
    room = RoomId(learning.begin("Ann", "a"))
    claimed = await learning.store.claim_room(room)
    assert claimed is not None
    learning.begin("Ann", "a", number=2)
    with pytest.raises(Fenced):
        await learning.store.save(*claimed)
    assert await learning.store.load(room) is None
