"""What is broken on purpose for the proof `no-god-mode`: the ways in which houses have let their keepers see hands."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import pytest
from fastapi import FastAPI

from app.rules.codec import to_json
from app.rules.game import Seat
from app.table.lobby.lobby import Lobby
from app.table.model.room import MatchId
from app.web.context.services import Services
from app.web.routes.admin.access import Admin
from app.web.routes.matches import MatchAccess
from tests.prove.records.admin_access import Phase, broken_by, over, running
from tests.prove.runner.proof import PlantedFault


@contextmanager
def an_auditors_tool(app: FastAPI) -> Iterator[None]:
    """An address at which administrators see all hands of a running match: what was found at a poker site in 2008."""

    async def hands(here: Admin, match: str) -> list[Any]:
        house: Services = here.services
        tables = [table.state.live for table in house.lobby._tables.values()]
        return [
            to_json(live.state.private)
            for live in tables
            if live is not None and live.match == match
        ]

    app.add_api_route("/admin/matches/{match}/hands", hands)
    try:
        yield
    finally:
        app.router.routes.pop()


@contextmanager
def a_view_too_much(_: FastAPI) -> Iterator[None]:
    """The administrators' view of a running match is that of the first seat."""
    running_view = Lobby.running_view

    async def seeing(lobby: Lobby, match: MatchId) -> dict[str, Any] | None:
        shown = await running_view(lobby, match)
        for table in lobby._tables.values():
            if (
                shown is not None
                and (live := table.state.running) is not None
                and live.match == match
            ):
                shown["events"] = [
                    {"event": None, "text": str(to_json(live.view(Seat(0)).private))}
                ]
        return shown

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lobby, "running_view", seeing)
        yield


@contextmanager
def records_too_early(_: FastAPI) -> Iterator[None]:
    """Steps and exports of a match are given out while it runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MatchAccess, "over", property(lambda _: True))
        yield


@contextmanager
def looks_unrecorded(_: FastAPI) -> Iterator[None]:
    """An administrator's look at a finished match leaves no trace."""

    async def forget(*_: object, **__: object) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.store.audit.note_look", forget)
        yield


def planted(
    spoil: Callable[[FastAPI], AbstractContextManager[Any]], says: str, phase: Phase = running
) -> PlantedFault:
    return PlantedFault("P14", says, broken_by(spoil, phase))


PLANTED: Final = {
    "auditors-tool": planted(
        an_auditors_tool, "an address at which administrators see all hands of a running match"
    ),
    "view-too-much": planted(a_view_too_much, "the administrators' public view holds a hand"),
    "records-too-early": planted(records_too_early, "steps and exports answer while a match runs"),
    "looks-unrecorded": planted(
        looks_unrecorded, "a look at a finished match is not written down", over
    ),
}
