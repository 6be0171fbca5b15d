"""The people whom a report may name: those of its match, and of its table."""

from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.account_rows import AccountRow
from app.store.match_rows import PlaceRow
from app.store.report_chat import CHAT_BEFORE, MAX_LINES_BEFORE
from app.store.rooms import ChatRow
from app.table.model.room import Room


class PersonToName(msgspec.Struct, frozen=True):
    account_id: str
    name: str
    """As it was at the table."""


async def people_to_name(
    db: AsyncSession, reporter_id: str, match_id: str | None, room: Room | None, now: datetime
) -> tuple[PersonToName, ...]:
    """Everybody whom this reporter may name: never the reporter, a bot or a deleted account.

    The people of the match by seat. With a room, also its members, and the speakers of the chat
    that the report would carry, who may have left or been banned.
    """
    people: dict[str, str] = {}
    if match_id is not None:
        people.update(await _played(db, match_id))
    if room is not None:
        for account_id, name in (
            *((str(person.id), person.name) for person in room.people),
            *await _spoke(db, room, now),
        ):
            people.setdefault(account_id, name)
    people.pop(reporter_id, None)
    living = set(
        await db.scalars(
            select(AccountRow.id).where(AccountRow.id.in_(people), AccountRow.kind != "gone")
        )
    )
    return tuple(
        PersonToName(account_id, name)
        for account_id, name in people.items()
        if account_id in living
    )


async def _played(db: AsyncSession, match_id: str) -> dict[str, str]:
    """The people of a match by seat."""
    found = await db.execute(
        select(PlaceRow.account_id, PlaceRow.name)
        .where(PlaceRow.match_id == match_id, PlaceRow.account_id.is_not(None))
        .order_by(PlaceRow.seat)
    )
    return {str(account_id): name for account_id, name in found}


async def _spoke(db: AsyncSession, room: Room, now: datetime) -> list[tuple[str, str]]:
    """The speakers of the last lines, latest first."""
    lines = (
        select(ChatRow.account_id, ChatRow.name)
        .where(ChatRow.room_id == room.id, ChatRow.said_at >= now - CHAT_BEFORE)
        .order_by(ChatRow.number.desc())
        .limit(MAX_LINES_BEFORE)
    )
    return [
        (person, name)
        for person, name in await db.execute(lines)
        if person is not None and name is not None
    ]
