"""Push subscriptions: the browsers that are notified when a table waits for their person.

A login is one browser, so it has at most one subscription, and takes it along when it ends.

| a login | its browser subscribes | it stops | its push service forgot it | the login ends |
|---|---|---|---|---|
| without a subscription | has one | stays without | | |
| with one | has the new one instead | without | without | gone, with the subscription |

A browser that another person uses by now has one address, which the newer login takes over. Of an
account's sixth device on, the oldest subscription goes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import CheckConstraint, ForeignKey, LargeBinary, delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.database.base import Base, Id, String, Timestamp
from app.store.database.connections import Connection
from app.store.people.rows import AccountRow
from app.store.people.sessions import SESSION_LIFETIME, SessionRow

MOST: Final = 5
"""Of one account."""


class PushSubscriptionRow(Base):
    """The address and the keys by which one browser is reached."""

    __tablename__ = "push_subscriptions"
    __table_args__ = (
        CheckConstraint("octet_length(p256dh) = 65", name="p256dh_is_a_point"),
        CheckConstraint("octet_length(auth) = 16", name="auth_has_16_bytes"),
    )

    session_id: Mapped[Id] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True
    )
    endpoint: Mapped[String] = mapped_column(unique=True)
    """The address at the push service; whoever knows it and the keys can write to the browser."""
    p256dh: Mapped[bytes] = mapped_column(LargeBinary)
    auth: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[Timestamp] = mapped_column(server_default=func.clock_timestamp())


class PushSubscription(msgspec.Struct, frozen=True):
    """One browser as a push service reaches it. Printing it shows no secret."""

    endpoint: str
    p256dh: bytes
    """The browser's public key, as an uncompressed point."""
    auth: bytes

    def __repr__(self) -> str:
        return "PushSubscription(…)"


class Summons(msgspec.Struct, frozen=True):
    """A browser of a person of the room, and what its notification names."""

    person: str
    subscription: PushSubscription
    game: str
    club: str | None


_OF_PEOPLE: Final = """
SELECT account_id, endpoint, p256dh, auth, game, clubs.name AS club
FROM push_subscriptions JOIN sessions ON sessions.id = session_id
JOIN accounts ON accounts.id = account_id
JOIN rooms ON rooms.id = $1 AND rooms.people @> ARRAY[account_id]
LEFT JOIN clubs ON clubs.room_id = rooms.id
WHERE account_id = ANY($2::text[]) AND last_seen_at > $3 AND kind <> 'gone'
AND (suspension_reason IS NULL OR suspended_until <= $4)
ORDER BY made_at
"""


async def keep(
    db: AsyncSession, account_id: str, session_id: str, subscription: PushSubscription
) -> bool:
    """Makes it the login's subscription. False if the login has ended meanwhile."""
    await db.execute(
        select(AccountRow.id).where(AccountRow.id == account_id).with_for_update(key_share=True)
    )
    login = select(SessionRow.id).where(
        SessionRow.id == session_id, SessionRow.account_id == account_id
    )
    if await db.scalar(login.with_for_update(key_share=True)) is None:
        return False
    await db.execute(
        delete(PushSubscriptionRow).where(
            (PushSubscriptionRow.session_id == session_id)
            | (PushSubscriptionRow.endpoint == subscription.endpoint)
        )
    )
    db.add(
        PushSubscriptionRow(
            session_id=session_id,
            endpoint=subscription.endpoint,
            p256dh=subscription.p256dh,
            auth=subscription.auth,
        )
    )
    await db.flush()
    newest = (
        select(PushSubscriptionRow.session_id)
        .join(SessionRow, SessionRow.id == PushSubscriptionRow.session_id)
        .where(SessionRow.account_id == account_id)
        .order_by(PushSubscriptionRow.made_at.desc())
    )
    await db.execute(
        delete(PushSubscriptionRow).where(
            PushSubscriptionRow.session_id.in_(newest.offset(MOST).scalar_subquery())
        )
    )
    return True


async def end(db: AsyncSession, session_id: str) -> None:
    """Ends the login's subscription, if it has one."""
    await db.execute(
        delete(PushSubscriptionRow).where(PushSubscriptionRow.session_id == session_id)
    )


async def forget(connection: Connection, endpoint: str) -> None:
    """Ends the subscription at that address: its push service knows it no more."""
    await connection.execute("DELETE FROM push_subscriptions WHERE endpoint = $1", endpoint)


async def is_notified(db: AsyncSession, session_id: str | None) -> bool:
    """True if the login has a subscription."""
    found = select(PushSubscriptionRow.session_id).where(
        PushSubscriptionRow.session_id == session_id
    )
    return await db.scalar(found) is not None


async def of_people(
    connection: Connection, room_id: str, people: Sequence[str], now: datetime
) -> list[Summons]:
    """The browsers of those who are still people of the room, oldest subscription first."""
    rows = await connection.fetch(_OF_PEOPLE, room_id, people, now - SESSION_LIFETIME, now)
    return [
        Summons(
            row["account_id"],
            PushSubscription(row["endpoint"], row["p256dh"], row["auth"]),
            row["game"],
            row["club"],
        )
        for row in rows
    ]
