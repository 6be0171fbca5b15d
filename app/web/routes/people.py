"""The people somebody played with, a table opened with some of them, and the answers of those."""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.database.connections import DATABASE_ERRORS
from app.store.database.storable_text import is_id
from app.store.matches import played_with
from app.store.people import invitations
from app.table.model.errors import TableError, TooMuch
from app.table.model.room import PersonId, RoomId
from app.web.context.error_responses import STATUS, check_no_own_fault
from app.web.context.request_context import Context
from app.web.rendering.responses import described_as, json_response
from app.web.routes.home import Invited, home_page, invited_to, why_not
from app.web.routes.tables import is_member

router = APIRouter(tags=["rooms"])
NOBODY: Final = "Choose at least one person."
OVER: Final = "This invitation is over. If you still want to come, ask for the invite link."


@router.get("/people", response_class=HTMLResponse, include_in_schema=False)
async def people(context: Context) -> Response:
    if context.account is None:
        return context.redirect("/login?next=/people")
    return await people_page(context)


async def people_page(
    context: Context,
    status: int = 200,
    game: str = "",
    picked: frozenset[PersonId] = frozenset(),
    errors: dict[str, str] | None = None,
) -> Response:
    """Template people/played_with.html.

    Context: people (list of store.matches.played_with.PlayedWith; nobody for a guest), values:
    {"game", "picked"} as chosen, errors: {"person" | "form": sentence}.
    Form: POST /people/invite (person, several times; game).
    """
    return context.page(
        "people/played_with.html",
        status,
        people=await played_with_me(context),
        values={"game": game, "picked": picked},
        errors=errors or {},
    )


async def played_with_me(context: Context) -> list[played_with.PlayedWith]:
    """Nobody for a guest."""
    account = context.member_or_guest
    if not account.registered:
        return []
    async with context.services.db.request_connection() as connection:
        return await played_with.people(connection, account.id)


@router.post(
    "/people/invite",
    summary="Open a table with people you played with",
    response_class=HTMLResponse,
    status_code=303,
)
async def invite(
    context: Context,
    game: Annotated[str, Form(max_length=40)] = "",
    person: Annotated[list[PersonId] | None, Form(max_length=100)] = None,
) -> Response:
    """A private table of yours; members whom you played with find an invitation at home.

    `person`: ids. Whoever is not among the people you played with is left out without a word.
    """
    account, db = context.member_or_guest, context.services.db
    if not account.registered:
        return await people_page(context, 403)
    picked = frozenset(person or ())
    if not picked:
        return await people_page(context, 422, game, errors={"person": NOBODY})
    if (closed := why_not(context, game)) is not None:
        return await people_page(context, closed[0], game, picked, {"form": closed[1]})
    context.limit("room")
    invited = [one.id for one in await played_with_me(context) if one.id in picked]
    try:
        async with db.sessions.begin() as session:
            await invitations.check_may_send(session, account.id, len(invited))
        room = await context.services.lobby.create(context.person, game)
    except TableError as error:
        return await people_page(
            context, STATUS[error.code], game, picked, {"form": error.sentence}
        )
    try:
        async with db.sessions.begin() as session:
            await invitations.send(session, account.id, room, invited)
    except TooMuch:  # another window has sent some meanwhile
        told = "not-invited"
    except DATABASE_ERRORS as error:
        check_no_own_fault(error)
        told = "not-invited"
    else:
        told = "invited"
    return context.redirect(f"/table/{room}", told)


class Invitations(msgspec.Struct, frozen=True):
    invitations: list[Invited]


@router.get("/api/invitations", summary="Invitations to you", responses=described_as(Invitations))
async def invited(context: Context) -> Response:
    """Those that your home page shows, the newest first; none for a guest."""
    context.limit("api")
    if context.account is None:
        raise HTTPException(401)
    return json_response(Invitations(await invited_to(context)))


@router.post(
    "/table/{room}/accept",
    summary="Accept an invitation on your home page",
    response_class=HTMLResponse,
    status_code=303,
)
async def accept(context: Context, room: RoomId) -> Response:
    """Lets you into the room, and onto a free seat. Whoever is in it already is led there."""
    account, services = context.member_or_guest, context.services
    context.limit("join")
    found = await services.rooms.load(room) if is_id(room) else None
    if found is not None and is_member(context, found):
        return context.redirect(f"/table/{room}")
    async with services.db.request_connection() as connection:
        asked = found is not None and await invitations.is_shown(connection, account.id, room)
    try:
        if not asked or not await services.lobby.enter(room, context.person, sit=True):
            return await home_page(context, 404, errors={"invitation": OVER})
    except TableError as error:
        return await home_page(context, STATUS[error.code], errors={"invitation": error.sentence})
    async with services.db.request_connection() as connection:
        await invitations.accept(connection, account.id, room)
    return context.redirect(f"/table/{room}")


@router.post(
    "/invitations/decline",
    summary="Decline an invitation on your home page",
    response_class=HTMLResponse,
    status_code=303,
)
async def decline(context: Context, room: Annotated[RoomId, Form(max_length=40)]) -> Response:
    """Nobody is told. An invitation that is over, or never was, reads alike."""
    account = context.member_or_guest
    context.limit("api")
    if is_id(room):
        async with context.services.db.request_connection() as connection:
            await invitations.decline(connection, account.id, room)
    return context.redirect("/", "declined")
