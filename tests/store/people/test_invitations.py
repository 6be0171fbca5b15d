"""Invitations: what each deed does in each state, what is shown, and what limits tell nobody."""

import asyncio

import msgspec
import pytest

from app.store.database.pools import Database
from app.store.people import invitations, mutes
from app.store.people.invitations import MOST_A_DAY, MOST_AN_HOUR, SHOWN
from app.store.people.rows import Account
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.errors import TooMuch
from app.table.model.room import Knock, Room
from tests.store.conftest import Guest, a_room, person


class Two:
    """Rhoda, who invites Ben, and her rooms."""

    def __init__(
        self, database: Database, rooms: PostgresRoomStore, rhoda: Account, ben: Account
    ) -> None:
        self.database, self.rooms, self.rhoda, self.ben = database, rooms, rhoda, ben
        self.sent: list[Room] = []

    async def invite(self, *more: Account) -> Room:
        """Rhoda invites Ben to a new room."""
        room = a_room(self.rhoda)
        await self.rooms.save(room)
        self.sent.append(room)
        async with self.database.sessions.begin() as db:
            people = [one.id for one in (self.ben, *more)]
            await invitations.send(db, self.rhoda.id, room.id, people)
        return room

    async def answer(self, deed: str) -> None:
        """Ben's answer to the first invitation, or another deed, by name."""
        rhoda, ben, first = self.rhoda.id, self.ben.id, self.sent[0].id
        async with self.database.request_connection() as connection:
            if deed == "accept":
                await invitations.accept(connection, ben, first)
            if deed == "decline":
                await invitations.decline(connection, ben, first)
        async with self.database.sessions.begin() as db:
            if deed == "sender blocks":
                assert await mutes.write(db, rhoda, ben, "block")
            if deed == "unblock":
                await mutes.write(db, rhoda, ben, "none")
                await mutes.write(db, ben, rhoda, "none")
            if deed.startswith("erase"):
                await erasure.erase_account(db, rhoda if deed == "erase sender" else ben)
        if deed == "addressee blocks":
            await self.block()
        if deed == "invite again":
            await self.invite()
        if deed == "a day passes":
            await self.execute("UPDATE invitations SET sent_at = sent_at - interval '25 hours'")
            async with self.database.sessions.begin() as db:
                await invitations.delete_expired(db)
        if deed == "the room is removed":
            await self.execute("DELETE FROM rooms")

    async def block(self) -> None:
        """Ben blocks Rhoda."""
        async with self.database.sessions.begin() as db:
            assert await mutes.write(db, self.ben.id, self.rhoda.id, "block")

    async def execute(self, statement: str) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(statement)

    async def state(self) -> str | None:
        """Of the first invitation; None where it is removed."""
        async with self.database.request_connection() as connection:
            found: str | None = await connection.fetchval(
                "SELECT state FROM invitations WHERE room_id = $1", self.sent[0].id
            )
        return found

    async def shown(self) -> list[str]:
        """The rooms to which Ben finds an invitation."""
        async with self.database.request_connection() as connection:
            found = await invitations.shown_to(connection, self.ben.id)
            for room in self.sent:
                one = await invitations.is_shown(connection, self.ben.id, room.id)
                assert one == (room.id in [each.room for each in found])
        return [one.room for one in found]


@pytest.fixture
async def two(database: Database, rooms: PostgresRoomStore, member: Guest) -> Two:
    return Two(database, rooms, await member("Rhoda"), await member("Ben"))


NEXT = {
    "accept": "accepted",
    "decline": "declined",
    "invite again": "void",
    "sender blocks": "void",
    "addressee blocks": "void",
    "unblock": "open",
}
ENDS = ("a day passes", "erase sender", "erase addressee", "the room is removed")


async def test_an_invitation_is_found_by_its_addressee_alone_with_who_and_what(two: Two) -> None:
    room = await two.invite()
    async with two.database.request_connection() as connection:
        (found,) = await invitations.shown_to(connection, two.ben.id)
        assert (found.room, found.name, found.game) == (room.id, "Rhoda", room.game)
        assert await invitations.shown_to(connection, two.rhoda.id) == []
        assert not await invitations.is_shown(connection, two.rhoda.id, room.id)


