"""Password reset: a link, or a recovery code, by which a member chooses a new password, once.

See app/web/context/token_links.py for its token.
"""

from typing import Annotated, Final

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.people import password_resets, sessions
from app.store.people.password_resets import LINK_LIFETIME
from app.store.people.recovery_codes import read_code
from app.store.people.rows import Account
from app.web.context.passwords import WeakPassword
from app.web.context.request_context import Context, RequestContext
from app.web.context.token_links import TokenLink, is_token, token_in
from app.web.rate_limits import Source
from app.web.routes.recovery_code import show_once

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
RESET_LINK: Final = TokenLink("/reset", "password-reset", LINK_LIFETIME)
"""The form repeats the token, so that nobody sets the password of another account than the one that
is shown."""
NO_LINK: Final = (
    "This is neither a password link nor a recovery code. Copy the whole link, or all 20 signs of "
    "the code."
)


@router.get("/reset", response_class=HTMLResponse, include_in_schema=False)
async def reset_page(context: Context) -> Response:
    """The page that the link leads to. A visit does not use the link up.

    A script posts the part after the #, or the visitor pastes the link. Both come back with a
    cookie that lives as long as the link.
    """
    token = RESET_LINK.kept_token(context)
    if token is None:
        return render_reset_page(context, "link")
    context.limit("password-reset")
    account = await find_account(context, token)
    if account is None:
        return gone_page(context)
    return render_reset_page(context, "form", person=account, token=token)


def render_reset_page(
    context: RequestContext, state: str, status: int = 200, /, **values: object
) -> Response:
    """Template account/password_reset.html. Context by state:

    "link", the form for a link: error (a sentence or None).
    "gone": the link was used, replaced or never made, or its time is over.
    "form": person (Account), token, error (a sentence about the password, or None).
    Forms: POST /reset (token: the link or the part after the #), POST /reset/password (token,
    password).
    """
    return context.page("account/password_reset.html", status, state=state, **values)


def gone_page(context: RequestContext) -> Response:
    return RESET_LINK.without_token(render_reset_page(context, "gone", 404))


@router.post(
    "/reset",
    summary="Look at a password reset link",
    response_class=HTMLResponse,
    status_code=303,
)
async def check_reset_link(context: Context, token: Text = "") -> Response:
    """Leads to `/reset`, which shows whose password the link sets. The link stays valid."""
    context.limit("password-reset")
    bare = token_in(token)
    if not is_token(bare) and read_code(bare) is None:
        return render_reset_page(context, "link", 422, error=NO_LINK)
    return RESET_LINK.keep_token(context, bare)


@router.post(
    "/reset/password",
    summary="Choose a new password with a link",
    response_class=HTMLResponse,
    status_code=303,
)
async def choose_password(context: Context, token: Text = "", password: Text = "") -> Response:
    """Sets the password, logs every other device out, and logs this one in.

    A password that is refused leaves the link valid.
    """
    context.limit("password-reset")
    bare, now = token_in(token), context.services.clock.now()
    account = await find_account(context, bare)
    if account is None:
        return gone_page(context)
    try:
        asking = Source(context.source.networks, account.id)
        stored = await context.services.passwords.hash(password, account.name, asking)
    except WeakPassword as error:
        return render_reset_page(context, "form", 422, person=account, token=bare, error=str(error))
    left = context.session
    async with context.services.db.sessions.begin() as db:
        done = await password_resets.redeem(db, bare, stored, now)
        if done is not None:
            if left is not None and left not in done.ended:
                await sessions.close_session(db, left)
            await context.login.sign_in(db, done.account)
            context.login.remember_device(done.account, stored)
    if done is None:
        return gone_page(context)
    for ended in {*done.ended, *((left,) if left else ())}:
        context.services.lobby.end_session(ended)
    context.services.metrics.logins.labels("ok").inc()
    if done.code is not None:
        return RESET_LINK.without_token(show_once(context, done.code, "/", "password-reset"))
    return RESET_LINK.without_token(context.redirect("/", "password-reset"))


async def find_account(context: RequestContext, token: str) -> Account | None:
    """The account whose password the link or code sets."""
    if not is_token(token) and read_code(token) is None:
        return None
    async with context.services.db.sessions.begin() as db:
        return await password_resets.find(db, token, context.services.clock.now())
