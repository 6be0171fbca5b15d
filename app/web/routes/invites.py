"""Joining a table: by the invite link directly, or by the room code, which asks to be let in."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people import mutes
from app.store.people.names import BadName, NameTaken
from app.table.lobby.lobby import RoomCard
from app.table.model.errors import TableError
from app.table.model.room import RoomId
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Context, NameTakenAtTable
from app.web.rendering.responses import described_as, json_response
from app.web.routes.home import home_page

router = APIRouter()
NO_CODE = "No table has that code. Check the five letters with your host."


class Knocking(msgspec.Struct, frozen=True):
    state: str
    """ "waiting", "in" or "out"."""
    table: str
    """The table's path, for when you are let in."""


@router.get("/join/{secret}", response_class=HTMLResponse, include_in_schema=False)
async def invitation(context: Context, secret: str) -> Response:
    """Takes no seat: chat programs and browsers open links in advance."""
    card = await find_invitation(context, secret)
    return await join_page(context, secret, card, 200 if card else 404)


async def join_page(
    context: Context,
    secret: str,
    card: RoomCard | None,
    status: int = 200,
    name: str = "",
    errors: dict[str, str] | None = None,
) -> Response:
    """Template join.html.

    Context: card (RoomCard, or None if the invitation is not valid), secret, is_quiet (nobody has
    the table open), called (the name that `me` will have there), blocked (names of
    those seated there whom `me` has blocked), origin (ours, for link previews),
    values: {"name"}, errors: {"name" | "form": sentence}.
    Form: POST /join/{secret} (name unless me; sit=false to watch).
    """
    called = (
        await context.name_at_table(card.id)
        if card is not None and context.account is not None
        else ""
    )
    values = {
        "card": card,
        "blocked": () if card is None else await blocked_at(context, card.id),
        "secret": secret,
        "is_quiet": card is not None and await is_quiet(context, card.id),
        "called": called,
        "values": {"name": name},
        "errors": errors or {},
    }
    return context.page(
        "join.html", status, origin=context.services.origin.of(context.request.scope), **values
    )


async def is_quiet(context: Context, room: RoomId) -> bool:
    """True if nobody has the table open, here or at another process."""
    services = context.services
    return not services.lobby.has_visitors(room) and not await services.runs_elsewhere(room)


async def blocked_at(context: Context, room: RoomId) -> list[str]:
    """The names of those seated in the room whom the visitor has blocked."""
    if context.account is None:
        return []
    async with context.services.db.sessions.begin() as db:
        muted = await mutes.of_account(db, context.account.id)
    seated = await context.services.lobby.seated_at(room) if muted else set()
    return [one.name for one in muted if one.blocked and one.id in seated]


@router.post(
    "/join/{secret}",
    tags=["rooms"],
    summary="Accept an invitation",
    response_class=HTMLResponse,
    status_code=303,
)
async def join(
    context: Context,
    secret: str,
    name: Annotated[str, Form(max_length=200)] = "",
    sit: Annotated[bool, Form()] = True,
) -> Response:
    """Lets you into the room, and onto a free seat if you ask to `sit`.

    A stranger becomes a guest called `name`. Somebody who was kicked asks the host, and is led to
    the page where they wait.
    """
    context.limit("join")
    card = await find_invitation(context, secret)
    if card is None:
        return await join_page(context, secret, None, 404)
    try:
        person = await context.take_name(name, card.id)
        came_in = await context.services.lobby.enter(card.id, person, sit=sit)
        if not came_in:
            await context.services.lobby.knock(card.id, person)
    except NameTakenAtTable as error:
        return await join_page(context, secret, card, 422, error.free, {"name": str(error)})
    except (BadName, NameTaken) as error:
        return await join_page(context, secret, card, 422, name, {"name": str(error)})
    except TableError as error:
        return await join_page(
            context, secret, card, STATUS[error.code], name, {"form": error.sentence}
        )
    return context.redirect(f"/table/{card.id}" if came_in else f"/knock/{card.id}")


async def find_invitation(context: Context, secret: str) -> RoomCard | None:
    context.limit("join")
    if not secret.isascii() or not secret.isprintable() or len(secret) > 60:
        return None
    room = await context.services.lobby.room_by_secret(secret)
    return None if room is None else await context.services.lobby.card(room)


@router.post(
    "/knock",
    tags=["rooms"],
    summary="Ask to join by code",
    response_class=HTMLResponse,
    status_code=303,
)
async def knock(
    context: Context,
    code: Annotated[str, Form(max_length=100)] = "",
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Asks the people at the table to let you in, and leads to the page where you wait."""
    context.limit("join")
    limits, source = context.services.limits, context.source
    limits.check("knock", source)
    values = {"code": code, "name": name}
    plain = "".join(letter for letter in code.upper() if letter.isascii() and letter.isalnum())
    room = await context.services.lobby.room_by_code(plain) if len(plain) == 5 else None
    if room is None:
        limits.record("knock", source)
        return await home_page(context, 404, values, {"code": NO_CODE})
    try:
        if (answer := await context.ask_owner(room, "/knock", values)) is not None:
            return answer
        person = await context.take_name(name)
        await context.services.lobby.knock(room, person)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    except TableError as error:
        return await home_page(context, STATUS[error.code], values, {"code": error.sentence})
    return context.redirect(f"/knock/{room}")


@router.get("/knock/{room}", response_class=HTMLResponse, include_in_schema=False)
async def waiting(context: Context, room: RoomId) -> Response:
    """Template knock.html. Leads to the table if you are in.

    Context: card (RoomCard), state ("waiting" or "out"), status_url (JSON {"state", "table"}, to
    be asked every two seconds).
    """
    if context.account is None:
        raise HTTPException(404)
    state = await context.services.lobby.knock_state(room, context.person.id)
    if state == "in":
        return context.redirect(f"/table/{room}")
    return context.page(
        "knock.html",
        card=await context.services.lobby.card(room),
        state=state,
        status_url=f"/api/knock/{room}",
    )


@router.get(
    "/api/knock/{room}",
    tags=["rooms"],
    summary="The answer to a request to join",
    responses=described_as(Knocking),
)
async def knocking(context: Context, room: RoomId) -> Response:
    context.limit("api")
    state = await context.services.lobby.knock_state(room, context.person.id)
    return json_response(Knocking(state, f"/table/{room}"))
