"""Your own account: log in and out, sign up, name, password, devices, and the way out."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store import accounts, erasure, reports, sessions
from app.store.account_names import BadName, NameTaken
from app.store.accounts import Account
from app.store.base import Changed
from app.table.model.room import Person
from app.text.sanitize import NOBODY
from app.web.context.passwords import WeakPassword
from app.web.context.request_context import Here, Visit, person_of, safe_next
from app.web.rendering.templating import moment

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
Next = Annotated[str, Query(alias="next", max_length=1000)]
NextField = Annotated[str, Form(alias="next", max_length=1000)]
WRONG = "That name and that password do not belong together."
Errors = dict[str, str]


# -- log in


@router.get("/login", response_class=HTMLResponse, include_in_schema=False)
async def login_form(here: Here, target: Next = "/") -> Response:
    return login_page(here, target)


def login_page(
    here: Visit, target: str, status: int = 200, name: str = "", errors: Errors | None = None
) -> Response:
    """Template login.html. Context: next (a path of ours), values: {"name"}, errors: {"form": sentence}.
    Form: POST /login (name, password, next). Where `me` is a guest, say that logging in leaves the guest's seats."""
    return here.page(
        "login.html", status, next=safe_next(target), values={"name": name}, errors=errors or {}
    )


@router.post("/login", summary="Log in", response_class=HTMLResponse, status_code=303)
async def login(
    here: Here, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """Opens a session; the cookie is a new one each time. A wrong name and a wrong password read and last the same."""
    here.limit("login")
    called = accounts.skeleton(name[:100])
    trying = f"{called} from {here.address}"  # a stranger's guesses lock nobody out at home
    here.house.limits.may_try(trying)
    here.limit(
        "login-name", called
    )  # after that: who has to wait anyway takes no try away from the name's owner
    async with here.house.db.sessions.begin() as db:
        account = None if "\x00" in name else await accounts.by_name(db, name)
        stored = await accounts.password_hash_of(db, account.id) if account else None
    right = await here.house.passwords.matches(stored, password)
    if account is None or stored is None or not right:
        here.house.limits.missed(trying)
        return login_page(here, target, 422, name, {"form": WRONG})
    here.house.limits.hit(trying)
    if account.suspended(here.house.clock.now()):
        return login_page(here, target, 403, name, {"form": suspension(account)})
    fresh = (
        await here.house.passwords.hash(password, "")
        if here.house.passwords.outdated(stored)
        else None
    )
    async with here.house.db.sessions.begin() as db:
        if fresh:
            await accounts.set_password(db, account.id, fresh)
        left = here.session
        if left is not None:
            await sessions.close_session(db, left)
        await here.sign_in(db, account)
    if left is not None:
        here.house.lobby.sign_out(left)
    return here.go(safe_next(target), "hello")


def suspension(account: Account) -> str:
    end = (
        "for good"
        if account.suspended_until is None
        else f"until {moment(account.suspended_until)}"
    )
    return f"This account is suspended {end}. The reason: {account.suspended_why}"


# -- sign up


@router.get("/signup", response_class=HTMLResponse, include_in_schema=False)
async def signup_form(here: Here, target: Next = "/") -> Response:
    if here.account is not None and here.account.registered:
        return here.go("/account")
    return signup_page(here, target, name=here.account.name if here.account else "")


def signup_page(
    here: Visit, target: str, status: int = 200, name: str = "", errors: Errors | None = None
) -> Response:
    """Template account/signup.html. Context: next, values: {"name"}, errors: {"name" | "password" | "form": sentence}.
    Form: POST /signup (name, password, next)."""
    return here.page(
        "account/signup.html",
        status,
        next=safe_next(target),
        values={"name": name},
        errors=errors or {},
    )


@router.post("/signup", summary="Become a member", response_class=HTMLResponse, status_code=303)
async def signup(
    here: Here, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """A guest keeps everything: seat, matches, ranks and salaries stay with the same account. The session gets a new cookie, and
    others of this guest end: from now on the password is what lets in."""
    here.limit("sign-up")
    if here.account is not None and here.account.registered:
        return here.go("/account")
    try:
        clean = accounts.clean_name(name)
        stored = await here.house.passwords.hash(password, clean)
    except BadName as error:
        return signup_page(here, target, 422, name, {"name": error.sentence})
    except WeakPassword as error:
        return signup_page(here, target, 422, name, {"password": str(error)})
    try:
        async with here.house.db.sessions.begin() as db:
            guest = here.account or await accounts.create_guest(db, clean)
            account = await accounts.register(db, guest.id, clean, stored)
            others = await sessions.close_all(db, account.id, keep=here.session)
            await here.renew(db, account)
    except NameTaken as error:
        return signup_page(here, target, 422, name, {"name": error.sentence})
    except Changed:  # the same form, sent twice
        return here.go("/account")
    for other in others:
        here.house.lobby.sign_out(other)
    await here.house.lobby.renamed(person_of(account))
    return here.go(safe_next(target), "welcome")


# -- the account page


@router.get("/account", response_class=HTMLResponse, include_in_schema=False)
async def account_form(here: Here) -> Response:
    if here.account is None:
        return here.go("/login?next=/account")
    return await account_page(here)


async def account_page(
    here: Visit,
    status: int = 200,
    values: dict[str, str] | None = None,
    errors: Errors | None = None,
) -> Response:
    """Template account/account.html. Context: sessions (list of the store's SessionShown), session (id of this one),
    reported (of store.reports.Report, mine, newest first), values: {"name"}, errors: {"name" | "old" | "new" | "delete": sentence}."""
    account = here.member_or_guest
    async with here.house.db.sessions.begin() as db:
        devices = await sessions.list_sessions(db, account.id)
        reported = await reports.own(db, account.id)
    filled = {"name": account.name, **(values or {})}
    return here.page(
        "account/account.html",
        status,
        sessions=devices,
        session=here.session,
        reported=reported,
        values=filled,
        errors=errors or {},
    )


@router.post(
    "/account/rename", summary="Take another name", response_class=HTMLResponse, status_code=303
)
async def rename(here: Here, name: Text = "") -> Response:
    account = here.member_or_guest
    here.limit("guest")
    try:
        async with here.house.db.sessions.begin() as db:
            account = await accounts.rename(db, account.id, accounts.clean_name(name))
    except (BadName, NameTaken) as error:
        return await account_page(here, 422, {"name": name}, {"name": error.sentence})
    await here.house.lobby.renamed(person_of(account))
    return here.go("/account", "renamed")


@router.post(
    "/account/password", summary="Change the password", response_class=HTMLResponse, status_code=303
)
async def change_password(here: Here, old: Text = "", new: Text = "") -> Response:
    """Needs the old one. Logs out every other device, and gives this one a new cookie."""
    account = here.member_or_guest
    if not await knows_password(here, account, old):
        return await account_page(here, 422, None, {"old": "That is not your password."})
    try:
        stored = await here.house.passwords.hash(new, account.name)
    except WeakPassword as error:
        return await account_page(here, 422, None, {"new": str(error)})
    async with here.house.db.sessions.begin() as db:
        await accounts.set_password(db, account.id, stored)
        others = await sessions.close_all(db, account.id, keep=here.session)
        await here.renew(db, account)
    for other in others:
        here.house.lobby.sign_out(other)
    return here.go("/account", "password")


# -- out


@router.post("/account/logout", summary="Log out", response_class=HTMLResponse, status_code=303)
async def logout(here: Here) -> Response:
    """Ends this session; its tables' connections close at once. A guest without a password cannot come back as the same."""
    session = here.session
    if session is not None:
        async with here.house.db.sessions.begin() as db:
            await sessions.close_session(db, session)
        here.house.lobby.sign_out(session)
    here.sign_out()
    return here.go("/", "logged-out")


@router.post(
    "/account/logout-everywhere",
    summary="Log out on all devices",
    response_class=HTMLResponse,
    status_code=303,
)
async def logout_everywhere(here: Here) -> Response:
    await close_all(here, here.member_or_guest)
    here.sign_out()
    return here.go("/", "logged-out-everywhere")


@router.post(
    "/account/sessions/{session}/close",
    summary="Log out one device",
    response_class=HTMLResponse,
    status_code=303,
)
async def close_device(here: Here, session: str) -> Response:
    account = here.member_or_guest
    async with here.house.db.sessions.begin() as db:
        own = await sessions.close_session(db, session, account.id)
    if own:
        here.house.lobby.sign_out(session)
    if session == here.session:
        here.sign_out()
        return here.go("/", "logged-out")
    return here.go("/account", "session-closed")


@router.get("/account/delete", response_class=HTMLResponse, include_in_schema=False)
async def delete_form(here: Here) -> Response:
    if here.account is None:
        return here.go("/login?next=/account/delete")
    return delete_page(here)


def delete_page(here: Visit, status: int = 200, errors: Errors | None = None) -> Response:
    """Template account/delete.html. Context: errors: {"confirm": sentence}.
    Form: POST /account/delete (confirm: a member's password, or for a guest the own name)."""
    return here.page("account/delete.html", status, errors=errors or {})


@router.post(
    "/account/delete", summary="Delete the account", response_class=HTMLResponse, status_code=303
)
async def delete(here: Here, confirm: Text = "") -> Response:
    """Needs the password (guests: the name) once more. Matches keep an anonymous name."""
    account = here.member_or_guest
    if account.registered and not await knows_password(here, account, confirm):
        return delete_page(here, 422, {"confirm": "That is not your password."})
    if account.kind == "guest" and confirm.strip() != account.name:
        return delete_page(here, 422, {"confirm": "Write your name exactly as it stands here."})
    person = person_of(account)
    await here.house.lobby.renamed(Person(person.id, NOBODY, False))
    await here.house.lobby.remove(person.id)
    await close_all(here, account)
    async with here.house.db.sessions.begin() as db:
        names = await erasure.forget(db, account.id)
    here.house.lobby.forget(person.id, names)
    here.sign_out()
    return here.go("/", "deleted")


async def knows_password(here: Visit, account: Account, password: str) -> bool:
    limits = here.house.limits
    here.limit("password", account.id)
    limits.may_try(account.id)
    async with here.house.db.sessions.begin() as db:
        stored = await accounts.password_hash_of(db, account.id)
    right = await here.house.passwords.matches(stored, password)
    (limits.hit if right else limits.missed)(account.id)
    return right


async def close_all(here: Visit, account: Account) -> None:
    async with here.house.db.sessions.begin() as db:
        closed = await sessions.close_all(db, account.id)
    for session in closed:
        here.house.lobby.sign_out(session)
