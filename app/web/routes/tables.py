"""The pages of a table: the table itself, its rules, and the invite link as a QR code."""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from msgspec import ValidationError, to_builtins
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.codec import omitted_defaults, read_options
from app.store.database.storable_text import is_id
from app.store.people.names import BadName, NameTaken
from app.table.model.errors import TableError
from app.table.model.notation import to_milliseconds
from app.table.model.room import Room, RoomId, Stage
from app.web.context.authentication import SCREEN
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Context, NameTakenAtTable
from app.web.rendering.options_form import asked_options, game_options, options_shown
from app.web.rendering.phrases import offered_name
from app.web.routes.lessons import lesson_shown, path_of

if TYPE_CHECKING:
    import segno

router = APIRouter()


@router.get("/table/{room}", response_class=HTMLResponse, include_in_schema=False)
async def table(context: Context, room: RoomId, waiting: RoomId | None = None) -> Response:
    return await table_page(context, await room_or_lesson(context, room), waiting=waiting)


async def table_page(
    context: Context,
    room: Room,
    status: int = 200,
    name: str = "",
    errors: dict[str, str] | None = None,
    waiting: RoomId | None = None,
    screen: bool = False,
) -> Response:
    """Template table.html. Form for a listed room: POST /table/{room}/enter (name unless me).

    Context: card (RoomCard), member (true if `me` belongs to the room), shell (below, as JSON for
    the island), values: {"name"}, errors: {"name" | "form": sentence}. The invite link is
    `shell.origins[0] + shell.invite + secret`, with the secret from the room message. `waiting`:
    another table where `me` waits for company. `screen`: a screen shows the table, whoever is
    logged in there.
    """
    card = await context.services.lobby_of(room.id).card(room.id)
    lessons = context.services.lessons.rooms
    member = is_member(context, room) and not screen
    links, scope = context.services.links, context.request.scope
    shell = {
        "room": room.id,
        "game": card.game,
        "title": card.title,
        "socket": await context.services.socket_path(room.id) + (f"?{SCREEN}=1" if screen else ""),
        "screen": screen,
        "rules": f"/table/{room.id}/rules",
        "results": f"/table/{room.id}/results",
        "report": f"/table/{room.id}/report",
        "previousOptions": "/api/previous-options/",
        "gameOptions": "/api/games/",
        "qr": f"/table/{room.id}/qr.svg",
        "deviceLink": f"/table/{room.id}/device-link",
        "invite": "/join/",
        "origins": links.all_of(scope),
        "linksWorkElsewhere": links.works_elsewhere(scope),
        "playNow": "/rooms/now",
        "login": f"/login?next=/table/{room.id}",
        "you": context.account.id if context.account and not screen else None,
        "member": member,
        "now": to_milliseconds(context.services.clock.now()),
        "games": {
            slug: game.title
            for slug, game in context.services.games.items()
            if slug not in context.services.switches.now().off_shelf or slug == card.game
        },
        "lesson": lesson_shown(context.services.games[card.game], lessons.number_of(room.id))
        if room.id in lessons
        else None,
        "waiting": waiting if await waits_there(context, waiting) else None,
        "options": to_builtins(game_options(context.services.games[card.game])),
        "usual": {slug: omitted_defaults(game) for slug, game in context.services.games.items()},
    }
    return context.page(
        "table.html",
        status,
        card=card,
        member=member,
        shell=shell,
        values={"name": name},
        errors=errors or {},
    )


