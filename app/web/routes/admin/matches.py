"""Administration of one match: its log once it is over, stopping, voiding, reinstating."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import audit, labels, voiding
from app.store.admin.audit import Action
from app.store.matches import records
from app.store.matches.rows import MatchState
from app.table.model.records import AdminStop
from app.table.model.room import MatchId, PersonId, RoomId
from app.web.context.match_access import NO_MATCH, MatchAccess, answer_from_record, match_access
from app.web.replay.record_jobs import StepShown
from app.web.routes.admin.access import Admin, Staff
from app.web.routes.admin.people import reason_complaint

router = APIRouter(prefix="/admin/matches", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]
PER_PAGE = 25
"""Steps on one page of a match log."""
NOT_STOPPED = "The match could not be stopped. Reload the page and try again."


@router.get("/{match}", response_class=HTMLResponse)
async def match_log(
    context: Staff,
    match: str,
    page: int = 1,
    step: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> Response:
    """`step`: the one to open, on whatever page it is."""
    return await match_page(
        context, match, page if step is None else step // PER_PAGE + 1, step=step
    )


async def admin_access(context: Staff, match: str) -> MatchAccess:
    """The parts of a match that an administrator may see, or a moderator once it is over.

    Raises HTTPException: 404 if there is none, 403 for an own match while it runs.
    """
    access = await match_access(context, match)
    if not access.over and not context.member_or_guest.admin:
        raise HTTPException(404, NO_MATCH)
    if access.played and not access.over:
        raise HTTPException(
            403, "You play in this match. Another administrator has to handle it while it runs."
        )
    return access


def may_read(access: MatchAccess) -> bool:
    """True if the visitor may read the whole log.

    Not while the match runs, nor under other rules than it was played by. Where cards stay secret
    for good, only an administrator may who did not play.
    """
    kept_secret = access.moderator or access.own_seats
    return (
        access.over and access.replayable and (access.game.reveals_after_match or not kept_secret)
    )


async def match_page(
    context: Staff,
    match: str,
    page: int = 1,
    status: int = 200,
    errors: dict[str, str] | None = None,
    step: int | None = None,
) -> Response:
    """Template admin/match.html. Forms: POST …/stop, …/void, …/reinstate (reason).

    Showing the log of a match that is over is recorded in the audit log, also on an error page.

    Context: match (MatchSummary), game (rules.Game), over, open (see the match page), readable
    (may_read), why_not_replayable (a sentence or None), errors: {"reason": sentence}, running
    (TableAdmin.running_view's dict, or None), quarantined (the match runs, and its table is
    quarantined), steps (list[StepShown]; empty while it runs), page, last (pages of steps), total,
    step (the one to open, or None), receipt (see the match page; None while it runs), entries (Page
    of AuditEntry about this match), labels (AuditLabels of those).
    """
    access = await admin_access(context, match)
    match = access.summary.id
    tables = context.services.lobby.admin
    running = None if access.over else await tables.running_view(MatchId(match))
    shown: list[StepShown] = []
    total = 0
    receipt = None
    if may_read(access):
        total = access.summary.entries
        page = min(max(page, 1), page_count(total))
        told = await answer_from_record(
            context, access, "log", start=(page - 1) * PER_PAGE, count=PER_PAGE
        )
        shown = msgspec.json.decode(b"".join(told), type=list[StepShown])
    async with context.services.db.sessions.begin() as db:
        if shown:
            await audit.record_look(db, context.member_or_guest.id, match)
        entries = await audit.entries(db, audit.match_subject(match))
        names = await labels.of_entries(db, entries.items)
        if access.over:
            receipt = await records.receipt(db, match)
    return context.page(
        "admin/match.html",
        status,
        match=access.summary,
        game=access.game,
        over=access.over,
        open=access.open,
        readable=may_read(access),
        why_not_replayable=access.why_not_replayable,
        errors=errors or {},
        running=running,
        quarantined=not access.over
        and RoomId(access.summary.room_id) in context.services.lobby.quarantine.rooms,
        steps=shown,
        receipt=receipt,
        step=step,
        page=page,
        last=page_count(total),
        total=total,
        entries=entries,
        labels=names,
    )


@router.post("/{match}/stop")
async def stop(context: Admin, match: str, reason: Text = "") -> Response:
    """Stops a running match; the table reads the reason."""
    access = await admin_access(context, match)
    match = access.summary.id
    if complaint := reason_complaint(reason):
        return await refused(context, match, complaint)
    if access.over:
        return await refused(context, match, "This match is over already.")
    if not await stop_at_table(context, match, reason, void=False):
        return await refused(context, match, NOT_STOPPED, 409)
    return context.redirect(f"/admin/matches/{match}", "stopped")


@router.post("/{match}/void")
async def void(context: Admin, match: str, reason: Text = "") -> Response:
    """Takes a match out of standings at once and out of ratings soon; stops it if it runs."""
    access = await admin_access(context, match)
    match = access.summary.id
    if complaint := reason_complaint(reason):
        return await refused(context, match, complaint)
    if access.summary.state == MatchState.VOIDED:
        return await refused(context, match, "This match is voided already.")
    if not access.over:
        if not await stop_at_table(context, match, reason, void=True):
            return await refused(context, match, NOT_STOPPED, 409)
        return context.redirect(f"/admin/matches/{match}", "voided")
    async with context.services.db.sessions.begin() as db:
        await voiding.void(db, match, reason.strip())
        await record(context, db, Action.VOID, match, reason)
    context.services.rating_refolder.wake()
    return context.redirect(f"/admin/matches/{match}", "voided")


@router.post("/{match}/reinstate")
async def reinstate(context: Admin, match: str, reason: Text = "") -> Response:
    """Lets a voided match count again."""
    access = await admin_access(context, match)
    match = access.summary.id
    if complaint := reason_complaint(reason):
        return await refused(context, match, complaint)
    if access.summary.state != MatchState.VOIDED:
        return await refused(context, match, "This match is not voided.")
    async with context.services.db.sessions.begin() as db:
        await voiding.reinstate(db, match)
        await record(context, db, Action.REINSTATE, match, reason)
    context.services.rating_refolder.wake()
    return context.redirect(f"/admin/matches/{match}", "reinstated")


async def stop_at_table(context: Admin, match: str, reason: str, void: bool) -> bool:
    """The stop, the audit line and the voiding are one transaction, which the table starts.

    False if no table of this process plays the match.
    """
    order = AdminStop(PersonId(context.member_or_guest.id), reason.strip(), void)
    return await context.services.lobby.admin.stop_match(MatchId(match), order)


async def record(context: Admin, db: AsyncSession, action: Action, match: str, reason: str) -> None:
    """The audit line, in the transaction of what it tells."""
    admin, subject = context.member_or_guest.id, audit.match_subject(match)
    await audit.record(db, admin, action, subject, reason.strip())


async def refused(context: Admin, match: str, complaint: str, status: int = 422) -> Response:
    """The match page again, with a sentence about the reason field."""
    return await match_page(context, match, status=status, errors={"reason": complaint})


def page_count(total: int) -> int:
    return max(1, -(-total // PER_PAGE))
