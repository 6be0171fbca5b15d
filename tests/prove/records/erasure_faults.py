"""Copies of a person that deletion leaves behind."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
import structlog
from sqlalchemy import delete

from app.store import erasure
from app.store.sessions import SessionRow
from app.table.clients.chat import ChatLog
from app.table.lobby.lobby import Lobby
from app.table.model.chat import ServerLine
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


def lines_about_nobody(patch: pytest.MonkeyPatch) -> None:
    """Lines of the server do not say whom they are about."""
    add = ChatLog.add_server_line

    async def anonymous(chat: ChatLog, line: ServerLine) -> None:
        await add(chat, ServerLine(line.text))

    patch.setattr(ChatLog, "add_server_line", anonymous)


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
    "lines-about-nobody": lines_about_nobody,
    "bytes-stay": bytes_stay,
    "talk-logged": talk_is_logged,
}
