"""The chain of the audit log: its last line, and the check of every hash."""

from collections.abc import AsyncIterator
from string import hexdigits
from typing import Final

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin.audit import FIRST_HASH, AuditRow, AuditTrimRow, link
from app.store.database.connections import Connection, driver_connection

HEAD_DIGITS: Final = 16
"""Digits of a hash that people note."""

_HEAD: Final = "SELECT number, hash FROM audit_log ORDER BY number DESC LIMIT 1"
_KNOWN: Final = """
SELECT coalesce(
    (SELECT hash FROM audit_log WHERE number = $1),
    (SELECT hash FROM audit_trims WHERE number = $1)
) AS hash, (SELECT max(number) FROM audit_log) AS last,
(SELECT max(number) FROM audit_trims) AS trimmed
"""


class Head(msgspec.Struct, frozen=True):
    """A line of the log by its number and hash: everything up to it, if it is kept elsewhere."""

    number: int
    hash: str
    """Hexadecimal, the first 16 digits at least."""

    def __str__(self) -> str:
        return f"{self.number}:{self.hash[:HEAD_DIGITS]}"


def head_of(written: str) -> Head:
    """The head that is written like that, as in `57:0123456789abcdef`. Raises ValueError."""
    number, _, digits = written.strip().lower().partition(":")
    if not number.isdecimal() or len(digits) < HEAD_DIGITS or set(digits) - set(hexdigits):
        raise ValueError(f"{written!r} is no line of the audit log: write NUMBER:HASH.")
    return Head(int(number), digits)


class AuditChain(msgspec.Struct, frozen=True):
    """The audit log as a whole."""

    lines: int
    head: Head | None
    """The last line; None in an empty log.

    A copy kept elsewhere shows later whether lines were cut off the end.
    """
    fault: str | None
    """A sentence about the first line that does not match its hash, or is missing at the end."""


async def head(db: AsyncSession) -> AuditChain:
    """The length and the last line of the log; nothing is checked."""
    lines = await db.scalar(select(func.count()).select_from(AuditRow)) or 0
    return AuditChain(lines, await head_on(await driver_connection(db)), None)


async def head_on(connection: Connection) -> Head | None:
    """The last line of the log."""
    last = await connection.fetchrow(_HEAD)
    return None if last is None else Head(last["number"], last["hash"].hex())


async def verify(db: AsyncSession, known: Head | None = None) -> AuditChain:
    """The whole log, with every hash recomputed, and `known` looked for."""
    verified = AuditChain(0, None, None)
    async for chain in verify_lines(db, known):
        verified = chain
    return verified


async def verify_lines(db: AsyncSession, known: Head | None = None) -> AsyncIterator[AuditChain]:
    """The log as far as it is verified, after each line and at the end.

    `known`: a line that was the last one at some time. It may have been removed because it is old.
    """
    trimmed = select(AuditTrimRow.hash).order_by(AuditTrimRow.number.desc()).limit(1)
    last, number, lines = await db.scalar(trimmed) or FIRST_HASH, 0, 0
    fault: str | None = None
    async for row in await db.stream_scalars(select(AuditRow).order_by(AuditRow.number)):
        lines, number = lines + 1, row.number
        if row.hash != link(last, row) and fault is None:
            fault = (
                f"line {number} of the audit log ({row.action}, "
                f"{row.done_at:%Y-%m-%d %H:%M:%S}) is not what its hash says"
            )
        last = row.hash
        yield AuditChain(lines, Head(number, last.hex()), fault)
    if known is not None and fault is None:
        fault = await lost(await driver_connection(db), known)
    yield AuditChain(lines, Head(number, last.hex()) if lines else None, fault)


async def lost(connection: Connection, known: Head) -> str | None:
    """A sentence if the log lacks a line that was its last one at some time.

    A line that was removed because it is old is not missed.
    """
    found = await connection.fetchrow(_KNOWN, known.number)
    assert found is not None, "it has no condition"
    if found["trimmed"] is not None and known.number < found["trimmed"]:
        return None
    if found["hash"] is not None and found["hash"].hex().startswith(known.hash):
        return None
    ends = found["last"] or 0
    return f"the audit log lacks line {known}: " + (
        f"it ends in line {ends}, so its end was cut off or an older backup was restored"
        if ends < known.number
        else "another one stands there"
    )
