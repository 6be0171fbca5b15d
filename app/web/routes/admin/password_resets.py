"""Administration of passwords: a link for a member who forgot theirs."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import Response

from app.store.admin import audit
from app.store.admin.audit import Action
from app.store.people import password_resets
from app.store.people.password_resets import ResetRefused
from app.web.routes.admin.access import Admin
from app.web.routes.admin.people import account_of, person_page, reason_complaint

router = APIRouter(prefix="/admin/people", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]


@router.post("/{person}/password-reset")
async def make_password_reset(context: Admin, person: str, reason: Text = "") -> Response:
    """Template admin/password_reset.html, which shows the link this once.

    Context: person (Account), link, expires_at (datetime).
    """
    account = await account_of(context, person)
    if complaint := reason_complaint(reason):
        return await person_page(context, account, 422, {"reset": complaint})
    try:
        async with context.services.db.sessions.begin() as db:
            made = await password_resets.create(db, account.id, context.services.clock.now())
            await audit.record(
                db,
                context.member_or_guest.id,
                Action.MAKE_PASSWORD_RESET,
                audit.account_subject(account.id),
                reason.strip(),
            )
    except ResetRefused as refused:
        return await person_page(context, account, 422, {"reset": str(refused)})
    return context.page(
        "admin/password_reset.html",
        person=made.account,
        link=f"{context.services.origin.of(context.request.scope)}/reset#{made.token}",
        expires_at=made.expires_at,
    )
