"""The visitor's own account: its page, name, portrait, warnings, mutes and password."""

from math import ceil
from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin import notes, reports
from app.store.admin.case_rows import note_name
from app.store.people import accounts, mutes, password_resets, push_subscriptions, sessions
from app.store.people.names import BadName, NameTaken, clean_name
from app.store.people.rows import PORTRAIT, Account
from app.table.model.errors import TableError
from app.table.model.records import AccountChange, Fate
from app.table.model.room import PersonId
from app.web.context.authentication import person_of
from app.web.context.error_responses import STATUS
from app.web.context.password_attempts import PasswordAttempt
from app.web.context.passwords import WeakPassword
from app.web.context.request_context import WARNING_PAGE, Context, RequestContext, safe_next
from app.web.rate_limits import RateLimited, Source, own_budgets

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
Next = Annotated[str, Query(alias="next", max_length=1000)]
NextField = Annotated[str, Form(alias="next", max_length=1000)]
MISMATCH = "That is not your password."
MANY_NAMES = "You have changed your name ten times. You can change it again in {}."
Errors = dict[str, str]


@router.get("/account", response_class=HTMLResponse, include_in_schema=False)
async def account_form(context: Context) -> Response:
    if context.account is None:
        return context.redirect("/login?next=/account")
    return await account_page(context)


async def account_page(
    context: RequestContext,
    status: int = 200,
    values: dict[str, str] | None = None,
    errors: Errors | None = None,
) -> Response:
    """Template account/account.html.

    Context: sessions (list of store.people.sessions.SessionSummary), session (the id of this one),
    reported (own store.admin.reports.Report, newest first), muted (people muted or blocked, list of
    store.people.mutes.Muted), told (list of store.admin.notes.Note), asked_at, push_key (None:
    this server sends no notifications), notified (True: to this browser), values: {"name"},
    errors: {field: sentence}. Fields of errors: "name", "current_password",
    "new_password".
    """
    account, push = context.member_or_guest, context.services.push
    async with context.services.db.sessions.begin() as db:
        notified = push is not None and await push_subscriptions.is_notified(db, context.session)
        devices = await sessions.list_sessions(db, account.id)
        reported = await reports.list_of_account(db, account.id)
        muted = await mutes.of_account(db, account.id)
        told = await notes.about(db, account.id, private=False)
    filled = {"name": account.name, **(values or {})}
    return context.page(
        "account/account.html",
        status,
        sessions=devices,
        session=context.session,
        reported=reported,
        muted=muted,
        told=told,
        asked_at=context.services.clock.now(),
        push_key=None if push is None else push.public_key,
        notified=notified,
        values=filled,
        errors=errors or {},
    )


@router.get("/account/warning", response_class=HTMLResponse, include_in_schema=False)
async def warning(context: Context, target: Next = "/") -> Response:
    """Template account/warning.html.

    Context: warnings (list of store.admin.notes.Note, oldest first), now, next. Form: POST
    /account/warning (number: the newest that is shown; next).
    """
    if context.account is None:
        return context.redirect("/")
    async with context.services.db.sessions.begin() as db:
        unread = await notes.unread(db, context.account.id)
    if not unread:
        return context.redirect(safe_next(target))
    now = context.services.clock.now()
    return context.page(WARNING_PAGE, warnings=unread, now=now, next=safe_next(target))


@router.post(
    "/account/warning",
    summary="Say that warnings were read",
    response_class=HTMLResponse,
    status_code=303,
)
async def warning_read(
    context: Context,
    number: Annotated[int, Form(ge=0, le=2**62)] = 0,
    target: NextField = "/",
) -> Response:
    """Says that the warnings up to that number were read."""
    account = context.member_or_guest
    async with context.services.db.sessions.begin() as db:
        await notes.mark_read(db, account.id, number)
    return context.redirect(safe_next(target))


