"""The dependencies of pages under /admin: administrators and moderators with a fresh login."""

from datetime import timedelta
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import Depends
from starlette.exceptions import HTTPException

from app.store.admin import cases
from app.store.people import sessions
from app.store.upkeep import backups
from app.web.context.request_context import Context, RequestContext

LOGIN_MAX_AGE: Final = timedelta(hours=12)
"""The time for which a login gives the rights of a role: a browser may be left open."""


async def administrator(context: Context) -> RequestContext:
    """As `staff`, for administrators alone."""
    if context.account is None or not context.account.admin:
        raise HTTPException(404)
    return await staff(context)


async def staff(context: Context) -> RequestContext:
    """The context, for an administrator or a moderator.

    Templates also get open_cases (a number), backups (store.upkeep.backups.Backups) and
    backup_condition (Condition). Raises HTTPException: 404 for all others, as if there were no such
    page; with an old login, 303 to the login form, or 403 if the request would change something.
    """
    if context.account is None or not context.account.staff or context.session is None:
        raise HTTPException(404)
    async with context.services.db.sessions.begin() as db:
        opened = await sessions.opened_at(db, context.session)
        context.shared["open_cases"] = await cases.count_open(db, context.account.id)
        known = await backups.newest(db)
        context.shared["backups"] = known
        context.shared["backup_condition"] = known.condition(context.services.clock.now())
    if opened is None or context.services.clock.now() - opened > LOGIN_MAX_AGE:
        if context.request.method == "GET":
            raise HTTPException(
                303,
                "Log in again first.",
                {"Location": f"/login?next={quote(context.request.url.path)}"},
            )
        raise HTTPException(
            403,
            "Your login is more than twelve hours old, so nothing was done. "
            "Log in again, then repeat it.",
        )
    return context


Admin = Annotated[RequestContext, Depends(administrator)]
"""The context of a page for administrators."""
Staff = Annotated[RequestContext, Depends(staff)]
"""The context of a page for administrators and moderators."""
