"""Copies of a person that deletion leaves behind."""

from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import pytest
import structlog
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import erasure, rooms
from app.store.sessions import SessionRow
from app.table.clients.chat import ChatLog
from app.table.lobby.lobby import Lobby
from tests.prove.runner.planting import Plant


def tables_remember(patch: pytest.MonkeyPatch) -> None:
    """A table that is awake goes on showing what was said."""
    patch.setattr(Lobby, "forget", lambda *_: None)


def logins_stay(patch: pytest.MonkeyPatch) -> None:
    """The browsers of somebody who is gone stay on the list."""

    def sparing(table: Any) -> Any:
        made = delete(table)
        return made.where(SessionRow.id == "nobody's") if table is SessionRow else made

    patch.setattr(erasure, "delete", sparing)
    patch.setattr("app.web.routes.accounts.close_all", _nothing)


async def _nothing(*_: object) -> None:
    pass


def former_names_stay(patch: pytest.MonkeyPatch) -> None:
    """Only the last name is looked for."""
    take = rooms.erase_names

    def only_the_last(
        db: AsyncSession, account: str, names: Sequence[str], since: datetime
    ) -> Coroutine[Any, Any, None]:
        return take(db, account, names[:1], since)

    patch.setattr(rooms, "erase_names", only_the_last)


def talk_is_logged(patch: pytest.MonkeyPatch) -> None:
    """Chat stands in the server's log."""
    say = ChatLog.say

    async def telling(talk: ChatLog, person: Any, text: str) -> None:
        structlog.get_logger().info("said", text=text)
        await say(talk, person, text)

    patch.setattr(ChatLog, "say", telling)


def bytes_stay(patch: pytest.MonkeyPatch) -> None:
    """The space of deleted rows is reused and not overwritten, as a vacuum does it."""
    patch.setattr(erasure, "MAX_REWRITTEN_BYTES", 0)


FAULTS: Final[Mapping[str, Plant]] = {
    "tables-remember": tables_remember,
    "logins-stay": logins_stay,
    "former-names": former_names_stay,
    "bytes-stay": bytes_stay,
    "talk-logged": talk_is_logged,
}
