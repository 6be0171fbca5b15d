"""Copies of a person that deletion leaves behind."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final

import pytest
import structlog

from app.store.upkeep import erasure
from app.table.actor.table import Table
from app.table.clients.chat import ChatLog
from app.table.model.server_lines import Named, ServerLine
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


def lines_about_nobody(patch: pytest.MonkeyPatch) -> None:
    """Lines of the server name people as if they were bots, by name and not by id."""
    add = ChatLog.add_server_line

    async def anonymous(chat: ChatLog, line: ServerLine) -> None:
        named = tuple(Named(None, one.name) for one in line.named)
        await add(chat, ServerLine(line.code, named, line.value))

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
