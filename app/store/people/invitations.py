"""Invitations: a member asks people they played with to a table, and each finds it at home.

An invitation is to one room, from its host to one member. It stands for a day, and is in one of
four states. `open`: its addressee finds it on the home page. `accepted`, `declined`: the addressee
has answered. `void`: it is over without an answer.

| deed                                    | open     | accepted | declined | void    |
|-----------------------------------------|----------|----------|----------|---------|
| the addressee accepts, once in the room | accepted | as it is | as it is | as it is |
| the addressee declines                  | declined | as it is | as it is | as it is |
| the sender asks them to another room    | void     | as it is | as it is | as it is |
| either of the two blocks the other      | void     | as it is | as it is | as it is |
| a day has passed                        | removed  | removed  | removed  | removed |
| either is erased, or the room removed   | removed  | removed  | removed  | removed |

An open one is not shown while its sender is suspended or has no seat in the room: so the sender
takes it back by leaving the seat. Nor is it while the addressee has muted the sender, or is known
in the room already: a member, or kicked or banned there. What comes to somebody who is blocked is
void from the beginning.

The sender learns nothing of all this. What they have sent counts for a day and an hour, whatever
became of it, so no limit tells either.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, Index, delete, func, or_, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, String, Timestamp
from app.store.database.connections import Connection
from app.table.model.errors import TooMuch

MOST_AN_HOUR: Final = 30
MOST_A_DAY: Final = 60
SHOWN: Final = 6
"""The newest ones, which a home page shows."""


class InvitationRow(Base):
    """A member's invitation of another one to a room."""

    __tablename__ = "invitations"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'accepted', 'declined', 'void')", name="state"),
        CheckConstraint("from_id <> to_id", name="of_somebody_else"),
        Index("ix_invitations_from_id", "from_id", "sent_at"),
        Index("ix_invitations_to_id", "to_id", "sent_at"),
    )

    room_id: Mapped[Id] = mapped_column(
        ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )
    to_id: Mapped[Id] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
    )
    from_id: Mapped[Id] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    state: Mapped[String] = mapped_column(server_default=text("'open'"))
    sent_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class Invitation(msgspec.Struct, frozen=True):
    """An open invitation, as its addressee reads it."""

    room: str
    """The room's id."""
    name: str
    """The sender's, as it is now."""
    game: str
    """Slug."""
    sent: datetime


_SHOWN: Final = """
SELECT room_id, accounts.name, rooms.game, sent_at FROM invitations
JOIN accounts ON accounts.id = from_id JOIN rooms ON rooms.id = room_id
WHERE to_id = $1 AND invitations.state = 'open' AND sent_at > now() - interval '1 day'
AND (suspension_reason IS NULL OR suspended_until <= now())
AND ((rooms.state -> 'seats') @> jsonb_build_array(jsonb_build_object('person', from_id))
    OR (rooms.state -> 'joining') @> to_jsonb(from_id))
AND NOT rooms.people @> ARRAY[to_id]
AND NOT EXISTS (SELECT FROM mutes WHERE account_id = to_id AND other_id = from_id)
"""
ALL_SHOWN: Final = f"{_SHOWN} ORDER BY sent_at DESC, room_id LIMIT {SHOWN}"
_ONE_SHOWN: Final = f"{_SHOWN} AND room_id = $2"
_ANSWER: Final = """
UPDATE invitations SET state = $3 WHERE room_id = $2 AND to_id = $1 AND state = 'open'
"""
_LOCK: Final = text("""
SELECT id FROM accounts WHERE id = ANY (CAST(:people AS text[])) ORDER BY id FOR NO KEY UPDATE
""")
"""Two sendings of one person follow one another, and so do a sending and a block or an erasure."""
_COUNT: Final = text("""
SELECT count(*) FILTER (WHERE sent_at > now() - interval '1 hour'), count(*) FROM invitations
WHERE from_id = :sender AND sent_at > now() - interval '1 day'
""")
_REPLACE: Final = text("""
UPDATE invitations SET state = 'void'
WHERE from_id = :sender AND to_id = ANY (CAST(:people AS text[])) AND state = 'open'
""")
_SEND: Final = text("""
INSERT INTO invitations (room_id, to_id, from_id, state)
SELECT :room, id, :sender, CASE WHEN EXISTS (
    SELECT FROM mutes WHERE blocked
    AND (account_id = :sender AND other_id = id OR account_id = id AND other_id = :sender)
) THEN 'void' ELSE 'open' END
FROM accounts WHERE id = ANY (CAST(:people AS text[])) AND id <> :sender AND kind = 'member'
ON CONFLICT DO NOTHING
""")
"""A block leaves a row too, so that it counts like any other."""
_VOID: Final = text("""
UPDATE invitations SET state = 'void' WHERE state = 'open'
AND (from_id = :one AND to_id = :other OR from_id = :other AND to_id = :one)
""")
_DELETE_OLD: Final = text("DELETE FROM invitations WHERE sent_at <= now() - interval '1 day'")


async def shown_to(connection: Connection, account_id: str) -> list[Invitation]:
    """The open invitations of a member that are shown now, the newest first."""
    return [Invitation(*row) for row in await connection.fetch(ALL_SHOWN, account_id)]


async def is_shown(connection: Connection, account_id: str, room_id: str) -> bool:
    """True if the member has an open invitation to that room which is shown now."""
    return await connection.fetchrow(_ONE_SHOWN, account_id, room_id) is not None


async def accept(connection: Connection, account_id: str, room_id: str) -> None:
    """Call once the member is in the room."""
    await connection.execute(_ANSWER, account_id, room_id, "accepted")


async def decline(connection: Connection, account_id: str, room_id: str) -> None:
    await connection.execute(_ANSWER, account_id, room_id, "declined")


async def check_may_send(db: AsyncSession, sender_id: str, number: int) -> None:
    """Raises TooMuch if this member may not send this many more now."""
    hour, day = (await db.execute(_COUNT, {"sender": sender_id})).one()
    if hour + number > MOST_AN_HOUR or day + number > MOST_A_DAY:
        raise TooMuch(
            f"You may invite {MOST_AN_HOUR} people within an hour, and {MOST_A_DAY} within a day. "
            "Invite fewer, or open a table and send its invite link."
        )


async def send(db: AsyncSession, sender_id: str, room_id: str, people: Collection[str]) -> None:
    """Invites the members to the sender's room. Raises TooMuch, and then sends none."""
    named = {"sender": sender_id, "people": [*people]}
    await db.execute(_LOCK, {"people": [sender_id, *people]})
    await check_may_send(db, sender_id, len(people))
    await db.execute(_REPLACE, named)
    await db.execute(_SEND, {**named, "room": room_id})


async def void_between(db: AsyncSession, one: str, other: str) -> None:
    """Ends the open invitations of these two to each other, when either blocks the other."""
    await db.execute(_VOID, {"one": one, "other": other})


async def erase(db: AsyncSession, account_id: str) -> None:
    """Deletes what the account has sent and got."""
    mine = or_(InvitationRow.from_id == account_id, InvitationRow.to_id == account_id)
    await db.execute(delete(InvitationRow).where(mine))


async def delete_expired(db: AsyncSession) -> None:
    """Deletes what was sent more than a day ago."""
    await db.execute(_DELETE_OLD)
