"""The notifications of one browser: started and stopped by its person, on the account page."""

from typing import Annotated, Final

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people import push_subscriptions
from app.store.people.push_subscriptions import PushSubscription
from app.web.context.request_context import Context, RequestContext
from app.web.push.addresses import read_endpoint
from app.web.push.encryption import BadKeys, decode, read_point

router = APIRouter(tags=["account"])
NOT_SENT: Final = "This server sends no notifications."
NOT_TAKEN: Final = (
    "This browser gave no address at a push service that we know, so nothing is sent to it."
)
AUTH_BYTES: Final = 16
Field = Annotated[str, Form(max_length=1000)]


@router.post(
    "/account/notifications",
    summary="Notify this browser when a table waits for you",
    status_code=204,
    response_class=Response,
)
async def start(
    context: Context, endpoint: Field = "", p256dh: Field = "", auth: Field = ""
) -> Response:
    """As the browser’s push service gave them. They end with this login; five browsers have them.

    Both keys are in base64url without padding.
    """
    account = context.member_or_guest
    check_sends(context)
    context.limit("api")
    subscription = read_subscription(endpoint, p256dh, auth)
    assert context.session is not None, "who is logged in has a session"
    async with context.services.db.sessions.begin() as db:
        kept = await push_subscriptions.keep(db, account.id, context.session, subscription)
    if not kept:
        raise HTTPException(401)
    return Response(status_code=204)


@router.post(
    "/account/notifications/end",
    summary="Notify this browser no more",
    status_code=204,
    response_class=Response,
)
async def end(context: Context) -> Response:
    """Also where there was nothing to end."""
    account = context.member_or_guest
    check_sends(context)
    context.limit("api", account.id)
    assert context.session is not None, "who is logged in has a session"
    async with context.services.db.sessions.begin() as db:
        await push_subscriptions.end(db, context.session)
    return Response(status_code=204)


def check_sends(context: RequestContext) -> None:
    """Raises HTTPException 404 where the server has no key."""
    if context.services.push is None:
        raise HTTPException(404, NOT_SENT)


def read_subscription(endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Raises HTTPException 422."""
    try:
        point, secret = decode(p256dh), decode(auth)
        read_point(point)
    except (ValueError, BadKeys):
        raise HTTPException(422, NOT_TAKEN) from None
    if read_endpoint(endpoint) is None or len(secret) != AUTH_BYTES:
        raise HTTPException(422, NOT_TAKEN)
    return PushSubscription(endpoint, point, secret)
