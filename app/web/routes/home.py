"""The home page: open a table, join by code, or find a listed table."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.database.storable_text import is_id
from app.store.people import invitations, mutes
from app.store.people.names import BadName, NameTaken, clean_name
from app.store.results import awaiting
from app.store.results.awaiting import Awaiting, SlowTable
from app.store.rooms import clubs
from app.store.rooms.clubs import Club
from app.table.lobby.lobby import RoomCard, Wish
from app.table.model.errors import BadOptions, NotNow, TableError, TooMuch, Unknown
from app.table.model.notation import to_milliseconds
from app.table.model.room import PersonId, RoomId, Stage
from app.table.ports import StoreAway
from app.table.room.visibility import build_room_card
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Context, NameTakenAtTable
from app.web.rendering.phrases import offered_name, time_left
from app.web.rendering.responses import described_as, json_response
from app.web.server.middleware import wants_json
from app.web.server.siblings import NotReached, Silent

router = APIRouter()
NO_GAME: Final = "We don’t have that game. Choose one from the list."
NO_ROOM: Final = RoomId("")


def why_not(context: Context, game: str) -> tuple[int, str] | None:
    """The status and the reason with which no table of that game opens now.

    Raises NotNow where a program asks.
    """
    found = context.services.games.get(game)
    if found is None:
        return 422, NO_GAME
    try:
        context.services.switches.now().check_begins(found, context.services.clock.now())
    except NotNow as error:
        if wants_json(context.request.url.path, context.request.headers.getlist("accept")):
            raise
        return STATUS[error.code], error.sentence
    return None


class Tables(msgspec.Struct, frozen=True):
    tables: list[RoomCard]


class Invited(msgspec.Struct, frozen=True):
    """An invitation on a home page."""

    room: str
    """The room's id."""
    name: str
    """The sender's."""
    title: str
    """The game's."""
    sent: int
    """Milliseconds since 1970."""


class SlowCard(NamedTuple):
    """A slow match of the visitor, for the home page."""

    card: RoomCard
    due: datetime | None
    """The end of the visitor's time; None: others are awaited."""
    left: str = ""
    """The rest of it, in words."""
    lasts: str = ""
    """The same as a duration of HTML."""


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def home(context: Context) -> Response:
    return await home_page(context)


async def home_page(
    context: Context,
    status: int = 200,
    values: dict[str, str] | None = None,
    errors: dict[str, str] | None = None,
) -> Response:
    """Template home.html.

    Context: origin (ours, for link previews), tables: list[RoomCard] (listed for `me`),
    mine: list[RoomCard] (own seats), slow: list[SlowCard] (own slow matches, those that wait for
    the visitor first), clubs: list[(Club, its next evening in words)], invited
    (list[Invited]; none for a guest), now (milliseconds since 1970), offered (a name for a
    stranger), values: {"name", "code", "game"} as typed,
    errors: {"name" | "code" | "form" | "invitation": sentence}.
    Forms: POST /rooms/now, /rooms and /rooms/any (name unless me; game), POST /knock (name unless
    me; code), POST /table/{room}/accept, POST /invitations/decline (room).
    """
    mine, found = list[RoomCard](), Awaiting()
    if context.account is not None:
        mine = await context.services.lobby.tables_of(context.person.id)
        async with context.services.db.request_connection() as connection:
            found = await awaiting.awaiting(connection, context.account.id)
    slow = slow_cards(context, found.slow)
    own_clubs, now = list[Club](), context.services.clock.now()
    if context.account is not None and context.account.registered:
        async with context.services.db.sessions.begin() as db:
            own_clubs = await clubs.of_person(db, context.account.id)
    offered = "" if context.account else offered_name()
    values = {"name": "", "code": "", "game": "", **(values or {})}
    origin = context.services.origin.of(context.request.scope)
    return context.page(
        "home.html",
        status,
        origin=origin,
        clubs=[(one, one.evening and one.evening.words(now)) for one in own_clubs],
        tables=context.services.lobby.listed(Wish(asker(context))),
        mine=[card for card in mine if card.id not in {one.card.id for one in slow}],
        slow=slow,
        invited=known_games(context, found.invited),
        offered=offered,
        now=to_milliseconds(now),
        values=values,
        errors=errors or {},
    )


async def invited_to(context: Context) -> list[Invited]:
    """The invitations that the visitor finds here, to tables of games that we have."""
    if context.account is None or not context.account.registered:
        return []
    async with context.services.db.request_connection() as connection:
        return known_games(context, await invitations.shown_to(connection, context.account.id))


def known_games(context: Context, found: Sequence[invitations.Invitation]) -> list[Invited]:
    games = context.services.games
    return [
        Invited(one.room, one.name, games[one.game].title, to_milliseconds(one.sent))
        for one in found
        if one.game in games
    ]


def slow_cards(context: Context, found: Sequence[SlowTable]) -> list[SlowCard]:
    """Those of games that we have."""
    games, now = context.services.games, context.services.clock.now()
    return [
        SlowCard(build_room_card(one.room, games), one.due)
        if one.due is None
        else SlowCard(
            build_room_card(one.room, games),
            one.due,
            time_left(one.due - now),
            f"PT{max(0, int((one.due - now).total_seconds()))}S",
        )
        for one in found
        if one.room.game in games
    ]


