"""Ways in which administrators of card servers have seen hands."""

from typing import Any

import pytest
from fastapi import FastAPI

from app.rules.codec import to_json
from app.rules.game import Seat
from app.table.lobby.lobby import Lobby
from app.table.model.room import MatchId
from app.web.context.match_access import MatchAccess
from app.web.context.services import Services
from app.web.routes.admin.access import Admin


def an_auditors_tool(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """An address that shows administrators all hands of a running match, as at a poker site in
    2008."""

    async def hands(here: Admin, match: str) -> list[Any]:
        services: Services = here.services
        tables = [table.state.live for table in services.lobby._tables.values()]
        return [
            to_json(live.state.private)
            for live in tables
            if live is not None and live.match == match
        ]

    patch.setattr(app.router, "routes", [*app.router.routes])
    app.add_api_route("/admin/matches/{match}/hands", hands)


def a_view_too_much(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
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

    patch.setattr(Lobby, "running_view", seeing)


def records_too_early(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """Steps and exports of a match are given out while it runs."""
    patch.setattr(MatchAccess, "over", property(lambda _: True))


def looks_unrecorded(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """An administrator's look at a finished match leaves no trace."""

    async def forget(*_: object, **__: object) -> None:
        pass

    patch.setattr("app.store.admin.audit.record_look", forget)
