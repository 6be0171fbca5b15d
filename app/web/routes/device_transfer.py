"""A seat moves to another device: a link that logs in whoever opens it, made at the table, good once and for ten minutes.

The token stands in the link's fragment, so that no server on the way and no preview of the link ever sees it; the page it leads to sends it
in a form.
"""

import re
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import device_transfers, sessions
from app.store.device_transfers import LINK_LIFETIME, DeviceTransfer
from app.table.model.errors import RoomGone
from app.table.model.room import RoomId
from app.web.context.request_context import Context, RequestContext
from app.web.rendering.responses import described_as, json_response
from app.web.routes.tables import is_member, qr_code_of, room_for

router = APIRouter()
Link = Annotated[str, Form(max_length=1000)]
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
COOKIE: Final = "device-link"
"""What a browser remembers from the link to the question. The form that answers names the link itself: what somebody says yes to is what
they were asked."""
NO_LINK: Final = "That is not such a link: copy all of it, up to its end."


class DeviceLink(msgspec.Struct, frozen=True):
    """A link by which this person goes on on another device."""

    link: str
    qr: str
    """The link as a QR code, as the address of a picture."""
    seconds: int
    """How long it is good."""


@router.post(
    "/table/{room}/device-link",
    tags=["account"],
    summary="Make a link for another device of yours",
    responses=described_as(DeviceLink),
)
async def make_device_link(context: Context, room: RoomId) -> Response:
    """The link is good once; the one before is worth nothing any more. Whoever opens it is you, in your seat."""
    if not is_member(context, await room_for(context, room)) or context.session is None:
        raise HTTPException(403, "Only people of this table can go on elsewhere.")
    context.limit("device-link", context.member_or_guest.id)
    async with context.services.db.request_connection() as db:
        try:
            token = await device_transfers.create(
                db, context.session, room, context.services.clock.now()
            )
        except LookupError:
            raise HTTPException(401) from None
    link = f"{context.services.origin.of(context.request.scope)}/device#{token}"
    return json_response(
        DeviceLink(
            link,
            qr_code_of(link).svg_data_uri(scale=8, border=4, omitsize=True),
            int(LINK_LIFETIME.total_seconds()),
        )
    )


@router.get("/device", response_class=HTMLResponse, include_in_schema=False)
async def device_page(context: Context) -> Response:
    """Where the link leads. A script sends on what stands behind its #, whoever has none pastes the link, and both come back with a cookie
    that lives as long as the link. Looking uses nothing up."""
    token = context.request.cookies.get(COOKIE)
    if token is None:
        return render_device_page(context, "link")
    context.limit("device-transfer")
    offered = await find_transfer(context, token)
    if offered is not None:
        return await confirmation_page(context, offered, token)
    return without_cookie(render_device_page(context, "gone", 404))


def render_device_page(
    context: RequestContext, state: str, status: int = 200, /, **values: object
) -> Response:
    """Template device_transfer.html. Context: state ("link": it is asked for; "gone": it is good no more; "who": whether to go on; "already": whoever
    asks is that person); for "link" also error (a sentence or None); for the last two person (Account) and card (RoomCard or None); for
    "who" also token, and beside (whether `me` belongs to the room too).
    Forms: POST /device (token: the link or what stands behind its #), POST /device/continue (token, instead=true where `me` is logged out)."""
    return context.page("device_transfer.html", status, state=state, **values)


@router.post(
    "/device",
    tags=["account"],
    summary="Look at a link for another device",
    response_class=HTMLResponse,
    status_code=303,
)
async def check_device_link(context: Context, token: Link = "") -> Response:
    """Leads to `/device`, which says whom the link would log in, and where. It is as good afterwards as before."""
    context.limit("device-transfer")
    bare = token_in(token)
    if TOKEN.fullmatch(bare) is None:
        return render_device_page(context, "link", 422, error=NO_LINK)
    answer = context.redirect("/device")
    answer.set_cookie(
        COOKIE, bare, int(LINK_LIFETIME.total_seconds()), path="/device", httponly=True, samesite="lax", secure=context.services.https
    )  # fmt: skip
    return answer


@router.post(
    "/device/continue",
    tags=["account"],
    summary="Go on here",
    response_class=HTMLResponse,
    status_code=303,
)
async def continue_here(
    context: Context, token: Link = "", instead: Annotated[bool, Form()] = False
) -> Response:
    """Logs you in as whoever made the link, and leads to the table; the other device stays logged in. Whoever is somebody else here is
    logged out first, and must have said so (`instead`)."""
    context.limit("device-transfer")
    bare = token_in(token)
    offered = await find_transfer(context, bare)
    if offered is None:
        return without_cookie(render_device_page(context, "gone", 404))
    if context.account is not None and context.account.id == offered.account.id:
        return context.redirect(f"/table/{offered.room}")
    if context.account is not None and not instead:
        return await confirmation_page(context, offered, bare, 409)
    async with context.services.db.request_connection() as db:
        arrived = await device_transfers.redeem(
            db, bare, context.user_agent, context.services.clock.now()
        )
    if arrived is None:
        return without_cookie(render_device_page(context, "gone", 404))
    left = context.session
    if left is not None:
        async with context.services.db.sessions.begin() as orm:
            await sessions.close_session(orm, left)
        context.services.lobby.end_session(left)
    context.adopt_session(arrived.account, arrived.session, arrived.token)
    return without_cookie(context.redirect(f"/table/{arrived.room}"))


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
    if TOKEN.fullmatch(token) is None:
        return None
    async with context.services.db.request_connection() as db:
        return await device_transfers.find(db, token, context.services.clock.now())


def without_cookie(answer: Response) -> Response:
    """The browser keeps the link no longer."""
    answer.delete_cookie(COOKIE, path="/device")
    return answer


def token_in(link: str) -> str:
    """What stands behind the # of a link, or all of it where there is none.

    >>> token_in(" https://cards.example/device#AbC "), token_in("AbC")
    ('AbC', 'AbC')
    """
    return link.rpartition("#")[2].strip()
