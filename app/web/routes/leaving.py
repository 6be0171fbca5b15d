"""Leaving: logout here, elsewhere and everywhere, and deletion of the account."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.database.connections import DATABASE_ERRORS
from app.store.people import accounts, sessions
from app.store.people.accounts import LastAdministrator
from app.store.upkeep import erasure
from app.table.model.records import AccountChange, Fate
from app.web.context.authentication import person_of
from app.web.context.error_responses import check_no_own_fault
from app.web.context.request_context import Context, RequestContext
from app.web.routes.accounts import MISMATCH, Errors, Text, knows_password

router = APIRouter(tags=["account"])
LAST_ADMINISTRATOR = "You are the last administrator. Make somebody else one first."
NOT_DELETED = (
    "The database did not answer in time, so nothing was deleted. You have left your tables, but "
    "you are still logged in: try again in a moment."
)


@router.post("/account/logout", summary="Log out", response_class=HTMLResponse, status_code=303)
async def logout(context: Context) -> Response:
    """Ends this session and closes its table connections at once.

    A guest without a password cannot come back as the same guest.
    """
    session = context.session
    if session is not None:
        async with context.services.db.sessions.begin() as db:
            await sessions.close_session(db, session)
        context.services.lobby.end_session(session)
    context.login.sign_out()
    return context.redirect("/", "logged-out")


@router.post(
    "/account/logout-everywhere",
    summary="Log out on all devices",
    response_class=HTMLResponse,
    status_code=303,
)
async def logout_everywhere(context: Context) -> Response:
    account = context.member_or_guest
    async with context.services.db.sessions.begin() as db:
        closed = await sessions.close_all(db, account.id)
    for session in closed:
        context.services.lobby.end_session(session)
    context.login.sign_out()
    return context.redirect("/", "logged-out-everywhere")


@router.post(
    "/account/sessions/{session}/close",
    summary="Log out one device",
    response_class=HTMLResponse,
    status_code=303,
)
async def close_device(context: Context, session: str) -> Response:
    account = context.member_or_guest
    async with context.services.db.sessions.begin() as db:
        own = await sessions.close_session(db, session, account.id)
    if own:
        context.services.lobby.end_session(session)
    if session == context.session:
        context.login.sign_out()
        return context.redirect("/", "logged-out")
    return context.redirect("/account", "session-closed")


@router.get("/account/delete", response_class=HTMLResponse, include_in_schema=False)
async def delete_form(context: Context) -> Response:
    if context.account is None:
        return context.redirect("/login?next=/account/delete")
    return delete_page(context)


def delete_page(
    context: RequestContext, status: int = 200, errors: Errors | None = None
) -> Response:
    """Template account/delete.html. Context: errors: {"confirm": sentence}.

    Form: POST /account/delete (confirm: a member's password, or a guest's name).
    """
    return context.page("account/delete.html", status, errors=errors or {})


@router.post(
    "/account/delete", summary="Delete the account", response_class=HTMLResponse, status_code=303
)
async def delete(context: Context, confirm: Text = "") -> Response:
    """Needs the password again, or a guest's name. Matches keep an anonymous name.

    All of it or nothing: where the database fails, the person is still logged in. Tables that
    cannot take the person out now do so when they can.
    """
    account = context.member_or_guest
    if account.registered and not await knows_password(context, account, confirm):
        return delete_page(context, 422, {"confirm": MISMATCH})
    if account.kind == "guest" and confirm.strip() != account.name:
        return delete_page(context, 422, {"confirm": "Type your name exactly as shown."})
    person = person_of(account)
    lobby, change = context.services.lobby, AccountChange(person, Fate.ERASED)
    kept: list[str] = [*lobby.accounts.rooms_naming(change)]
    try:
        if (processes := context.services.processes) is not None:
            kept += await processes.rooms_of_others(account.id)
        async with context.services.db.sessions.begin() as db:
            if account.admin:
                await accounts.check_not_last(db, account.id)
            closed = await erasure.erase_account(db, account.id, kept)
    except LastAdministrator:
        return delete_page(context, 422, {"confirm": LAST_ADMINISTRATOR})
    except DATABASE_ERRORS as error:
        check_no_own_fault(error)
        return delete_page(context, 503, {"confirm": NOT_DELETED})
    left = await context.services.account_changes.carry_out(change) > 0
    for session in closed:
        lobby.end_session(session)
    if (news := context.services.news) is not None and not left:
        left = not await news.wait_until_erased(person.id)
    context.login.sign_out()
    return context.redirect("/", "deleted-follows" if left else "deleted")
