"""The administrators' door and their audit log. For everybody else there is nothing here."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import audit
from app.web.security import Here, Visit


async def administrator(here: Here) -> Visit:
    """The dependency of every page under /admin. Raises HTTPException 404 for all others, as if nothing were here."""
    if here.account is None or not here.account.admin:
        raise HTTPException(404)
    return here


Admin = Annotated[Visit, Depends(administrator)]
router = APIRouter(prefix="/admin", include_in_schema=False)


@router.get("", response_class=HTMLResponse)
async def door(here: Admin) -> Response:
    return here.go("/admin/matches")


@router.get("/audit", response_class=HTMLResponse)
async def audit_page(here: Admin, subject: str = "", admin: str = "", page: int = 1) -> Response:
    """Template admin/audit.html. Context: entries (Page of store.audit.AuditEntry), subject, admin (filters as asked)."""
    async with here.house.db.sessions.begin() as db:
        found = await audit.entries(db, subject or None, admin or None, page)
    return here.page("admin/audit.html", entries=found, subject=subject, admin=admin)
