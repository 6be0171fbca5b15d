"""Copies of a person that deletion leaves behind."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Final

import pytest
import structlog
from msgspec.structs import replace

from app.store.upkeep import erasure
from app.table.actor.table import Table
from app.table.model.chat import Named, ServerLine, Spoken
from app.table.turn.change import Change
from app.table.turn.table_state import TableState
from tests.prove.runner.planting import Plant


def tables_remember(patch: pytest.MonkeyPatch) -> None:
    """A table that is awake goes on showing what was said."""

    async def keep(*_: object) -> None:
        pass

    patch.setattr(Table, "_erase", keep)


def logins_stay(patch: pytest.MonkeyPatch) -> None:
    """The browsers of somebody who is gone stay on the list."""

    async def spare(*_: object) -> list[str]:
        return []

    patch.setattr(erasure, "sessions", SimpleNamespace(close_all=spare))


def mutes_stay(patch: pytest.MonkeyPatch) -> None:
    """Others have somebody muted who is gone."""

    async def keep(*_: object) -> None:
        pass

    patch.setattr(erasure, "mutes", SimpleNamespace(erase=keep))


def lines_about_nobody(patch: pytest.MonkeyPatch) -> None:
    """Lines of the server name people as if they were bots, by name and not by id."""
    commit = TableState.commit

    def nameless(line: ServerLine | Spoken) -> ServerLine | Spoken:
        if isinstance(line, Spoken):
            return line
        return ServerLine(line.code, tuple(Named(None, one.name) for one in line.named), line.value)

    async def anonymous(self: TableState, change: Change, own: bool = False) -> None:
        await commit(self, replace(change, lines=tuple(map(nameless, change.lines))), own)

    patch.setattr(TableState, "commit", anonymous)


def talk_is_logged(patch: pytest.MonkeyPatch) -> None:
    """Chat stands in the server's log."""
    commit = TableState.commit

    async def telling(self: TableState, change: Change, own: bool = False) -> None:
        for line in change.lines:
            if isinstance(line, Spoken):
                structlog.get_logger().info("said", text=line.text)
        await commit(self, change, own)

    patch.setattr(TableState, "commit", telling)


def bytes_stay(patch: pytest.MonkeyPatch) -> None:
    """The space of deleted rows is reused and not overwritten, as a vacuum does it."""
    patch.setattr(erasure, "MAX_REWRITTEN_BYTES", 0)


FAULTS: Final[Mapping[str, Plant]] = {
    "tables-remember": tables_remember,
    "logins-stay": logins_stay,
    "mutes-stay": mutes_stay,
    "lines-about-nobody": lines_about_nobody,
    "bytes-stay": bytes_stay,
    "talk-logged": talk_is_logged,
}
