"""Your own account: log in and out, sign up, name, password, devices, and the way out."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store import accounts, erasure, reports, sessions
from app.store.account_names import BadName, NameTaken
from app.store.accounts import Account
from app.store.base import ConcurrentChange
from app.table.model.room import Person
from app.text.sanitize import NOBODY
from app.web.context.passwords import WeakPassword
from app.web.context.request_context import Context, RequestContext, person_of, safe_next
from app.web.rendering.templating import utc_time

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
Next = Annotated[str, Query(alias="next", max_length=1000)]
NextField = Annotated[str, Form(alias="next", max_length=1000)]
WRONG = "That name and that password do not belong together."
Errors = dict[str, str]


# -- log in


@router.get("/login", response_class=HTMLResponse, include_in_schema=False)
async def login_form(context: Context, target: Next = "/") -> Response:
    return login_page(context, target)


def login_page(
    context: RequestContext,
    target: str,
    status: int = 200,
    name: str = "",
    errors: Errors | None = None,
) -> Response:
    """Template login.html. Context: next (a path of ours), values: {"name"}, errors: {"form": sentence}.
    Form: POST /login (name, password, next). Where `me` is a guest, say that logging in leaves the guest's seats."""
    return context.page(
        "login.html", status, next=safe_next(target), values={"name": name}, errors=errors or {}
    )


