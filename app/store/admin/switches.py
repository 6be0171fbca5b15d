"""The switches of the server in the store: one row, with a version that each change raises."""

from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import CheckConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.store.admin import audit
from app.store.admin.audit import Action
from app.store.database import news
from app.store.database.base import Base, ConcurrentChange, Timestamp
from app.store.database.connections import Connection
from app.store.database.storable_text import to_json_text
from app.table.model.switches import Switches


class SwitchesRow(Base):
    """The one row of all switches. Without it nobody has set any."""

    __tablename__ = "switches"
    __table_args__ = (CheckConstraint("number = 1", name="is_the_only_row"),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    """1 for the first change, and one more with each."""
    state: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The Switches; see app/table/model/switches.py."""
    changed_at: Mapped[Timestamp] = mapped_column(server_default=func.now())


class StoredSwitches(msgspec.Struct, frozen=True):
    """The switches with their version. 0: nobody has set any."""

    version: int = 0
    switches: Switches = Switches()
    changed_at: datetime | None = None


_READ: Final = "SELECT version, state, changed_at FROM switches"
_WRITE: Final = text("""
INSERT INTO switches (number, version, state)
SELECT 1, 1, CAST(:state AS jsonb) WHERE :version = 0 OR EXISTS (SELECT FROM switches)
ON CONFLICT (number) DO UPDATE
SET version = switches.version + 1, state = excluded.state, changed_at = now()
WHERE switches.version = :version RETURNING version
""")


async def read(connection: Connection) -> StoredSwitches:
    """The switches as they are stored."""
    row = await connection.fetchrow(_READ)
    if row is None:
        return StoredSwitches()
    state = msgspec.json.decode(row["state"], type=Switches)
    return StoredSwitches(row["version"], state, row["changed_at"])


async def write(
    db: AsyncSession, admin_id: str, version: int, switches: Switches, what: str, reason: str
) -> None:
    """Sets the switches that had that version, with the line of the audit log and the news.

    `what`: the switch that is changed. Raises ConcurrentChange, UnstorableText.
    """
    state = to_json_text(switches, "The announcement")
    if await db.scalar(_WRITE, {"state": state, "version": version}) is None:
        raise ConcurrentChange
    await audit.record(db, admin_id, Action.SWITCH, audit.switch_subject(what), reason)
    await news.tell(db, news.Kind.SWITCHED, [what])