@pytest.mark.parametrize("deed", [*NEXT, *ENDS])
@pytest.mark.parametrize("before", ["open", "accept", "decline", "sender blocks"])
async def test_each_deed_in_each_state_leads_where_the_table_of_states_says(
    two: Two, before: str, deed: str
) -> None:
    await two.invite()
    if before != "open":
        await two.answer(before)
        assert await two.shown() == []
    await two.answer(deed)
    stays = NEXT.get(before)
    wanted = None if deed in ENDS else stays or NEXT[deed]
    assert await two.state() == wanted
    assert (two.sent[0].id in await two.shown()) == (wanted == "open")


async def test_a_block_that_is_taken_back_does_not_bring_an_invitation_back(two: Two) -> None:
    room = await two.invite()
    assert await two.shown() == [room.id]
    for deed in ("addressee blocks", "unblock"):
        await two.answer(deed)
        assert await two.shown() == []
    again = await two.invite()
    assert await two.shown() == [again.id]


@pytest.mark.parametrize("blocker", ["sender blocks", "addressee blocks"])
async def test_whoever_is_blocked_gets_nothing_and_it_counts_as_if_they_did(
    two: Two, member: Guest, blocker: str
) -> None:
    other = await member("Cleo")
    await two.invite(other)
    await two.answer(blocker)
    await two.invite(other)
    assert await two.shown() == []
    async with two.database.request_connection() as connection:
        assert len(await invitations.shown_to(connection, other.id)) == 1
        counted = "SELECT count(*) FROM invitations GROUP BY to_id"
        assert [row[0] for row in await connection.fetch(counted)] == [2, 2]


@pytest.mark.parametrize("answer", ["accept", "decline", "addressee blocks", "none"])
async def test_no_limit_tells_what_became_of_an_invitation(two: Two, answer: str) -> None:
    """After any answer the sender may send exactly as many more."""
    await two.invite()
    await two.answer(answer)
    async with two.database.sessions.begin() as db:
        await invitations.check_may_send(db, two.rhoda.id, MOST_AN_HOUR - 1)
        with pytest.raises(TooMuch):
            await invitations.check_may_send(db, two.rhoda.id, MOST_AN_HOUR)


async def test_a_muted_sender_is_not_heard_until_they_are(two: Two) -> None:
    room = await two.invite()
    for level in ("mute", "none"):
        async with two.database.sessions.begin() as db:
            await mutes.write(db, two.ben.id, two.rhoda.id, level)
        assert await two.shown() == [room.id] * (level == "none")
    async with two.database.sessions.begin() as db:
        await mutes.write(db, two.rhoda.id, two.ben.id, "mute")
    assert await two.shown() == [room.id], "the sender's own mute is about what the sender hears"


async def test_it_is_shown_while_the_sender_has_a_seat_and_the_addressee_is_not_there(
    two: Two,
) -> None:
    room = await two.invite()
    opened = await two.rooms.claim_room(room.id)
    assert opened is not None
    rhoda, ben = person(two.rhoda), person(two.ben)
    for change, shown in (
        ({"seats": ()}, False),
        ({"seats": (), "joining": (rhoda.id,)}, True),
        ({"seats": (), "joining": (ben.id,)}, False),
        ({}, True),
        ({"people": (rhoda, ben)}, False),
        ({"kicked": (ben.id,)}, False),
        ({"banned": (ben,)}, False),
        ({"knocks": (Knock(ben),)}, False),
        ({"people": ()}, True),
    ):
        await two.rooms.save(msgspec.structs.replace(room, **change), opened[1])
        assert await two.shown() == [room.id] * shown, change


@pytest.mark.parametrize(("until", "shown"), [(None, False), ("1 hour", False), ("-1 hour", True)])
async def test_a_suspended_sender_invites_nobody(two: Two, until: str | None, shown: bool) -> None:
    room = await two.invite()
    end = "NULL" if until is None else f"now() + interval '{until}'"
    await two.execute(
        f"UPDATE accounts SET suspension_reason = 'rude', suspended_until = {end}"
        f" WHERE id = '{two.rhoda.id}'"
    )
    assert await two.shown() == [room.id] * shown