@router.post("/login", summary="Log in", response_class=HTMLResponse, status_code=303)
async def login(
    context: Context, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """Opens a session; the cookie is a new one each time. A wrong name and a wrong password read and last the same."""
    context.limit("login")
    called = accounts.skeleton(name[:100])
    trying = f"{called} from {context.network}"  # a stranger's guesses lock nobody out at home
    context.services.limits.check_password_wait(trying)
    context.limit(
        "login-name", called
    )  # after that: who has to wait anyway takes no try away from the name's owner
    async with context.services.db.sessions.begin() as db:
        account = None if "\x00" in name else await accounts.by_name(db, name)
        stored = await accounts.password_hash_of(db, account.id) if account else None
    right = await context.services.passwords.matches(stored, password)
    if account is None or stored is None or not right:
        context.services.limits.record_wrong_password(trying)
        return login_page(context, target, 422, name, {"form": WRONG})
    context.services.limits.clear_wrong_passwords(trying)
    if account.suspended(context.services.clock.now()):
        return login_page(context, target, 403, name, {"form": suspension(account)})
    fresh = (
        await context.services.passwords.hash(password, "")
        if context.services.passwords.outdated(stored)
        else None
    )
    async with context.services.db.sessions.begin() as db:
        if fresh:
            await accounts.set_password(db, account.id, fresh)
        left = context.session
        if left is not None:
            await sessions.close_session(db, left)
        await context.sign_in(db, account)
    if left is not None:
        context.services.lobby.end_session(left)
    return context.redirect(safe_next(target), "hello")


def suspension(account: Account) -> str:
    end = (
        "for good"
        if account.suspended_until is None
        else f"until {utc_time(account.suspended_until)}"
    )
    return f"This account is suspended {end}. The reason: {account.suspended_why}"


# -- sign up


@router.get("/signup", response_class=HTMLResponse, include_in_schema=False)
async def signup_form(context: Context, target: Next = "/") -> Response:
    if context.account is not None and context.account.registered:
        return context.redirect("/account")
    return signup_page(context, target, name=context.account.name if context.account else "")


def signup_page(
    context: RequestContext,
    target: str,
    status: int = 200,
    name: str = "",
    errors: Errors | None = None,
) -> Response:
    """Template account/signup.html. Context: next, values: {"name"}, errors: {"name" | "password" | "form": sentence}.
    Form: POST /signup (name, password, next)."""
    return context.page(
        "account/signup.html",
        status,
        next=safe_next(target),
        values={"name": name},
        errors=errors or {},
    )


@router.post("/signup", summary="Become a member", response_class=HTMLResponse, status_code=303)
async def signup(
    context: Context, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """A guest keeps everything: seat, matches, ranks and salaries stay with the same account. The session gets a new cookie, and
    others of this guest end: from now on the password is what lets in."""
    context.limit("sign-up")
    if context.account is not None and context.account.registered:
        return context.redirect("/account")
    try:
        clean = accounts.clean_name(name)
        stored = await context.services.passwords.hash(password, clean)
    except BadName as error:
        return signup_page(context, target, 422, name, {"name": error.sentence})
    except WeakPassword as error:
        return signup_page(context, target, 422, name, {"password": str(error)})
    try:
        async with context.services.db.sessions.begin() as db:
            guest = context.account or await accounts.create_guest(db, clean)
            account = await accounts.register(db, guest.id, clean, stored)
            others = await sessions.close_all(db, account.id, keep=context.session)
            await context.renew(db, account)
    except NameTaken as error:
        return signup_page(context, target, 422, name, {"name": error.sentence})
    except ConcurrentChange:  # the same form, sent twice
        return context.redirect("/account")
    for other in others:
        context.services.lobby.end_session(other)
    await context.services.lobby.renamed(person_of(account))
    return context.redirect(safe_next(target), "welcome")


# -- the account page


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
    """Template account/account.html. Context: sessions (list of the store's SessionShown), session (id of this one),
    reported (of store.reports.Report, mine, newest first), values: {"name"}, errors: {"name" | "old" | "new" | "delete": sentence}."""
    account = context.member_or_guest
    async with context.services.db.sessions.begin() as db:
        devices = await sessions.list_sessions(db, account.id)
        reported = await reports.list_of_account(db, account.id)
    filled = {"name": account.name, **(values or {})}
    return context.page(
        "account/account.html",
        status,
        sessions=devices,
        session=context.session,
        reported=reported,
        values=filled,
        errors=errors or {},
    )


@router.post(
    "/account/rename", summary="Take another name", response_class=HTMLResponse, status_code=303
)
async def rename(context: Context, name: Text = "") -> Response:
    account = context.member_or_guest
    context.limit("guest")
    try:
        async with context.services.db.sessions.begin() as db:
            account = await accounts.rename(db, account.id, accounts.clean_name(name))
    except (BadName, NameTaken) as error:
        return await account_page(context, 422, {"name": name}, {"name": error.sentence})
    await context.services.lobby.renamed(person_of(account))
    return context.redirect("/account", "renamed")


@router.post(
    "/account/password", summary="Change the password", response_class=HTMLResponse, status_code=303
)
async def change_password(context: Context, old: Text = "", new: Text = "") -> Response:
    """Needs the old one. Logs out every other device, and gives this one a new cookie."""
    account = context.member_or_guest
    if not await knows_password(context, account, old):
        return await account_page(context, 422, None, {"old": "That is not your password."})
    try:
        stored = await context.services.passwords.hash(new, account.name)
    except WeakPassword as error:
        return await account_page(context, 422, None, {"new": str(error)})
    async with context.services.db.sessions.begin() as db:
        await accounts.set_password(db, account.id, stored)
        others = await sessions.close_all(db, account.id, keep=context.session)
        await context.renew(db, account)
    for other in others:
        context.services.lobby.end_session(other)
    return context.redirect("/account", "password")


# -- out


@router.post("/account/logout", summary="Log out", response_class=HTMLResponse, status_code=303)
async def logout(context: Context) -> Response:
    """Ends this session; its tables' connections close at once. A guest without a password cannot come back as the same."""
    session = context.session
    if session is not None:
        async with context.services.db.sessions.begin() as db:
            await sessions.close_session(db, session)
        context.services.lobby.end_session(session)
    context.sign_out()
    return context.redirect("/", "logged-out")


@router.post(
    "/account/logout-everywhere",
    summary="Log out on all devices",
    response_class=HTMLResponse,
    status_code=303,
)
async def logout_everywhere(context: Context) -> Response:
    await close_all(context, context.member_or_guest)
    context.sign_out()
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
        context.sign_out()
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
    Form: POST /account/delete (confirm: a member's password, or for a guest the own name)."""
    return context.page("account/delete.html", status, errors=errors or {})


@router.post(
    "/account/delete", summary="Delete the account", response_class=HTMLResponse, status_code=303
)
async def delete(context: Context, confirm: Text = "") -> Response:
    """Needs the password (guests: the name) once more. Matches keep an anonymous name."""
    account = context.member_or_guest
    if account.registered and not await knows_password(context, account, confirm):
        return delete_page(context, 422, {"confirm": "That is not your password."})
    if account.kind == "guest" and confirm.strip() != account.name:
        return delete_page(context, 422, {"confirm": "Write your name exactly as it stands here."})
    person = person_of(account)
    await context.services.lobby.renamed(Person(person.id, NOBODY, False))
    await context.services.lobby.remove(person.id)
    await close_all(context, account)
    async with context.services.db.sessions.begin() as db:
        names = await erasure.erase_account(db, account.id)
    context.services.lobby.forget(person.id, names)
    context.sign_out()
    return context.redirect("/", "deleted")


async def knows_password(context: RequestContext, account: Account, password: str) -> bool:
    limits = context.services.limits
    context.limit("password", account.id)
    limits.check_password_wait(account.id)
    async with context.services.db.sessions.begin() as db:
        stored = await accounts.password_hash_of(db, account.id)
    right = await context.services.passwords.matches(stored, password)
    (limits.clear_wrong_passwords if right else limits.record_wrong_password)(account.id)
    return right


async def close_all(context: RequestContext, account: Account) -> None:
    async with context.services.db.sessions.begin() as db:
        closed = await sessions.close_all(db, account.id)
    for session in closed:
        context.services.lobby.end_session(session)
