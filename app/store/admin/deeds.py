"""The deeds of moderators about people, each with its note, its audit line and its news.

All of a deed is in the caller's transaction. Tables and windows of this process follow after it.
"""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import audit, notes
from app.store.admin.audit import Action
from app.store.admin.notes import Kind, Note
from app.store.database import news
from app.store.database.base import ConcurrentChange
from app.store.database.connections import driver_connection
from app.store.matches.rows import PlaceRow
from app.store.people import accounts
from app.store.people.rows import Account
from app.store.rooms.chat_lines import set_removed
from app.store.rooms.rows import ChatRow
from app.table.model.room import RoomId
from app.text.lookalikes import skeleton


async def note(
    db: AsyncSession, by: str, account_id: str, words: str, seen: int | None = None
) -> None:
    """A private note; the audit log does not have its words. Raises Stale, LookupError."""
    await notes.write(db, account_id, by, Kind.PRIVATE, words, seen=seen)
    await audit.record(db, by, Action.NOTE, audit.account_subject(account_id))


async def warn(
    db: AsyncSession, by: str, account_id: str, words: str, seen: int | None = None
) -> None:
    """Raises Stale, LookupError."""
    await notes.write(db, account_id, by, Kind.WARNING, words, seen=seen)
    await audit.record(db, by, Action.WARN, audit.account_subject(account_id), words)


async def silence(
    db: AsyncSession,
    by: str,
    account_id: str,
    until: datetime,
    reason: str,
    seen: int | None = None,
) -> None:
    """Raises Stale, LookupError."""
    await notes.write(db, account_id, by, Kind.SILENCE, reason, seen=seen, until=until)
    said = f"{reason} (until {until:%Y-%m-%d %H:%M} UTC)"
    await audit.record(db, by, Action.SILENCE, audit.account_subject(account_id), said)
    await news.tell(db, news.Kind.MUTES_CHANGED, [account_id])


async def take_name(
    db: AsyncSession, by: str, account: Account, name: str, reason: str, seen: int | None = None
) -> Account:
    """Gives another name, and locks the old one; matches and chats show the new one.

    Raises Stale, BadName, NameTaken, LookupError.
    """
    old, looks = account.name, skeleton(account.name)
    await notes.write(db, account.id, by, Kind.NAME, reason, seen=seen, about=old, skeleton=looks)
    renamed = await accounts.rename(db, account.id, name)
    for row in (PlaceRow, ChatRow):
        await db.execute(update(row).where(row.account_id == account.id).values(name=renamed.name))
    await audit.record(db, by, Action.TAKE_NAME, audit.account_subject(account.id), reason)
    return renamed


async def remove_line(db: AsyncSession, by: str, account_id: str, line: int, reason: str) -> RoomId:
    """Takes a line of that person out of its chat; the room. Raises LookupError."""
    await notes.write(db, account_id, by, Kind.LINE, reason, about=str(line))
    room = await _set_removed(db, line, True)
    await audit.record(db, by, Action.REMOVE_LINE, audit.account_subject(account_id), reason)
    return room


async def undo(
    db: AsyncSession, by: str, account_id: str, number: int
) -> tuple[Note, RoomId | None]:
    """Takes back what that note tells; the note, and the room where a line came back.

    Raises LookupError.
    """
    undone = await notes.undo(db, account_id, number)
    await audit.record(db, by, Action.UNDO, audit.account_subject(account_id), undone.text)
    if undone.kind == Kind.SILENCE:
        await news.tell(db, news.Kind.MUTES_CHANGED, [account_id])
    room = None
    if undone.kind == Kind.LINE:
        try:
            room = await _set_removed(db, int(undone.about or 0), False)
        except LookupError:
            pass  # the line was deleted, since it was old
    return undone, room


async def _set_removed(db: AsyncSession, line: int, removed: bool) -> RoomId:
    room = await set_removed(await driver_connection(db), line, removed)
    if room is None:
        raise ConcurrentChange(f"line {line} is so already, or was deleted")
    await news.tell(db, news.Kind.CHAT_CHANGED, [room])
    return room
