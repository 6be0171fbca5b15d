"""Clubs: rooms that are kept, with members, a weekly evening and a table of all their matches.

Whoever hosts a room may found a club in it. Members are people of the room with an account.

| a club | its host leaves, or is erased | another member leaves, or is erased | its host ends it |
|---|---|---|---|
| with other members | the one who joined first is host | goes on | gone; the room stays |
| with its host alone | gone; the room stays | | gone; the room stays |
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, Row, delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, String, Timestamp

MOST_MEMBERS: Final = 40
MOST_CLUBS: Final = 10
"""Of one person."""


class ClubRow(Base):
    """A room that is kept, with its name and its evening."""

    __tablename__ = "clubs"
    __table_args__ = (
        CheckConstraint("weekday BETWEEN 0 AND 6 AND minute BETWEEN 0 AND 1439", name="evening"),
        CheckConstraint(
            "(weekday IS NULL) = (minute IS NULL) AND (weekday IS NULL) = (zone IS NULL)",
            name="whole_evening",
        ),
    )

    room_id: Mapped[Id] = mapped_column(
        ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )
    host_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), index=True)
    name: Mapped[String]
    weekday: Mapped[int | None]
    """0 is Monday."""
    minute: Mapped[int | None]
    """Of the day."""
    zone: Mapped[String | None]
    """The time zone of weekday and minute, as "Europe/Vienna"."""
    founded_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class ClubMemberRow(Base):
    """One member of a club, its host too."""

    __tablename__ = "club_members"

    room_id: Mapped[Id] = mapped_column(
        ForeignKey("clubs.room_id", ondelete="CASCADE"), primary_key=True
    )
    account_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    joined_at: Mapped[Timestamp] = mapped_column(server_default=func.clock_timestamp())


class Evening(msgspec.Struct, frozen=True):
    """The evening on which a club meets, every week."""

    weekday: int
    minute: int
    zone: str

    def next_after(self, now: datetime) -> datetime:
        """The beginning of the next evening, or of one that began in the last three hours."""
        try:
            zone: ZoneInfo | None = ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError):
            zone = None  # this machine does not know it: UTC is at most half a day off
        here = (now - timedelta(hours=3)).astimezone(zone or UTC)
        begins = here.replace(
            hour=self.minute // 60, minute=self.minute % 60, second=0, microsecond=0
        )
        begins += timedelta(days=(self.weekday - here.weekday()) % 7)
        return begins if begins > here else begins + timedelta(days=7)

    @property
    def time(self) -> str:
        """The time of day.

        >>> Evening(3, 1205, "Europe/Vienna").time
        '20:05'
        """
        return f"{self.minute // 60:02}:{self.minute % 60:02}"

    def words(self, now: datetime) -> str:
        """The next evening, as a page says it.

        >>> Evening(3, 1200, "UTC").words(datetime(2026, 12, 1, tzinfo=UTC))
        'Thursday, 3 December, 20:00 (UTC)'
        """
        begins = self.next_after(now)
        return f"{begins:%A}, {begins.day} {begins:%B}, {self.time} ({self.zone})"


class Member(msgspec.Struct, frozen=True):
    """A member of a club, by account."""

    id: str
    name: str
    joined: datetime


class Club(msgspec.Struct, frozen=True):
    """A club as its members see it."""

    room: str
    name: str
    game: str
    host: str
    """The account of the host."""
    evening: Evening | None
    members: tuple[Member, ...] = ()
    """In the order in which they joined; empty in lists."""


class Score(msgspec.Struct, frozen=True):
    """The sums of one member in one game, over all matches of the room that are kept."""

    game: str
    account: str
    name: str
    matches: int
    won: int
    place: float | None
    """The mean."""
    points: int


_CLUBS: Final = """
SELECT clubs.room_id, clubs.name, game, host_id, weekday, minute, zone
FROM clubs JOIN rooms ON rooms.id = clubs.room_id
"""
_OF_ROOM: Final = f"{_CLUBS} WHERE clubs.room_id = :room"
_OF_PERSON: Final = f"""
{_CLUBS} JOIN club_members ON club_members.room_id = clubs.room_id
WHERE account_id = :person ORDER BY clubs.name, clubs.room_id
"""
_MEMBERS: Final = text("""
SELECT accounts.id, accounts.name, joined_at
FROM club_members JOIN accounts ON accounts.id = account_id
WHERE room_id = :room ORDER BY joined_at
""")
_SCORES: Final = text("""
SELECT game, account_id, accounts.name, count(*), count(*) FILTER (WHERE finish = 1),
    avg(finish)::float, coalesce(sum(points), 0)
