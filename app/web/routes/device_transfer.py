"""Device transfer: a link that logs a second device in as the same person, once.

See app/web/context/token_links.py for its token.
"""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people import device_transfers, sessions
from app.store.people.device_transfers import LINK_LIFETIME, DeviceTransfer
from app.table.model.errors import RoomGone
from app.table.model.room import RoomId
from app.web.context.request_context import Context, RequestContext
from app.web.context.token_links import TokenLink, is_token, token_in
from app.web.rendering.responses import described_as, json_response
from app.web.routes.tables import is_member, qr_code_of, room_for

router = APIRouter()
Link = Annotated[str, Form(max_length=1000)]
TRANSFER_LINK: Final = TokenLink("/device", "device-link", LINK_LIFETIME)
"""The form that answers the question repeats the token, so that nobody confirms another link than
the one they were asked about."""
NO_LINK: Final = "This is not a device link. Copy the whole link and paste it again."


class DeviceLink(msgspec.Struct, frozen=True):
    """A link that logs another device in as this person."""

    link: str
    qr: str
    """The link as a QR code, as a data URL."""
    seconds: int
    """Until the link expires."""


@router.post(
    "/table/{room}/device-link",
    tags=["account"],
    summary="Make a link for another device of yours",
    responses=described_as(DeviceLink),
)
async def make_device_link(context: Context, room: RoomId) -> Response:
    """The link works once, and replaces the one before. Whoever opens it is you, in your seat."""
    if not is_member(context, await room_for(context, room)) or context.session is None:
        raise HTTPException(403, "Only people at this table can make a device link for it.")
    context.limit("device-link", context.member_or_guest.id)
    async with context.services.db.request_connection() as db:
        try:
            token = await device_transfers.create(
                db, context.session, room, context.services.clock.now()
            )
        except LookupError:
            raise HTTPException(401) from None
    link = f"{context.services.links.of(context.request.scope)}/device#{token}"
    return json_response(
        DeviceLink(
            link,
            qr_code_of(link).svg_data_uri(scale=8, border=4, omitsize=True),
            int(LINK_LIFETIME.total_seconds()),
        )
    )


@router.get("/device", response_class=HTMLResponse, include_in_schema=False)
async def device_page(context: Context) -> Response:
    """The page that the link leads to. A visit does not use the link up.

    A script posts the part after the #, or the visitor pastes the link. Both come back with a
    cookie that lives as long as the link.
    """
    token = TRANSFER_LINK.kept_token(context)
    if token is None:
        return render_device_page(context, "link")
    context.limit("device-transfer")
    offered = await find_transfer(context, token)
    if offered is not None:
        return await confirmation_page(context, offered, token)
    return TRANSFER_LINK.without_token(render_device_page(context, "gone", 404))


def render_device_page(
    context: RequestContext, state: str, status: int = 200, /, **values: object
) -> Response:
    """Template device_transfer.html. Context by state:

    "link", the form for a link: error (a sentence or None).
    "gone": the link has expired.
    "who", the question: person (Account), card (RoomCard or None), token, beside (true if `me`
    belongs to the room too).
    "already", the visitor is that person: person, card.
    Forms: POST /device (token: the link or the part after the #), POST /device/continue (token,
    instead=true if `me` is logged out).
    """
    return context.page("device_transfer.html", status, state=state, **values)


@router.post(
    "/device",
    tags=["account"],
    summary="Look at a link for another device",
    response_class=HTMLResponse,
    status_code=303,
)
async def check_device_link(context: Context, token: Link = "") -> Response:
    """Leads to `/device`, which shows whom the link would log in. The link stays valid."""
    context.limit("device-transfer")
    bare = token_in(token)
    if not is_token(bare):
        return render_device_page(context, "link", 422, error=NO_LINK)
    return TRANSFER_LINK.keep_token(context, bare)


@router.post(
    "/device/continue",
    tags=["account"],
    summary="Continue on this device",
    response_class=HTMLResponse,
    status_code=303,
)
async def continue_here(
    context: Context, token: Link = "", instead: Annotated[bool, Form()] = False
) -> Response:
    """Logs you in as the person who made the link, and leads to the table.

    The other device stays logged in. Somebody else on this device is logged out first, and has
    to confirm that (`instead`).
    """
    context.limit("device-transfer")
    bare = token_in(token)
    offered = await find_transfer(context, bare)
    if offered is None:
        return TRANSFER_LINK.without_token(render_device_page(context, "gone", 404))
    if context.account is not None and context.account.id == offered.account.id:
        return context.redirect(f"/table/{offered.room}")
    if context.account is not None and not instead:
        return await confirmation_page(context, offered, bare, 409)
    async with context.services.db.request_connection() as db:
        arrived = await device_transfers.redeem(
            db, bare, context.login.user_agent, context.services.clock.now()
        )
    if arrived is None:
        return TRANSFER_LINK.without_token(render_device_page(context, "gone", 404))
    left = context.session
    if left is not None:
        async with context.services.db.sessions.begin() as orm:
            await sessions.close_session(orm, left)
        context.services.lobby.end_session(left)
    context.login.adopt(arrived.account, arrived.session, arrived.token)
    return TRANSFER_LINK.without_token(context.redirect(f"/table/{arrived.room}"))


async def confirmation_page(
    context: RequestContext, transfer: DeviceTransfer, token: str, status: int = 200
) -> Response:
    room = RoomId(transfer.room)
    try:
        card = await context.services.lobby.card(room)
    except RoomGone:
        card = None
    if context.account is not None and context.account.id == transfer.account.id:
        return render_device_page(context, "already", person=transfer.account, card=card)
    known = await context.services.rooms.load(room)
    beside = known is not None and is_member(context, known)
    return render_device_page(
        context, "who", status, person=transfer.account, card=card, token=token, beside=beside
    )


async def find_transfer(context: RequestContext, token: str) -> DeviceTransfer | None:
    if not is_token(token):
        return None
    async with context.services.db.request_connection() as db:
        return await device_transfers.find(db, token, context.services.clock.now())
