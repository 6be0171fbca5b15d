"""Ways in which administrators of card servers have seen hands."""

from collections.abc import Mapping
from typing import Any

import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from app.rules.codec import to_json
from app.rules.game import Seat
from app.table.lobby.table_admin import TableAdmin
from app.table.model.room import MatchId, PersonId, Room
from app.table.turn import table_state
from app.web.context import match_access
from app.web.context.match_access import MatchAccess
from app.web.context.request_context import RequestContext
from app.web.context.services import Services
from app.web.routes import match_records, matches
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
    running_view = TableAdmin.running_view

    async def seeing(tables: TableAdmin, match: MatchId) -> dict[str, Any] | None:
        shown = await running_view(tables, match)
        for table in tables._tables.values():
            if (
                shown is not None
                and (live := table.state.running) is not None
                and live.match == match
            ):
                shown["events"] = [
                    {"event": None, "text": str(to_json(live.view(Seat(0)).private))}
                ]
        return shown

    patch.setattr(TableAdmin, "running_view", seeing)


def records_too_early(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """Steps and exports of a match are given out while it runs."""
    patch.setattr(MatchAccess, "over", property(lambda _: True))


def seats_by_place(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """Steps show the hand of the seat that the asker was dealt, whoever plays it now."""
    plant_seats_by_place(patch)


def the_table_remembers(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """The table shows the hand of a bot's seat to the person who left it."""

    def hands(room: Room) -> Mapping[PersonId, Seat]:
        seats = [(seat.person or seat.previous, Seat(seat.number)) for seat in room.seats]
        return {person: seat for person, seat in seats if person is not None}

    patch.setattr(table_state, "hands_seen", hands)


def plant_seats_by_place(patch: pytest.MonkeyPatch) -> None:
    """The access to a running match follows from its places, as it once did."""
    clean = match_access.match_access

    async def by_place(
        context: RequestContext, match: str, to_report: bool = False
    ) -> match_access.MatchAccess:
        access, me = await clean(context, match, to_report=True), context.member_or_guest.id
        seats = tuple(Seat(place.seat) for place in access.summary.places if place.account_id == me)
        return replace(access, own_seats=seats)

    for module in (match_access, matches, match_records):
        patch.setattr(module, "match_access", by_place)


def looks_unrecorded(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """An administrator's look at a finished match leaves no trace."""

    async def forget(*_: object, **__: object) -> None:
        pass

    patch.setattr("app.store.admin.audit.record_look", forget)
