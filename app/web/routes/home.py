"""The home page: what this is, a name, a table to open, a code to knock with, tables to watch."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.account_names import BadName, NameTaken
from app.table.lobby.lobby import RoomCard
from app.table.model.errors import BadOptions, Banned, RoomFull, RoomGone, Unknown
from app.table.model.room import Stage
from app.web.context.request_context import Context, NameTakenAtTable
from app.web.rendering.responses import described_as, json_response

router = APIRouter()


class Tables(msgspec.Struct, frozen=True):
    tables: list[RoomCard]


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def home(context: Context) -> Response:
    return await home_page(context)


async def home_page(
    context: Context,
    status: int = 200,
    values: dict[str, str] | None = None,
    errors: dict[str, str] | None = None,
) -> Response:
    """Template home.html. Context:

    origin (ours, for previews of the link), tables: list[RoomCard] (listed, awake), mine: list[RoomCard] (where I have a seat),
    values: {"name", "code", "game"} as typed, errors: {"name" | "code" | "form": sentence}.
    Forms: POST /rooms (name unless me; game; listed=on), POST /rooms/any (name unless me; game), POST /knock (name unless me; code).
    """
    mine = await context.services.lobby.tables_of(context.person.id) if context.account else []
    values = {"name": "", "code": "", "game": "", **(values or {})}
    origin = context.services.origin.of(context.request.scope)
    return context.page(
        "home.html",
        status,
        origin=origin,
        tables=context.services.lobby.listed(),
        mine=mine,
        values=values,
        errors=errors or {},
    )


@router.post(
    "/rooms", tags=["rooms"], summary="Open a table", response_class=HTMLResponse, status_code=303
)
async def open_room(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
    listed: Annotated[bool, Form()] = False,
) -> Response:
    """Makes a room with you as its host, seated, and leads to its table. Strangers become guests called `name`."""
    context.limit("room")
    values = {"name": name, "game": game}
    if game not in context.services.games:
        return await home_page(context, 422, values, {"form": "There is no such game here."})
    try:
        person = await context.take_name(name)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    try:
        room = await context.services.lobby.create(person, game, None, listed)
    except (BadOptions, Unknown) as error:
        return await home_page(context, 422, values, {"form": error.sentence})
    return context.redirect(f"/table/{room}")


@router.post(
    "/rooms/any",
    tags=["rooms"],
    summary="Sit down at any listed table",
    response_class=HTMLResponse,
    status_code=303,
)
async def any_room(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """A seat at a listed table of the game, where you have one already or at one that gathers and has many; where there is none, a listed
    table of your own."""
    context.limit("join")
    for card in await context.services.lobby.tables_of(context.person.id) if context.account else ():
        if card.game == game and card.listed:
            return context.redirect(f"/table/{card.id}")
    for card in sorted(
        context.services.lobby.listed(),
        key=lambda card: (card.stage != Stage.GATHERING, -card.people),
    ):
        if card.game != game or not card.open:
            continue
        try:
            person = await context.take_name(name, card.id)
            await context.services.lobby.enter(card.id, person, sit=True)
        except (NameTakenAtTable, Banned, RoomFull, RoomGone):
            continue  # somebody is called so there, the last seat has gone, or the host wants somebody else
        except (BadName, NameTaken) as error:
            return await home_page(context, 422, {"name": name, "game": game}, {"name": str(error)})
        return context.redirect(f"/table/{card.id}")
    return await open_room(context, game, name, listed=True)


@router.get("/api/tables", tags=["rooms"], summary="Listed tables", responses=described_as(Tables))
async def tables(
    context: Context,
    game: str | None = None,
    free: Annotated[bool | None, Query(alias="open")] = None,
    watch: bool | None = None,
) -> Response:
    """Listed rooms that are awake, fullest first; only those of `game`, with a free seat (`open`), to be watched (`watch`)."""
    context.limit("api")
    cards = [
        card
        for card in context.services.lobby.listed()
        if (game is None or card.game == game)
        and (free is None or card.open == free)
        and (watch is None or card.watchable == watch)
    ]
    return json_response(Tables(cards))