async def test_after_a_day_it_is_not_shown_even_before_it_is_removed(two: Two) -> None:
    await two.invite()
    await two.execute("UPDATE invitations SET sent_at = now() - interval '24 hours 1 second'")
    assert await two.shown() == []
    assert await two.state() == "open"


async def test_nobody_invites_themselves_a_guest_or_nobody(two: Two, guest: Guest) -> None:
    stranger = await guest("Gus")
    room = a_room(two.rhoda)
    await two.rooms.save(room)
    async with two.database.sessions.begin() as db:
        people = [two.rhoda.id, stranger.id, "nobody"]
        await invitations.send(db, two.rhoda.id, room.id, people)
    async with two.database.request_connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM invitations") == 0


async def test_what_is_sent_within_an_hour_and_a_day_is_bounded_and_all_or_none(
    two: Two, member: Guest
) -> None:
    many = [await member(f"Guest {number}") for number in range(MOST_AN_HOUR - 1)]
    await two.invite(*many)
    with pytest.raises(TooMuch, match=r"30 people within an hour"):
        await two.invite(*many)
    async with two.database.request_connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM invitations") == MOST_AN_HOUR
    await two.execute("UPDATE invitations SET sent_at = sent_at - interval '2 hours'")
    await two.invite(*many)
    await two.execute("UPDATE invitations SET sent_at = sent_at - interval '2 hours'")
    assert MOST_A_DAY == 2 * MOST_AN_HOUR
    with pytest.raises(TooMuch):
        await two.invite()
    await two.execute("UPDATE invitations SET sent_at = sent_at - interval '21 hours'")
    await two.invite()


async def test_two_windows_that_send_at_once_stay_within_the_limit(two: Two, member: Guest) -> None:
    many = [await member(f"Guest {number}") for number in range(MOST_AN_HOUR // 2)]
    sent = await asyncio.gather(*(two.invite(*many) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(one, TooMuch) for one in sent) == 3
    assert sum(isinstance(one, Room) for one in sent) == 1


@pytest.mark.parametrize("blocker", ["ben", "rhoda"])
async def test_an_invitation_that_meets_a_block_under_way_waits_for_it_and_is_void(
    two: Two, blocker: str
) -> None:
    people = (two.ben.id, two.rhoda.id)
    who, other = people if blocker == "ben" else people[::-1]
    async with two.database.sessions.begin() as db:
        assert await mutes.write(db, who, other, "block")
        sending = asyncio.create_task(two.invite())
        await asyncio.wait([sending], timeout=0.2)
        assert not sending.done()
    await sending
    assert (await two.state(), await two.shown()) == ("void", [])


async def test_a_block_that_meets_an_invitation_under_way_waits_for_it_and_ends_it(
    two: Two,
) -> None:
    room = a_room(two.rhoda)
    await two.rooms.save(room)
    two.sent.append(room)
    async with two.database.sessions.begin() as db:
        await invitations.send(db, two.rhoda.id, room.id, [two.ben.id])
        blocking = asyncio.create_task(two.block())
        await asyncio.wait([blocking], timeout=0.2)
        assert not blocking.done()
    await blocking
    assert (await two.state(), await two.shown()) == ("void", [])


async def test_two_who_invite_each_other_at_once_both_do(two: Two) -> None:
    theirs = Two(two.database, two.rooms, two.ben, two.rhoda)
    for _ in range(10):
        mine, other = await asyncio.gather(two.invite(), theirs.invite())
        assert (await two.shown(), await theirs.shown()) == ([mine.id], [other.id])


async def test_a_home_page_shows_the_newest_few(two: Two, member: Guest) -> None:
    senders = [await member(f"Sender {number}") for number in range(SHOWN + 2)]
    rooms = []
    for sender in senders:
        rooms.append(await Two(two.database, two.rooms, sender, two.ben).invite())
    async with two.database.request_connection() as connection:
        found = await invitations.shown_to(connection, two.ben.id)
    assert [one.room for one in found] == [room.id for room in rooms[: -SHOWN - 1 : -1]]
