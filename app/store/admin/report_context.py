"""Around a report: the people whom it may name, and the chat near its moment.

The chat is read through the report alone, and each reading is audited.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, any_, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import audit, reports
from app.store.admin.audit import Action
from app.store.admin.reports import Report
from app.store.matches.rows import EntryRow, MatchRow, PlaceRow
from app.store.people.rows import AccountRow
from app.store.rooms.rows import ChatRow, read_server_line
from app.table.model.chat import SERVER_NAME, say
from app.table.model.room import Room

CHAT_BEFORE: Final = timedelta(hours=1)
CHAT_AFTER: Final = timedelta(minutes=15)
"""The window around a report's moment whose chat lines an administrator may read."""
MAX_LINES_BEFORE: Final = 40
MAX_LINES_AFTER: Final = 20
"""Lines of that window, counted from the moment."""


# -- the people


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


# -- the chat


class NoChat(LookupError):
    """The report does not open the chat to that administrator; see Report.opens_chat_for."""


class ReportedLine(msgspec.Struct, frozen=True):
    """One line of chat."""

    at: datetime
    account_id: str | None
    """None: the server speaks."""
    name: str
    """The speaker's, then."""
    text: str
    number: int = 0
    """0: the server speaks."""
    removed: bool = False
    """A moderator took it out of the chat."""


class ReportedChat(msgspec.Struct, frozen=True):
    """The lines around a report's moment, oldest first."""

    before: tuple[ReportedLine, ...]
    after: tuple[ReportedLine, ...]


async def moment_of(db: AsyncSession, match_id: str, step: int | None) -> datetime | None:
    """The time of that entry, or else the match's end. None while the match runs."""
    match = await db.get(MatchRow, match_id)
    if match is None or match.ended_at is None or step is None:
        return None if match is None else match.ended_at
    return await db.scalar(
        select(EntryRow.recorded_at).where(
            EntryRow.match_id == match_id,
            EntryRow.month == match.month,
            EntryRow.ply == min(step, match.ply - 1),
        )
    )


async def read_chat(db: AsyncSession, number: int, admin_id: str) -> ReportedChat:
    """The lines around the moment, after a line in the audit log about this reading.

    Raises NoChat, and LookupError as by_number does.
    """
    report = await reports.by_number(db, number, admin_id)
    if not report.opens_chat_for(admin_id):
        raise NoChat(f"report {number} opens no chat")
    await audit.record(db, admin_id, Action.READ_CHAT, audit.report_subject(number))
    at, moment = ChatRow.said_at, report.moment_at
    earlier = at.between(moment - CHAT_BEFORE, moment)
    later = (at > moment) & (at <= moment + CHAT_AFTER)
    before = await _lines(db, report, earlier, MAX_LINES_BEFORE, last=True)
    after = await _lines(db, report, later, MAX_LINES_AFTER, last=False)
    return ReportedChat(before, after)


async def speaker_of(db: AsyncSession, number: int, line: int, admin_id: str) -> str:
    """The account of whoever said that line of the report's chat.

    Raises NoChat, LookupError.
    """
    report = await reports.by_number(db, number, admin_id)
    if not report.opens_chat_for(admin_id):
        raise NoChat(f"report {number} opens no chat")
    moment = report.moment_at
    speaker = await db.scalar(
        select(ChatRow.account_id).where(
            ChatRow.number == line,
            ChatRow.room_id == report.room_id,
            ChatRow.said_at.between(moment - CHAT_BEFORE, moment + CHAT_AFTER),
        )
    )
    if speaker is None:
        raise LookupError(f"report {number} has no line {line}")
    return str(speaker)


async def _lines(
    db: AsyncSession, report: Report, when: ColumnElement[bool], most: int, last: bool
) -> tuple[ReportedLine, ...]:
    """The first or last `most` lines of the report's room at that time, oldest first."""
    names = (
        select(func.json_object_agg(AccountRow.id, AccountRow.name))
        .where(AccountRow.id == any_(ChatRow.about))
        .correlate(ChatRow)
        .scalar_subquery()
    )
    found = await db.execute(
        select(ChatRow, names)
        .where(ChatRow.room_id == report.room_id, when)
        .order_by(ChatRow.number.desc() if last else ChatRow.number)
        .limit(most)
    )
    lines = tuple(_line(row, names or {}) for row, names in found)
    return lines[::-1] if last else lines


def _line(row: ChatRow, names: Mapping[str, str]) -> ReportedLine:
    """The line as it is read. `names`: of the people in a line of the server, by id."""
    if row.account_id is not None:
        return ReportedLine(
            row.said_at,
            row.account_id,
            row.name or "",
            row.text or "",
            row.number,
            row.removed_at is not None,
        )
    return ReportedLine(row.said_at, None, SERVER_NAME, _server_text(row, names))


def _server_text(row: ChatRow, names: Mapping[str, str]) -> str:
    """The sentence of a line of the server; its code, if this version does not know it."""
    arguments = row.arguments or {"named": (), "value": ""}
    line = read_server_line(row.code or "", row.about or (), arguments, names)
    return row.code or "" if line is None else say(line)
