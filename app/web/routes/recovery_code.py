"""The recovery code: a member sees it once, writes it down, and may make another."""

from datetime import timedelta
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.people import recovery_codes
from app.web.context.request_context import Context, RequestContext, safe_next
from app.web.context.token_links import TokenLink
from app.web.routes.accounts import MISMATCH, knows_password

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
Next = Annotated[str, Query(alias="next", max_length=1000)]
PAGE: Final = "/account/recovery"
SHOWN: Final = TokenLink(PAGE, "recovery-code", timedelta(minutes=10))
"""The cookie that brings a new code to the page, which takes it away."""


def show_once(context: RequestContext, code: str, target: str, flash: str | None) -> Response:
    """Leads to the page that shows the code, and from there to `target`."""
    return SHOWN.keep_token(
        context, code, f"{PAGE}?{urlencode({'next': safe_next(target)})}", flash
    )


@router.get(PAGE, response_class=HTMLResponse, include_in_schema=False)
async def recovery_page(context: Context, target: Next = "/account") -> Response:
    if context.account is None or not context.account.registered:
        return context.redirect("/account")
    code = SHOWN.kept_token(context)
    if code is None:
        return page_without_code(context)
    async with context.services.db.sessions.begin() as db:
        own = await recovery_codes.is_of(db, context.account.id, code)
    if not own:  # somebody else became a member here and did not look
        return SHOWN.without_token(page_without_code(context))
    page = context.page("account/recovery.html", code=code, next=safe_next(target), error=None)
    return SHOWN.without_token(page)


def page_without_code(
    context: RequestContext, status: int = 200, error: str | None = None
) -> Response:
    """Template account/recovery.html. Context: code (None: only its hash is kept), next, error.

    Form: POST /account/recovery (password).
    """
    return context.page("account/recovery.html", status, code=None, next="/account", error=error)


@router.post(PAGE, summary="Make a new recovery code", response_class=HTMLResponse, status_code=303)
async def make_code(context: Context, password: Text = "") -> Response:
    """Needs the password. The former code is worthless from then on."""
    account = context.member_or_guest
    if not account.registered:
        return context.redirect("/account")
    if not await knows_password(context, account, password):
        return page_without_code(context, 422, MISMATCH)
    async with context.services.db.sessions.begin() as db:
        code = await recovery_codes.make(db, account.id)
    return show_once(context, code, "/account", None)