@router.post(
    "/account/rename", summary="Change the name", response_class=HTMLResponse, status_code=303
)
async def rename(context: Context, name: Text = "") -> Response:
    account = context.member_or_guest
    context.limit("guest")
    try:
        async with context.services.db.sessions.begin() as db:
            account = await accounts.rename(db, account.id, clean_name(name))
            await note_name(db, account.id, account.name)
            context.limit("rename", account.id)
    except (BadName, NameTaken) as error:
        return await account_page(context, 422, {"name": name}, {"name": error.sentence})
    except RateLimited as error:
        hours = ceil(error.seconds / 3600)
        sentence = MANY_NAMES.format(f"{hours} hours" if hours > 1 else "an hour")
        return await account_page(context, 429, {"name": name}, {"name": sentence})
    change = AccountChange(person_of(account), Fate.NAMED)
    left = await context.services.account_changes.carry_out(change)
    return context.redirect("/account", "renamed-follows" if left else "renamed")


@router.post(
    "/account/portrait",
    summary="Choose a portrait",
    response_class=HTMLResponse,
    status_code=303,
    responses={204: {"description": "Done, for a program"}},
)
async def portrait(
    context: Context,
    portrait: Annotated[str, Form(max_length=4, pattern=f"^{PORTRAIT.pattern}$")] = "",
) -> Response:
    """A code of three signs: see app/store/people/rows.py. Tables show it at once."""
    account = context.member_or_guest
    context.limit("api")
    async with context.services.db.sessions.begin() as db:
        account = await accounts.set_portrait(db, account.id, portrait)
    change = AccountChange(person_of(account), Fate.NAMED)
    left = await context.services.account_changes.carry_out(change)
    if context.request.headers.get("accept") == "application/json":
        return Response(status_code=204)
    return context.redirect("/account", "portrait-follows" if left else "portrait")


@router.post(
    "/account/mute",
    summary="Mute or block a person, or neither",
    response_class=HTMLResponse,
    status_code=303,
)
async def mute(
    context: Context,
    person: Annotated[PersonId, Form(max_length=40)],
    level: Annotated[mutes.Level, Form()],
) -> Response:
    """The person learns nothing of it."""
    account = context.member_or_guest
    context.limit("api")
    try:
        await context.services.mutes.set(PersonId(account.id), person, level)
    except TableError as error:
        raise HTTPException(STATUS[error.code], error.sentence) from None
    return context.redirect("/account", f"mute-{level}")


@router.post(
    "/account/password", summary="Change the password", response_class=HTMLResponse, status_code=303
)
async def change_password(
    context: Context, current_password: Text = "", new_password: Text = ""
) -> Response:
    """Needs the current one. Logs out every other device, and gives this one a new cookie."""
    account = context.member_or_guest
    if not await knows_password(context, account, current_password):
        return await account_page(context, 422, None, {"current_password": MISMATCH})
    try:
        stored = await context.services.passwords.hash(new_password, account.name, context.source)
    except WeakPassword as error:
        return await account_page(context, 422, None, {"new_password": str(error)})
    async with context.services.db.sessions.begin() as db:
        await accounts.set_password(db, account.id, stored)
        await password_resets.revoke(db, account.id)
        others = await sessions.close_all(db, account.id, keep=context.session)
        await context.login.renew(db, account)
    context.login.remember_device(account, stored)
    for other in others:
        context.services.lobby.end_session(other)
    return context.redirect("/account", "password")


async def knows_password(context: RequestContext, account: Account, password: str) -> bool:
    attempt = PasswordAttempt(
        context.services, account.id, own_budgets("password", Source((), account.id))
    )
    context.limit("password", account.id)
    async with context.services.db.sessions.begin() as db:
        stored = await accounts.password_hash_of(db, account.id)
        await attempt.check(db, account.id)
    right = await context.services.passwords.matches(stored, password, context.source)
    await (attempt.was_right() if right else attempt.was_wrong())
    return right
