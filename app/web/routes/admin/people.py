"""Administration of people: search, suspensions, roles, password reset links.

Notes, warnings and what moderators do is in `deeds`.
"""

from datetime import UTC, datetime, time, timedelta
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import audit, labels, notes
from app.store.admin.audit import Action
from app.store.database.base import PAGE_SIZE, ConcurrentChange
from app.store.database.storable_text import UnstorableText, require_storable
from app.store.people import accounts, password_resets, sessions
from app.store.people.accounts import LastAdministrator
from app.store.people.password_resets import ResetRefused
from app.store.people.rows import Account, Role
from app.table.model.records import AccountChange, Fate
from app.web.context.authentication import person_of
from app.web.routes.admin.access import Admin, Staff

router = APIRouter(prefix="/admin/people", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]
Seen = Annotated[int | None, Form(ge=0, le=2**62)]
"""The number of the newest note that the page has shown."""
LONGEST_BY_MODERATORS = timedelta(days=31)
"""A suspension by a moderator ends before that."""
SUSPENDED = "They are suspended already. Lift that first."
LIFTED = "The suspension has ended already, or somebody lifted it."
SILENCES = (("1", "An hour"), ("24", "A day"), ("168", "A week"), ("744", "31 days"))
"""Hours of a silence, and their words."""
WARNINGS = (
    "Please be kind in the chat: people come here for a quiet evening.",
    "Please choose another name. Yours hurts other people.",
    "Please don’t leave in the middle of matches: the others wait for you.",
    "Please play for yourself alone: telling each other cards spoils the game for the rest.",
)
"""Words of warnings to choose from."""


@router.get("", response_class=HTMLResponse)
async def people(context: Staff, q: str = "", suspended: bool = False, page: int = 1) -> Response:
    """Template admin/people.html. Context: people (Page of Account), q, suspended (filters)."""
    async with context.services.db.sessions.begin() as db:
        found = await accounts.search(db, q[:100], suspended=suspended, page=page)
    return context.page("admin/people.html", people=found, q=q, suspended=suspended)


@router.get("/{person}", response_class=HTMLResponse)
async def person_at(context: Staff, person: str) -> Response:
    return await person_page(context, await account_of(context, person))