@router.post(
    "/table/{room}/enter",
    tags=["rooms"],
    summary="Join a listed table",
    response_class=HTMLResponse,
    status_code=303,
)
async def enter(
    context: Context, room: RoomId, name: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """Joins a listed room, and takes a seat if one is free; asks the host after a kick."""
    context.limit("join")
    found = await room_for(context, room)
    try:
        person = await context.take_name(name, found.id)
        came_in = await context.services.lobby.enter(found.id, person, sit=True)
        if not came_in:
            await context.services.lobby.knock(found.id, person)
    except NameTakenAtTable as error:
        return await table_page(context, found, 422, error.free, {"name": str(error)})
    except (BadName, NameTaken) as error:
        return await table_page(context, found, 422, name, {"name": str(error)})
    except TableError as error:
        return await table_page(context, found, STATUS[error.code], name, {"form": error.sentence})
    return context.redirect(f"/table/{room}" if came_in else f"/knock/{room}")


@router.get("/table/{room}/rules", response_class=HTMLResponse, include_in_schema=False)
async def table_rules(context: Context, room: RoomId) -> Response:
    found = await room_or_lesson(context, room)
    game = context.services.games[found.game]
    options = read_options(game, found.options)
    return context.page(
        "rules.html",
        game=game,
        options=options,
        shown=options_shown(game, options),
        card=await context.services.lobby_of(room).card(room),
    )


@router.get("/rules", response_class=HTMLResponse, include_in_schema=False)
async def shelf(context: Context) -> Response:
    """Template rules_index.html: every game with the way to its rules."""
    return context.page("rules_index.html")


@router.get("/rules/{slug}", response_class=HTMLResponse, include_in_schema=False)
async def rules(context: Context, slug: str) -> Response:
    """Template rules.html, for the options that the query names, as a table would play them.

    Context: game (rules.Game), options (the game's own), shown: list[OptionShown], card (RoomCard
    of the table whose rules these are, or None), presets: list of PresetShown, offered (a name for
    a stranger), path: list of pairs, a lesson and "done", "next" or "later".
    Forms: POST /lessons (name unless me; game, lesson), if it has lessons; GET this
    page with an option for each field.
    """
    game = context.services.games.get(slug)
    if game is None:
        raise HTTPException(404)
    try:
        options = asked_options(game, context.request.query_params)
    except ValidationError:
        raise HTTPException(422, "No table can be set up like that.") from None
    return context.page(
        "rules.html",
        game=game,
        options=options,
        shown=options_shown(game, options),
        card=None,
        presets=game.presets,
        offered="" if context.account else offered_name(),
        path=await path_of(context, game),
    )


@router.get("/table/{room}/qr.svg", include_in_schema=False)
async def qr_code(context: Context, room: RoomId) -> Response:
    """The invite link as a QR code, for people of the room only."""
    found = await room_for(context, room)
    if not is_member(context, found):
        raise HTTPException(404)
    return Response(
        qr_svg(f"{context.services.links.of(context.request.scope)}/join/{found.secret}"),
        media_type="image/svg+xml",
    )


@lru_cache(maxsize=1000)
def qr_svg(link: str) -> str:
    """The QR code of a link as SVG. Everybody at a table sees the same one."""
    inline = qr_code_of(link).svg_inline(
        scale=8, border=4, omitsize=True, svgclass=None, lineclass=None
    )
    return inline.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def qr_code_of(link: str) -> "segno.QRCode":
    import segno  # slow to import, and rarely needed

    return segno.make(link, error="m")


async def room_for(context: Context, room: RoomId) -> Room:
    """The room, for its people, and for everybody if it is listed.

    Raises HTTPException 404 or 403.
    """
    return allowed(context, await context.services.rooms.load(room) if is_id(room) else None)


async def room_or_lesson(context: Context, room: RoomId) -> Room:
    """As room_for, for the pages that the room of a lesson has too."""
    lessons = context.services.lessons.rooms
    return (
        allowed(context, await lessons.load(room))
        if room in lessons
        else await room_for(context, room)
    )


def allowed(context: Context, found: Room | None) -> Room:
    """The room, if there is one that this person may see. Raises HTTPException 404 or 403."""
    if found is None:
        raise HTTPException(404, "There is no such table. Check the link.")
    if not is_member(context, found) and not found.listed:
        raise HTTPException(403, "This table is private. Ask somebody there for the invite link.")
    return found


def is_member(context: Context, room: Room) -> bool:
    return context.account is not None and any(
        person.id == context.account.id for person in room.people
    )


async def waits_there(context: Context, room: RoomId | None) -> bool:
    """True if `me` has a seat in that room, and no match runs there."""
    if context.account is None or room is None or not is_id(room):
        return False
    found = await context.services.rooms.load(room)
    return (
        found is not None
        and found.stage is Stage.GATHERING
        and any(seat.person == context.account.id for seat in found.seats)
    )
