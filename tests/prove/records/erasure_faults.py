"""What is broken on purpose for the proof `forgotten`: copies of a person that nobody thought of."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import pytest
import structlog
from sqlalchemy import delete

from app.store import erasure, rooms
from app.store.sessions import SessionRow
from app.table.clients.chat import ChatLog
from app.table.lobby.lobby import Lobby
from tests.prove.records.erasure import broken_by
from tests.prove.runner.proof import PlantedFault


@contextmanager
def tables_remember() -> Iterator[None]:
    """A table that is awake goes on showing what was said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lobby, "forget", lambda *_: None)
        yield


@contextmanager
def logins_stay() -> Iterator[None]:
    """The browsers of somebody who is gone stay on the list."""

    def sparing(table: Any) -> Any:
        made = delete(table)
        return made.where(SessionRow.id == "nobody's") if table is SessionRow else made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(erasure, "delete", sparing)
        patch.setattr("app.web.routes.accounts.close_all", _nothing)
        yield


async def _nothing(*_: object) -> None:
    pass


@contextmanager
def former_names_stay() -> Iterator[None]:
    """Only the last name is looked for."""
    take = rooms.erase_names
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            rooms, "take_names_out", lambda db, account, names: take(db, account, names[:1])
        )
        yield


@contextmanager
def talk_is_logged() -> Iterator[None]:
    """What people say stands in the house's log."""
    say = ChatLog.say

    async def telling(talk: ChatLog, person: Any, text: str) -> None:
        structlog.get_logger().info("said", text=text)
        await say(talk, person, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChatLog, "say", telling)
        yield


@contextmanager
def bytes_stay() -> Iterator[None]:
    """The room of deleted rows is given away and not written over, as a vacuum does it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(erasure, "MAX_REWRITTEN_BYTES", 0)
        yield


def planted(spoil: Callable[[], AbstractContextManager[Any]], says: str) -> PlantedFault:
    return PlantedFault("P15", says, broken_by(spoil))


PLANTED: Final = {
    "tables-remember": planted(
        tables_remember, "an open table goes on showing what a deleted person said"
    ),
    "logins-stay": planted(logins_stay, "the browsers of a deleted person stay in the database"),
    "former-names": planted(former_names_stay, "what the house said about a former name stays"),
    "bytes-stay": planted(bytes_stay, "what was deleted stays in the tables' files"),
    "talk-logged": planted(talk_is_logged, "chat stands in the house's log"),
}
