"""The start page of the administration, and its audit log."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.admin import audit, audit_chain, labels
from app.web.routes.admin.access import Admin, Staff
from app.web.routes.admin.tables import living_processes

router = APIRouter(prefix="/admin", include_in_schema=False)


@router.get("", response_class=HTMLResponse)
async def index(context: Staff) -> Response:
    """Leads moderators to the reports, administrators to paused tables, else to the matches."""
    if not context.member_or_guest.admin:
        return context.redirect("/admin/queue")
    paused = context.services.lobby.quarantine.rooms or any(
        one.told.quarantined for one in await living_processes(context)
    )
    return context.redirect("/admin/tables" if paused else "/admin/matches")


@router.get("/audit", response_class=HTMLResponse)
async def audit_page(context: Admin, subject: str = "", admin: str = "", page: int = 1) -> Response:
    """Template admin/audit.html.

    Context: entries (Page of store.admin.audit.AuditEntry), labels (AuditLabels of those), subject
    and admin (the filters as asked), head (the last line's number and 16 digits of its hash, as
    `doctor` takes it; None if there is no line).
    """
    async with context.services.db.sessions.begin() as db:
        found = await audit.entries(db, subject or None, admin or None, page)
        chain = await audit_chain.head(db)
        shown = await labels.of_entries(db, found.items)
    return context.page(
        "admin/audit.html",
        entries=found,
        labels=shown,
        subject=subject,
        admin=admin,
        head=chain.head,
    )