@router.post(
    "/rooms", tags=["rooms"], summary="Open a table", response_class=HTMLResponse, status_code=303
)
async def open_room(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
    listed: Annotated[bool, Form()] = False,
) -> Response:
    """Opens a room with you as its seated host. A stranger becomes a guest called `name`."""
    context.limit("room")
    values = {"name": name, "game": game}
    if (closed := why_not(context, game)) is not None:
        return await home_page(context, closed[0], values, {"form": closed[1]})
    try:
        person = await context.take_name(name)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    try:
        if listed:
            context.services.lobby.check_may_list(person.id, context.network)
        room = await context.services.lobby.create(person, game, None, listed)
    except (BadOptions, TooMuch, Unknown) as error:
        return await home_page(context, 422, values, {"form": error.sentence})
    return context.redirect(f"/table/{room}")


@router.post(
    "/rooms/now",
    tags=["rooms"],
    summary="Play with bots at once",
    response_class=HTMLResponse,
    status_code=303,
)
async def play_now(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
    waiting: Annotated[RoomId, Form(max_length=40)] = NO_ROOM,
) -> Response:
    """A private table with bots and short rules, whose page starts the match as it opens.

    `waiting`: a table where you have a seat; the page then tells you when somebody comes there.
    """
    context.limit("room")
    values = {"name": name, "game": game}
    if (closed := why_not(context, game)) is not None:
        return await home_page(context, closed[0], values, {"form": closed[1]})
    try:
        person = await context.take_name(name)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    room = await context.services.lobby.create_solo(person, game)
    keeps = f"?waiting={waiting}" if is_id(waiting) else ""
    return context.redirect(f"/table/{room}{keeps}#deal")


@router.post(
    "/rooms/any",
    tags=["rooms"],
    summary="Join any listed table",
    response_class=HTMLResponse,
    status_code=303,
)
async def join_any_room(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
    only: Annotated[RoomId, Form(max_length=40)] = NO_ROOM,
) -> Response:
    """Your seat at a listed table of the game, else a free one, else a listed table of your own.

    Tables that have not begun come first, then those with most people. `only`: a free seat at that
    table, or 409; so one process asks another that runs it.
    """
    context.limit("join")
    for card in (
        await context.services.lobby.tables_of(context.person.id) if context.account else ()
    ):
        if card.game == game and card.listed:
            return context.redirect(f"/table/{card.id}")
    try:
        wanted = context.person.name if context.account else clean_name(name)
    except BadName as error:
        return await home_page(context, 422, {"name": name, "game": game}, {"name": str(error)})
    wish = Wish(asker(context), game, free=True, apart=await kept_apart(context))
    for card in sorted(
        context.services.lobby.listed(wish),
        key=lambda card: (card.stage != Stage.GATHERING, -card.people),
    ):
        if only not in (NO_ROOM, card.id):
            continue
        form = {"game": game, "name": name, "only": card.id}
        try:
            if (answer := await context.ask_owner(card.id, "/rooms/any", form)) is not None:
                if answer.status_code == 303:
                    return answer
                continue
            if not context.account and await context.name_at_table(card.id, wanted) != wanted:
                continue  # before it counts as one more guest
            person = await context.take_name(name, card.id)
            await context.services.lobby.enter(card.id, person, sit=True)
            if not await is_seated(context, card.id):
                continue  # the last seat has just been taken, or they were kicked there
        except Silent:
            return context.redirect(f"/table/{card.id}", "perhaps-done")
        except (NameTakenAtTable, TableError, StoreAway, NotReached):
            continue  # the name has just been taken, or the table is busy
        except (BadName, NameTaken) as error:
            return await home_page(context, 422, {"name": name, "game": game}, {"name": str(error)})
        return context.redirect(f"/table/{card.id}")
    if only != NO_ROOM:
        raise HTTPException(409, "No seat is free at this table.")
    return await open_room(context, game, name, listed=True)


@router.get("/api/tables", tags=["rooms"], summary="Listed tables", responses=described_as(Tables))
async def tables(
    context: Context,
    game: str | None = None,
    free: Annotated[bool | None, Query(alias="open")] = None,
    watch: bool | None = None,
) -> Response:
    """Public tables where somebody is, a hundred at most: those with a free seat, then watchable.

    Filters: the `game`, an `open` seat, and whether one may `watch`.
    """
    context.limit("api")
    wish = Wish(asker(context), game, free, watch)
    return json_response(Tables(context.services.lobby.listed(wish)))


async def is_seated(context: Context, room: RoomId) -> bool:
    return any(
        card.id == room for card in await context.services.lobby.tables_of(context.person.id)
    )


async def kept_apart(context: Context) -> frozenset[PersonId]:
    """The people with whom the visitor is not seated, whoever of them has blocked the other."""
    if context.account is None:
        return frozenset()
    async with context.services.db.sessions.begin() as db:
        return await mutes.kept_apart(db, context.account.id)


def asker(context: Context) -> PersonId | None:
    return context.person.id if context.account else None