async def person_page(
    context: Staff,
    account: Account,
    status: int = 200,
    errors: dict[str, str] | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    """Template admin/person.html.

    Context: person (Account), now (datetime), devices (number of open logins), matches (the newest
    store.admin.labels.PlayedMatch), more_matches (true if there are older ones), entries (Page of
    AuditEntry about this person), labels (AuditLabels of those), notes (list of
    store.admin.notes.Note), refusal (see `refusal_to`), warnings (pairs for a list), silences
    (pairs for a list), errors: {"until" | "reason" | "lift" | "reset" | "note" | "warning" |
    "silence" | "name" | "deed" | "role": sentence}, reset_refusal (the sentence in place of the
    form for a password reset link, or None), typed: {"until" | "reason" | "forever": what a refused
    suspension was asked with}.
    Forms: POST …/suspend (reason, until as yyyy-mm-dd, forever=on), POST …/lift (reason),
    POST …/password-reset (reason), POST …/role (role, reason), and those of `deeds`. With each that
    does something about the person goes `seen`.
    """
    async with context.services.db.sessions.begin() as db:
        played = await labels.latest_of_person(db, account.id, PAGE_SIZE + 1)
        entries = await audit.entries(db, audit.account_subject(account.id))
        names = await labels.of_entries(db, entries.items)
        devices = len(await sessions.list_sessions(db, account.id))
        written = await notes.about(db, account.id)
    return context.page(
        "admin/person.html",
        status,
        person=account,
        now=context.services.clock.now(),
        devices=devices,
        matches=played[:PAGE_SIZE],
        more_matches=len(played) > PAGE_SIZE,
        entries=entries,
        labels=names,
        notes=written,
        refusal=refusal_to(context, account),
        warnings=[("", "In your own words"), *((one, one) for one in WARNINGS)],
        silences=SILENCES,
        errors=errors or {},
        typed=typed or {},
        reset_refusal=password_resets.refusal(account, context.services.clock.now()),
    )


@router.post("/{person}/suspend")
async def suspend(
    context: Staff,
    person: str,
    reason: Text = "",
    until: Text = "",
    forever: Annotated[bool, Form()] = False,
    seen: Seen = None,
) -> Response:
    """Ends all logins and seats at once, until the end of the day `until` (UTC), or for good."""
    account = await account_of(context, person)
    errors = {}
    end = None if forever else end_of_day(until)
    if not forever and (end is None or end <= context.services.clock.now()):
        errors["until"] = "Enter a date from today on, like 2030-12-31, or choose “For good”."
    if complaint := reason_complaint(reason):
        errors["reason"] = complaint
    by_moderator = not context.member_or_guest.admin
    if by_moderator and (end is None or end > context.services.clock.now() + LONGEST_BY_MODERATORS):
        errors["until"] = "Moderators suspend for a month at most. Ask an administrator for more."
    if complaint := refusal_to(context, account):
        errors["reason"] = complaint
    if errors:
        typed = {"reason": reason, "until": until, "forever": "true" if forever else ""}
        return await person_page(context, account, 422, errors, typed)
    me, kind = context.member_or_guest.id, notes.Kind.SUSPENSION
    length = "for good" if end is None else f"until {end:%Y-%m-%d %H:%M} UTC"
    said = f"{reason.strip()} ({length})"
    try:
        async with context.services.db.sessions.begin() as db:
            await notes.write(db, account.id, me, kind, reason.strip(), seen=seen, until=end)
            found = await accounts.by_id(db, account.id)
            if found is None or found.suspended(context.services.clock.now()):
                raise ConcurrentChange(f"{account.id} is suspended, or gone")
            await accounts.suspend(db, account.id, end, reason.strip())
            closed = await sessions.close_all(db, account.id)
            await audit.record(db, me, Action.SUSPEND, audit.account_subject(account.id), said)
    except notes.Stale as stale:
        return await person_page(context, account, 409, {"deed": stale.sentence})
    except LookupError:
        return await person_page(context, account, 409, {"deed": SUSPENDED})
    change = AccountChange(person_of(account), Fate.SUSPENDED)
    try:  # the tables first: their Bye says what happened
        left = await context.services.account_changes.carry_out(change)
    finally:
        for session in closed:
            context.services.lobby.end_session(session)
    said = "suspended-follows" if left else "suspended"
    return context.redirect(f"/admin/people/{account.id}", said)


@router.post("/{person}/lift")
async def lift(context: Staff, person: str, reason: Text = "", seen: Seen = None) -> Response:
    account, me = await account_of(context, person), context.member_or_guest
    until, latest = account.suspended_until, context.services.clock.now() + LONGEST_BY_MODERATORS
    complaint = reason_complaint(reason)
    if not me.admin and account.suspension_reason and (until is None or until > latest):
        length = "for good" if until is None else "of more than a month"
        complaint = f"Only an administrator lifts a suspension {length}."
    if complaint := complaint or refusal_to(context, account):
        return await person_page(context, account, 422, {"lift": complaint})
    subject = audit.account_subject(account.id)
    try:
        async with context.services.db.sessions.begin() as db:
            await notes.lock(db, account.id, seen)
            await accounts.lift_suspension(db, account.id)
            await notes.end_suspension(db, account.id)
            await audit.record(db, me.id, Action.LIFT, subject, reason.strip())
    except notes.Stale as stale:
        return await person_page(context, account, 409, {"deed": stale.sentence})
    except LookupError:
        return await person_page(context, account, 409, {"deed": LIFTED})
    return context.redirect(f"/admin/people/{account.id}", "lifted")


@router.post("/{person}/role")
async def set_role(context: Admin, person: str, role: Text = "", reason: Text = "") -> Response:
    """Gives a member a role, or takes it. One who takes their own is led home."""
    account = await account_of(context, person)
    complaint = reason_complaint(reason)
    if role not in tuple(Role) or not account.registered:
        complaint = "Only members have a role, and it is one of those in the list."
    elif role == account.role:
        complaint = "They have that role already."
    if complaint:
        return await person_page(context, account, 422, {"role": complaint})
    taken, given = TAKEN.get(Role(account.role)), GIVEN.get(Role(role))
    me, subject = context.member_or_guest.id, audit.account_subject(account.id)
    try:
        async with context.services.db.sessions.begin() as db:
            await accounts.set_role(db, account.id, Role(role))
            await password_resets.revoke(db, account.id)  # somebody with other rights made it
            for action in filter(None, (taken, given)):
                await audit.record(db, me, action, subject, reason.strip())
    except LastAdministrator:
        complaint = "You are the last administrator. Make somebody else one first."
        return await person_page(context, account, 422, {"role": complaint})
    return context.redirect("/" if account.id == me else f"/admin/people/{account.id}", "role")


TAKEN = {Role.MODERATOR: Action.UNMAKE_MODERATOR, Role.ADMINISTRATOR: Action.UNMAKE_ADMIN}
GIVEN = {Role.MODERATOR: Action.MAKE_MODERATOR, Role.ADMINISTRATOR: Action.MAKE_ADMIN}


def refusal_to(context: Staff, account: Account) -> str | None:
    """The reason why whoever asks may not warn or suspend that person, or None."""
    me = context.member_or_guest
    if account.id == me.id:
        return "You can’t do that to yourself."
    if account.staff and not me.admin:
        return "Only an administrator does that to somebody with a role."
    return None


async def account_of(context: Staff, person: str) -> Account:
    async with context.services.db.sessions.begin() as db:
        found = await accounts.by_id(db, person)
    if found is None or found.kind == "gone":
        raise HTTPException(404)
    return found


def reason_complaint(reason: str) -> str | None:
    """A sentence about an unusable reason, or None."""
    try:
        require_storable(reason, "The reason")
    except UnstorableText as error:
        return error.sentence
    return None if len(reason.strip()) >= 3 else "Give a reason of at least three characters."


def end_of_day(day: str) -> datetime | None:
    """The end of a day like 2030-12-31, or None for anything else."""
    try:
        return datetime.combine(
            datetime.strptime(day.strip(), "%Y-%m-%d").replace(tzinfo=UTC).date()
            + timedelta(days=1),
            time(),
            UTC,
        )
    except (ValueError, OverflowError):
        return None


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
        link=f"{context.services.links.of(context.request.scope)}/reset#{made.token}",
        expires_at=made.expires_at,
    )