FROM matches JOIN places ON match_id = matches.id JOIN accounts ON accounts.id = account_id
WHERE room_id = :room AND state IN ('finished', 'stopped')
AND account_id IN (SELECT account_id FROM club_members WHERE room_id = :room)
GROUP BY game, account_id, accounts.name
ORDER BY game, coalesce(sum(points), 0) DESC, accounts.name
""")
_HEIR: Final = text("""
UPDATE clubs SET host_id = (
    SELECT account_id FROM club_members WHERE room_id = clubs.room_id ORDER BY joined_at LIMIT 1
) WHERE room_id = :room AND host_id = :person
AND EXISTS (SELECT FROM club_members WHERE room_id = clubs.room_id)
""")
_EMPTY: Final = text("""
DELETE FROM clubs WHERE room_id = :room
AND NOT EXISTS (SELECT FROM club_members WHERE room_id = :room)
""")


async def found(db: AsyncSession, room: str, host: str, name: str) -> bool:
    """Founds a club in the room; False if there is one, or the person is in too many."""
    if await _is_in_too_many(db, host) or await db.get(ClubRow, room) is not None:
        return False
    db.add(ClubRow(room_id=room, host_id=host, name=name))
    await db.flush()
    db.add(ClubMemberRow(room_id=room, account_id=host))
    await db.flush()
    return True


async def join(db: AsyncSession, room: str, person: str) -> bool:
    """Makes the person a member; False if the club is full or the person is in too many."""
    await db.execute(select(ClubRow).where(ClubRow.room_id == room).with_for_update(key_share=True))
    of_room = select(func.count()).where(ClubMemberRow.room_id == room)
    if (await db.scalar(of_room) or 0) >= MOST_MEMBERS or await _is_in_too_many(db, person):
        return False
    if await db.get(ClubMemberRow, (room, person)) is None:
        db.add(ClubMemberRow(room_id=room, account_id=person))
        await db.flush()
    return True


async def leave(db: AsyncSession, room: str, person: str) -> None:
    """Takes the person out of the club, which may get another host or end."""
    await db.execute(select(ClubRow).where(ClubRow.room_id == room).with_for_update(key_share=True))
    await db.execute(
        delete(ClubMemberRow).where(
            ClubMemberRow.room_id == room, ClubMemberRow.account_id == person
        )
    )
    await db.execute(_HEIR, {"room": room, "person": person})
    await db.execute(_EMPTY, {"room": room})


async def erase(db: AsyncSession, person: str) -> None:
    """Takes the person out of all clubs."""
    own = select(ClubMemberRow.room_id).where(ClubMemberRow.account_id == person)
    for room in [*await db.scalars(own)]:
        await leave(db, room, person)


async def change(db: AsyncSession, room: str, name: str, evening: Evening | None) -> None:
    await db.execute(
        update(ClubRow)
        .where(ClubRow.room_id == room)
        .values(
            name=name,
            weekday=evening and evening.weekday,
            minute=evening and evening.minute,
            zone=evening and evening.zone,
        )
    )


async def end(db: AsyncSession, room: str) -> None:
    await db.execute(delete(ClubRow).where(ClubRow.room_id == room))


async def of_room(db: AsyncSession, room: str) -> Club | None:
    """The club with its members."""
    row = (await db.execute(text(_OF_ROOM), {"room": room})).one_or_none()
    if row is None:
        return None
    members = await db.execute(_MEMBERS, {"room": room})
    return msgspec.structs.replace(_club(row), members=tuple(Member(*one) for one in members))


async def of_person(db: AsyncSession, person: str) -> list[Club]:
    """The clubs in which the person is a member, by name."""
    return [_club(row) for row in await db.execute(text(_OF_PERSON), {"person": person})]


async def scores(db: AsyncSession, room: str) -> list[Score]:
    """By game, most points first."""
    return [Score(*row) for row in await db.execute(_SCORES, {"room": room})]


async def _is_in_too_many(db: AsyncSession, person: str) -> bool:
    own = select(func.count()).where(ClubMemberRow.account_id == person)
    return (await db.scalar(own) or 0) >= MOST_CLUBS


def _club(row: Row[Any]) -> Club:
    evening = None if row.weekday is None else Evening(row.weekday, row.minute, row.zone)
    return Club(row.room_id, row.name, row.game, row.host_id, evening)
