"""The administrators' door and their audit log. For everybody else there is nothing here."""

from datetime import timedelta
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.chain import receipt
from app.store import audit, sessions
from app.web.context.request_context import Context, RequestContext

LOGIN_MAX_AGE: Final = timedelta(hours=12)
"""How long after giving the password an administrator may act as one: a browser left open somewhere is not one for ever."""


async def administrator(context: Context) -> RequestContext:
    """The dependency of every page under /admin. Raises HTTPException 404 for all others, as if nothing were here; for an
    administrator whose login is old 303 to the form, or 403 where something was to be done."""
    if context.account is None or not context.account.admin or context.session is None:
        raise HTTPException(404)
    async with context.services.db.sessions.begin() as db:
        opened = await sessions.opened_at(db, context.session)
    if opened is None or context.services.clock.now() - opened > LOGIN_MAX_AGE:
        if context.request.method == "GET":
            raise HTTPException(
                303,
                "Log in again first.",
                {"Location": f"/login?next={quote(context.request.url.path)}"},
            )
        raise HTTPException(
            403,
            "Your login is more than twelve hours old: log in again, then do it once more. Nothing was done.",
        )
    return context


Admin = Annotated[RequestContext, Depends(administrator)]
router = APIRouter(prefix="/admin", include_in_schema=False)


@router.get("", response_class=HTMLResponse)
async def index(context: Admin) -> Response:
    """Leads to what needs looking at: tables that are set aside, else matches."""
    return context.redirect(
        "/admin/tables" if context.services.lobby.quarantine.rooms else "/admin/matches"
    )


@router.get("/audit", response_class=HTMLResponse)
async def audit_page(context: Admin, subject: str = "", admin: str = "", page: int = 1) -> Response:
    """Template admin/audit.html. Context: entries (Page of store.audit.AuditEntry), subject, admin (filters as asked),
    lines (how many there are in all), head (the last one's hash in groups; "" where there is none)."""
    async with context.services.db.sessions.begin() as db:
        found = await audit.entries(db, subject or None, admin or None, page)
        chain = await audit.head(db)
    head = receipt(bytes.fromhex(chain.head))
    return context.page(
        "admin/audit.html",
        entries=found,
        subject=subject,
        admin=admin,
        lines=chain.lines,
        head=head,
    )
