"""Accounts: guests, members with a reserved name and a password, and deleted ones."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, func, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.base import (
    MAX_COUNTED,
    PAGE_SIZE,
    ConcurrentChange,
    Page,
    bounded_count,
    like_search,
    new_id,
    offset,
)
from app.store.database.storable_text import is_id, is_unstorable, require_storable
from app.store.people import table_notes
from app.store.people.names import DELETED_NAME, NameLocked, NameTaken, clean_name
from app.store.people.rows import Account, AccountRow, Role, to_account
from app.text.lookalikes import skeleton

_IS_LOCKED: Final = text("""
SELECT EXISTS (SELECT FROM notes WHERE skeleton = :skeleton AND kind = 'name' AND undone_at IS NULL)
""")
_LAST_BEARER: Final = text("""
SELECT account_id FROM notes WHERE skeleton = :skeleton AND kind = 'name' AND undone_at IS NULL
ORDER BY number DESC LIMIT 1
""")

# -- finding


async def by_id(db: AsyncSession, account_id: str) -> Account | None:
    """The account with that id, deleted ones included."""
    row = await db.get(AccountRow, account_id) if is_id(account_id) else None
    return None if row is None else to_account(row)


async def by_ids(db: AsyncSession, ids: Iterable[str | None]) -> dict[str, Account]:
    """The accounts with these ids, by id, deleted ones included."""
    rows = await db.scalars(select(AccountRow).where(AccountRow.id.in_(set(ids))))
    return {row.id: to_account(row) for row in rows}


async def by_name(db: AsyncSession, name: str) -> Account | None:
    """The member of that name or of a look-alike. Guests are not found by name."""
    row = await _find_member(db, name)
    return None if row is None else to_account(row)


async def by_taken_name(db: AsyncSession, name: str) -> Account | None:
    """The last bearer of a name that a moderator took away: it still logs in."""
    if len(name) > 200 or is_unstorable(name):
        return None
    bearer = await db.scalar(_LAST_BEARER, {"skeleton": skeleton(name)})
    return None if bearer is None else await by_id(db, bearer)


async def password_hash_of(db: AsyncSession, account_id: str) -> str | None:
    """The member's password hash; None for guests and where there is no such account."""
    return (
        await db.scalar(select(AccountRow.password_hash).where(AccountRow.id == account_id))
        if is_id(account_id)
        else None
    )


