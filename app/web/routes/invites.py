"""Coming in: by the invite link, which lets in, or by the five-letter code, which knocks."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.account_names import BadName, NameTaken
from app.table.lobby.lobby import RoomCard
from app.table.model.errors import TableError
from app.table.model.room import RoomId
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Here, NameHere
from app.web.rendering.responses import json, shown_as
from app.web.routes.home import home_page

router = APIRouter()
NO_CODE = "No table has that code. Ask again, letter by letter."


class Knocking(msgspec.Struct, frozen=True):
    state: str
    """ "waiting", "in" or "out"."""
    table: str
    """Where to go once in."""


@router.get("/join/{secret}", response_class=HTMLResponse, include_in_schema=False)
async def invitation(here: Here, secret: str) -> Response:
    """Looking takes no seat: chat programs and browsers open links in advance."""
    card = await invited(here, secret)
    return await join_page(here, secret, card, 200 if card else 404)


async def join_page(
    here: Here,
    secret: str,
    card: RoomCard | None,
    status: int = 200,
    name: str = "",
    errors: dict[str, str] | None = None,
) -> Response:
    """Template join.html. Context: card (RoomCard, or None: the invitation is not valid any more), secret, called (what `me` will be called
    there), origin (ours, for previews of the link), values: {"name"}, errors: {"name" | "form": sentence}.
    Form: POST /join/{secret} (name unless me; sit=false just watches)."""
    called = await here.called(card.id) if card is not None and here.account is not None else ""
    context = {
        "card": card,
        "secret": secret,
        "called": called,
        "values": {"name": name},
        "errors": errors or {},
    }
    return here.page(
        "join.html", status, origin=here.house.origin.of(here.request.scope), **context
    )


@router.post(
    "/join/{secret}",
    tags=["rooms"],
    summary="Accept an invitation",
    response_class=HTMLResponse,
    status_code=303,
)
async def join(
    here: Here,
    secret: str,
    name: Annotated[str, Form(max_length=200)] = "",
    sit: Annotated[bool, Form()] = True,
) -> Response:
    """Lets you into the room, on a free seat if there is one (`sit`), and leads to its table. Strangers become guests called `name`."""
    here.limit("join")
    card = await invited(here, secret)
    if card is None:
        return await join_page(here, secret, None, 404)
    try:
        person = await here.take_name(name, card.id)
        await here.house.lobby.enter(card.id, person, sit=sit)
    except NameHere as error:
        return await join_page(here, secret, card, 422, error.free, {"name": str(error)})
    except (BadName, NameTaken) as error:
        return await join_page(here, secret, card, 422, name, {"name": str(error)})
    except TableError as error:
        return await join_page(
            here, secret, card, STATUS[error.code], name, {"form": error.sentence}
        )
    return here.go(f"/table/{card.id}")


async def invited(here: Here, secret: str) -> RoomCard | None:
    here.limit("join")
    if not secret.isascii() or not secret.isprintable() or len(secret) > 60:
        return None
    room = await here.house.lobby.by_secret(secret)
    return None if room is None else await here.house.lobby.card(room)


@router.post(
    "/knock",
    tags=["rooms"],
    summary="Knock with a code",
    response_class=HTMLResponse,
    status_code=303,
)
async def knock(
    here: Here,
    code: Annotated[str, Form(max_length=100)] = "",
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Asks the people at the table with that five-letter code to let you in, and leads to the page where you wait."""
    here.limit("knock")
    values = {"code": code, "name": name}
    plain = "".join(letter for letter in code.upper() if letter.isascii() and letter.isalnum())
    room = await here.house.lobby.by_code(plain) if len(plain) == 5 else None
    if room is None:
        return await home_page(here, 404, values, {"code": NO_CODE})
    try:
        person = await here.take_name(name)
        await here.house.lobby.knock(room, person)
    except (BadName, NameTaken) as error:
        return await home_page(here, 422, values, {"name": str(error)})
    except TableError as error:
        return await home_page(here, STATUS[error.code], values, {"code": error.sentence})
    return here.go(f"/knock/{room}")


@router.get("/knock/{room}", response_class=HTMLResponse, include_in_schema=False)
async def waiting(here: Here, room: RoomId) -> Response:
    """Template knock.html. Context: card (RoomCard), state ("waiting" or "out"), status_url (JSON {"state", "table"}, to be asked
    every two seconds). Who is in is led to the table."""
    if here.account is None:
        raise HTTPException(404)
    state = await here.house.lobby.knocking(room, here.person.id)
    if state == "in":
        return here.go(f"/table/{room}")
    return here.page(
        "knock.html",
        card=await here.house.lobby.card(room),
        state=state,
        status_url=f"/api/knock/{room}",
    )


@router.get(
    "/api/knock/{room}",
    tags=["rooms"],
    summary="Whether they let you in",
    responses=shown_as(Knocking),
)
async def knocking(here: Here, room: RoomId) -> Response:
    here.limit("api")
    state = await here.house.lobby.knocking(room, here.person.id)
    return json(Knocking(state, f"/table/{room}"))
