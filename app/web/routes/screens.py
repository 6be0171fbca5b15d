"""Screens: a browser without an account shows a table, as long as somebody who plays there allows.

See app/store/people/screens.py for its states.
"""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people import screens
from app.store.people.screens import SHOWS, Screen
from app.table.model.room import PersonId, Room, RoomId
from app.table.room.visibility import sees_room
from app.web.context.authentication import SCREEN, screen_behind
from app.web.context.request_context import Context
from app.web.rendering.responses import described_as, json_response
from app.web.routes.tables import qr_code_of, table_page

router = APIRouter()
NOBODY_WATCHES: Final = "The host of this table lets nobody watch, so no screen can show it."


class ScreenState(msgspec.Struct, frozen=True):
    """The answer to what a screen asks every two seconds."""

    state: str
    """ "waiting", "showing" or "gone"."""


@router.get("/screen", response_class=HTMLResponse, include_in_schema=False)
async def screen_page(context: Context) -> Response:
    """Template screen.html. Context: link, with the code (None: nothing is asked yet), and qr.

    Form: POST /screen.
    """
    screen = await screen_behind(context.request)
    if await room_shown(context, screen) is not None:
        return context.redirect("/screen/table")
    if screen is None or screen.room is not None:
        return context.page("screen.html", link=None)
    link = f"{context.services.links.of(context.request.scope)}/screens/{screen.code}"
    qr = qr_code_of(link).svg_data_uri(scale=8, border=4, omitsize=True)
    return context.page("screen.html", link=link, qr=qr)


@router.post(
    "/screen",
    tags=["rooms"],
    summary="Show a code with which a player allows this screen a table",
    response_class=HTMLResponse,
    status_code=303,
)
async def begin(context: Context) -> Response:
    """The code is valid for ten minutes. It needs no account, and uses none."""
    context.limit("device-transfer")
    async with context.services.db.sessions.begin() as db:
        token = await screens.create(db, context.services.clock.now())
    answer = context.redirect("/screen")
    answer.set_cookie(
        SCREEN,
        token,
        int(SHOWS.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=context.services.https,
    )
    return answer


@router.get(
    "/screen/state",
    tags=["rooms"],
    summary="What this screen may do",
    responses=described_as(ScreenState),
)
async def state(context: Context) -> Response:
    screen = await screen_behind(context.request)
    if screen is not None and screen.room is None:
        return json_response(ScreenState("waiting"))
    shows = await room_shown(context, screen) is not None
    return json_response(ScreenState("showing" if shows else "gone"))


@router.get("/screen/table", response_class=HTMLResponse, include_in_schema=False)
async def shown_table(context: Context) -> Response:
    """The table's page as everybody may see it, without a button."""
    room = await room_shown(context, await screen_behind(context.request))
    if room is None:
        return context.redirect("/screen")
    return await table_page(context, room, screen=True)


@router.get("/screens", response_class=HTMLResponse, include_in_schema=False)
async def own_screens(context: Context) -> Response:
    """Template screens.html. Context: own, a list of the visitor's screens with their tables.

    Form: POST /screens/{screen}/end.
    """
    return await screens_page(context)


@router.get("/screens/{code}", response_class=HTMLResponse, include_in_schema=False)
async def choose_table(context: Context, code: str) -> Response:
    """As /screens, with `code` and `tables`: own tables, one of which the screen may show.

    Form: POST /screens/{code} (room).
    """
    async with context.services.db.sessions.begin() as db:
        valid = await screens.waits(db, code, context.services.clock.now())
    if not valid:
        return await screens_page(
            context, 404, error="This code is no longer valid. Scan it again."
        )
    return await screens_page(context, code=code)


@router.post(
    "/screens/{code}",
    tags=["rooms"],
    summary="Let a screen show your table",
    response_class=HTMLResponse,
    status_code=303,
)
async def allow(
    context: Context, code: str, room: Annotated[str, Form(max_length=40)] = ""
) -> Response:
    """For people with a seat there. The screen shows what everybody may see, for twelve hours."""
    context.limit("device-link", context.member_or_guest.id)
    tables = await context.services.lobby.tables_of(context.person.id)
    if context.session is None or not any(card.id == room for card in tables):
        raise HTTPException(403, "You have no seat at that table.")
    found = await context.services.rooms.load(RoomId(room))
    if found is None or not found.spectators:
        return await screens_page(context, 409, error=NOBODY_WATCHES)
    async with context.services.db.sessions.begin() as db:
        why_not = await screens.allow(db, code, context.session, room, context.services.clock.now())
    if why_not is not None:
        return await screens_page(context, 409, error=why_not)
    return context.redirect("/screens")


@router.post(
    "/screens/{screen}/end",
    tags=["rooms"],
    summary="Take a table back from a screen",
    response_class=HTMLResponse,
    status_code=303,
)
async def end(context: Context, screen: str) -> Response:
    async with context.services.db.sessions.begin() as db:
        ended = await screens.take_back(db, screen, context.member_or_guest.id)
    if ended:
        context.services.lobby.end_session(screen)
    return context.redirect("/screens")


async def room_shown(context: Context, screen: Screen | None) -> Room | None:
    """The room that the screen shows, while whoever allowed it belongs there."""
    if screen is None or screen.room is None or screen.person is None:
        return None
    room = await context.services.rooms.load(RoomId(screen.room))
    return room if room is not None and sees_room(room, PersonId(screen.person)) else None


async def screens_page(
    context: Context, status: int = 200, /, code: str = "", error: str = ""
) -> Response:
    own: list[Screen] = []
    tables = []
    if context.account is not None:
        async with context.services.db.sessions.begin() as db:
            now = context.services.clock.now()
            own = await screens.of_person(db, context.account.id, now)
        tables = await context.services.lobby.tables_of(context.person.id)
    titles = {card.id: card.title for card in tables}
    return context.page(
        "screens.html", status, own=own, tables=tables, titles=titles, code=code, error=error
    )