async def search(
    db: AsyncSession,
    part: str = "",
    kind: str | None = None,
    suspended: bool = False,
    page: int = 1,
) -> Page[Account]:
    """Accounts whose name contains `part` or whose id is `part`, newest first."""
    if is_unstorable(part):
        return Page((), 1, 0)
    wanted: list[ColumnElement[bool]] = []
    if part.strip():
        wanted.append(
            or_(
                AccountRow.name.ilike(like_search(part.strip()), escape="\\"),
                AccountRow.id == part.strip(),
            )
        )
    if kind is not None:
        wanted.append(AccountRow.kind == kind)
    if suspended:
        wanted.append(AccountRow.suspension_reason.is_not(None))
    total = await bounded_count(
        db, select(AccountRow.id).where(*wanted).order_by(AccountRow.created_at)
    )
    skip = offset(min(page, MAX_COUNTED // PAGE_SIZE))
    found = (
        select(AccountRow)
        .where(*wanted)
        .order_by(AccountRow.created_at.desc(), AccountRow.id)
        .offset(skip)
        .limit(PAGE_SIZE)
    )
    return Page(tuple(map(to_account, await db.scalars(found))), page, total)


async def _find_member(db: AsyncSession, name: str) -> AccountRow | None:
    if len(name) > 200 or is_unstorable(name):
        return None
    spelled = AccountRow.name == unicodedata.normalize("NFKC", " ".join(name.split()))
    alike = AccountRow.skeleton == skeleton(name)
    found: AccountRow | None = await db.scalar(
        select(AccountRow)
        .where(AccountRow.kind == "member", or_(spelled, alike))
        .order_by(spelled.desc())
        .limit(1)
    )
    return found


# -- creating and changing


async def create_guest(db: AsyncSession, name: str) -> Account:
    """A new guest. Guests may share a name with guests, not with a member.

    Raises BadName, NameTaken.
    """
    name = clean_name(name)
    if await _find_member(db, name):
        raise NameTaken
    await _check_not_locked(db, name)
    row = AccountRow(id=new_id(), name=name, skeleton=skeleton(name), kind="guest")
    db.add(row)
    await db.flush()
    return to_account(row)


async def register(db: AsyncSession, account_id: str, name: str, password_hash: str) -> Account:
    """The guest becomes a member in the same row: seats, history and standings stay.

    Raises BadName, NameTaken; LookupError where there is no such guest.
    """
    name = clean_name(name)
    row = await _row(db, account_id)
    if row.kind != "guest":
        raise ConcurrentChange(f"{account_id} is no guest")
    await _check_not_locked(db, name)
    return await _set_name(db, row, name, kind="member", password_hash=password_hash)


async def rename(db: AsyncSession, account_id: str, name: str) -> Account:
    """Gives the account a new name; earlier matches keep the old one.

    Raises BadName, NameTaken, and LookupError where there is no such account.
    """
    name = clean_name(name)
    row = await _row(db, account_id)
    await _check_not_locked(db, name)
    if row.kind == "guest":
        if await _find_member(db, name):
            raise NameTaken
        row.name, row.skeleton = name, skeleton(name)
        await db.flush()
        await table_notes.write_of_name(db, row.id)
        return to_account(row)
    return await _set_name(db, row, name)


async def set_portrait(db: AsyncSession, account_id: str, portrait: str) -> Account:
    """Stores a code of PORTRAIT. Raises LookupError where there is no such account."""
    row = await _row(db, account_id)
    row.portrait = portrait
    await db.flush()
    await table_notes.write(db, account_id)
    return to_account(row)


async def note_learned(db: AsyncSession, account_id: str, lesson: str) -> None:
    """Keeps a lesson as learned, once. Nothing for nobody."""
    known = AccountRow.learned.contains([lesson])
    await db.execute(
        update(AccountRow)
        .where(AccountRow.id == account_id, ~known)
        .values(learned=func.array_append(AccountRow.learned, lesson))
    )


async def learned(db: AsyncSession, account_id: str) -> tuple[str, ...]:
    """The lessons that the person has learned, first one first; none for nobody."""
    found = await db.scalar(select(AccountRow.learned).where(AccountRow.id == account_id))
    return tuple(found or ())


async def set_password(db: AsyncSession, account_id: str, password_hash: str) -> None:
    """Stores a member's password hash. Raises LookupError for any other account."""
    row = await _row(db, account_id)
    if row.kind != "member":
        raise ConcurrentChange(f"{account_id} is no member")
    row.password_hash = password_hash
    await db.flush()


class LastAdministrator(Exception):
    """Nobody else would be an administrator any more."""


async def set_role(
    db: AsyncSession, account_id: str, role: Role, even_the_last: bool = False
) -> Account:
    """`even_the_last`: for the operator, who can make another administrator at any time.

    Raises LookupError for anybody but a member, LastAdministrator.
    """
    row = await _row(db, account_id)
    if row.kind != "member":
        raise ConcurrentChange(f"{account_id} is no member")
    if row.role == Role.ADMINISTRATOR != role and not even_the_last:
        await check_not_last(db, account_id)
    row.role = role
    await db.flush()
    return to_account(row)


async def check_not_last(db: AsyncSession, account_id: str) -> None:
    """Locks all administrators, so that two who leave at once find each other.

    Raises LastAdministrator.
    """
    administrators = (
        select(AccountRow.id).where(AccountRow.role == Role.ADMINISTRATOR).order_by(AccountRow.id)
    )
    found = await db.scalars(administrators.with_for_update(key_share=True))
    if set(found) <= {account_id}:
        raise LastAdministrator


async def _check_not_locked(db: AsyncSession, name: str) -> None:
    if await db.scalar(_IS_LOCKED, {"skeleton": skeleton(name)}):
        raise NameLocked


async def _set_name(db: AsyncSession, row: AccountRow, name: str, **more: str) -> Account:
    """Sets the name. The unique index decides who gets it: two may ask at the same moment."""
    try:
        async with db.begin_nested():
            await db.execute(
                update(AccountRow)
                .where(AccountRow.id == row.id)
                .values(name=name, skeleton=skeleton(name), **more)
            )
    except IntegrityError as error:
        if "uq_accounts_skeleton_of_members" in str(error):
            raise NameTaken from None
        raise
    await table_notes.write_of_name(db, row.id)
    await db.refresh(row)
    return to_account(row)


async def _row(db: AsyncSession, account_id: str) -> AccountRow:
    row = (
        await db.get(AccountRow, account_id, with_for_update={"key_share": True})
        if is_id(account_id)
        else None
    )
    if row is None or row.kind == "gone":
        raise ConcurrentChange(f"there is no account {account_id!r}")
    return row


# -- suspending and deleting


async def suspend(db: AsyncSession, account_id: str, until: datetime | None, why: str) -> Account:
    """Suspends the account until a date, or for good (None). `why` is shown to its owner.

    Raises LookupError, UnstorableText.
    """
    row = await _row(db, account_id)
    row.suspended_until, row.suspension_reason = until, require_storable(why, "The reason")
    await db.flush()
    await table_notes.write(db, account_id)
    return to_account(row)


async def lift_suspension(db: AsyncSession, account_id: str) -> Account:
    """Raises LookupError where nobody is suspended."""
    row = await _row(db, account_id)
    if row.suspension_reason is None:
        raise ConcurrentChange(f"{account_id} is not suspended")
    row.suspended_until = row.suspension_reason = None
    await db.flush()
    return to_account(row)


async def anonymize(db: AsyncSession, account_id: str) -> None:
    """Removes name, password and rights from the account.

    The account's part of `erasure.erase_account`. Raises LookupError.
    """
    row = await _row(db, account_id)
    row.name, row.skeleton, row.kind = DELETED_NAME, skeleton(DELETED_NAME), "gone"
    row.password_hash = row.suspended_until = row.suspension_reason = None
    row.role, row.portrait, row.learned = Role.NONE, "", []
    await db.flush()
    await table_notes.write(db, account_id)
