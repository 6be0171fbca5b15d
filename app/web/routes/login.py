"""Login and sign-up: the two forms that open a session for an account with a password."""

import secrets
from datetime import timedelta
from typing import Annotated, Final, assert_never

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.admin.case_rows import note_name
from app.store.database.base import ConcurrentChange
from app.store.people import accounts, recovery_codes, sessions
from app.store.people.names import BadName, NameTaken, clean_name
from app.store.people.rows import Account
from app.table.model.records import AccountChange, Fate
from app.table.model.switches import SignUp
from app.text.lookalikes import skeleton
from app.web.context.authentication import person_of
from app.web.context.password_attempts import PasswordAttempt
from app.web.context.passwords import WeakPassword
from app.web.context.request_context import Context, RequestContext, safe_next
from app.web.context.token_links import TokenLink, token_in
from app.web.rate_limits import Source, own_budgets, shared_budgets
from app.web.rendering.templating import utc_time
from app.web.routes.recovery_code import show_once
from app.web.server.middleware import wants_json

router = APIRouter(tags=["account"])
Text = Annotated[str, Form(max_length=1000)]
Next = Annotated[str, Query(alias="next", max_length=1000)]
NextField = Annotated[str, Form(alias="next", max_length=1000)]
WRONG = "Wrong name or password."
INVITATION: Final = TokenLink("/signup", "invitation", timedelta(days=1))
"""The link with which one becomes a member where only the invited do. It is good more than once."""
INVITATION_LENGTH: Final = 43
CLOSED: Final = "Nobody can become a member here for now. As a guest you can play all the same."
ONLY_INVITED: Final = "To become a member here you need an invitation link from an administrator."
INVITATION_OVER: Final = "This invitation has ended, or never was one. Ask for a new link."
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
    """Template login.html. Context: next (a path of ours), values: {"name"}, errors: {"form"}.

    Form: POST /login (name, password, next). A guest has to read that logging in leaves the
    guest's seats.
    """
    return context.page(
        "login.html", status, next=safe_next(target), values={"name": name}, errors=errors or {}
    )


@router.post("/login", summary="Log in", response_class=HTMLResponse, status_code=303)
async def login(
    context: Context, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """Opens a session with a new cookie. A wrong name and a wrong password get one answer.

    Both take the same time.
    """
    limits, strangers = context.services.limits, Source(context.source.networks)
    if not context.login.shows_device:
        limits.take("login", strangers)
    async with context.services.db.sessions.begin() as db:
        account = None if "\x00" in name else await accounts.by_name(db, name)
        account = account or await accounts.by_taken_name(db, name)
        stored = await accounts.password_hash_of(db, account.id) if account else None
        device = context.login.known_device(account, stored) if account and stored else None
        if device is None and context.login.shows_device:
            limits.take("login", strangers)
        called = skeleton(name[:100])
        attempt = (
            PasswordAttempt(
                context.services,
                f"{called} from {context.network}",
                (
                    *own_budgets("login-name", Source((), called)),
                    *shared_budgets("wrong-login", strangers),
                ),
            )
            if device is None
            else PasswordAttempt(
                context.services, device, own_budgets("login-device", Source((), device))
            )
        )
        await attempt.check(db, account.id if account else None)
    # after that, so that a stranger who has to wait uses up none of the owner's attempts
    if device is not None:
        limits.take_own("login-device", device)
    else:
        limits.take_own("login-name", called)
    asking = Source(strangers.networks, device)
    right = await context.services.passwords.matches(stored, password, asking)
    if account is None or stored is None or not right:
        await attempt.was_wrong()
        context.services.metrics.logins.labels("failed").inc()
        return login_page(context, target, 422, name, {"form": WRONG})
    await attempt.was_right()
    if account.suspended(context.services.clock.now()):
        return login_page(context, target, 403, name, {"form": suspension(account)})
    fresh = (
        await context.services.passwords.hash(password, "", asking)
        if context.services.passwords.outdated(stored)
        else None
    )
    async with context.services.db.sessions.begin() as db:
        if fresh:
            await accounts.set_password(db, account.id, fresh)
        left = context.session
        if left is not None:
            await sessions.close_session(db, left)
        await context.login.sign_in(db, account)
    context.login.remember_device(account, fresh or stored)
    if left is not None:
        context.services.lobby.end_session(left)
    context.services.metrics.logins.labels("ok").inc()
    return context.redirect(safe_next(target), "hello")


def suspension(account: Account) -> str:
    end = (
        "for good"
        if account.suspended_until is None
        else f"until {utc_time(account.suspended_until)}"
    )
    return f"This account is suspended {end}. Reason: {account.suspension_reason}"


# -- sign up


@router.get("/signup", response_class=HTMLResponse, include_in_schema=False)
async def signup_form(context: Context, target: Next = "/") -> Response:
    if context.account is not None and context.account.registered:
        return context.redirect("/account")
    if (closed := why_closed(context)) is not None:
        return closed_page(context, *closed)
    return signup_page(context, target, name=context.account.name if context.account else "")


def signup_page(
    context: RequestContext,
    target: str,
    status: int = 200,
    name: str = "",
    errors: Errors | None = None,
) -> Response:
    """Template account/signup.html. Context: next, values: {"name"}, errors: {field: sentence}.

    Fields of errors: "name", "password", "form". Form: POST /signup (name, password, next).
    """
    return context.page(
        "account/signup.html",
        status,
        next=safe_next(target),
        values={"name": name},
        errors=errors or {},
    )


def why_closed(context: RequestContext) -> tuple[str, bool] | None:
    """The reason why the visitor may not become a member, and whether an invitation would help."""
    switches = context.services.switches.now()
    match switches.sign_up:
        case SignUp.OPEN:
            return None
        case SignUp.CLOSED:
            return CLOSED, False
        case SignUp.INVITED:
            token = INVITATION.kept_token(context)
            if token is None:
                return ONLY_INVITED, True
            return None if is_same(token, switches.invitation) else (INVITATION_OVER, True)
        case never:
            assert_never(never)


def is_same(token: str, invitation: str) -> bool:
    return secrets.compare_digest(token.encode(), invitation.encode())


def closed_page(context: RequestContext, why: str, by_link: bool, status: int = 200) -> Response:
    """Template account/signup_closed.html. Context: why (a sentence), by_link.

    Form while `by_link`: POST /signup/invitation (token: the link or the part after the #).
    """
    return context.page("account/signup_closed.html", status, why=why, by_link=by_link)


@router.post(
    "/signup/invitation",
    summary="Show an invitation link of the server",
    response_class=HTMLResponse,
    status_code=303,
)
async def show_invitation(context: Context, token: Text = "") -> Response:
    """Leads to `/signup`, with the invitation in a cookie."""
    context.limit("join")
    bare = token_in(token)[:INVITATION_LENGTH].encode("ascii", "ignore").decode()
    return INVITATION.keep_token(context, bare)


@router.post("/signup", summary="Become a member", response_class=HTMLResponse, status_code=303)
async def signup(
    context: Context, name: Text = "", password: Text = "", target: NextField = "/"
) -> Response:
    """A guest keeps everything: seat, matches, ranks and salaries stay with the account.

    This session gets a new cookie, and others of this guest end: from now on the password counts.
    """
    context.limit("sign-up")
    if context.account is not None and context.account.registered:
        return context.redirect("/account")
    if (closed := why_closed(context)) is not None:
        if wants_json(context.request.url.path, context.request.headers.getlist("accept")):
            raise HTTPException(403, closed[0])
        return closed_page(context, *closed, status=403)
    try:
        clean = clean_name(name)
        networks = Source(context.source.networks)
        stored = await context.services.passwords.hash(password, clean, networks)
    except BadName as error:
        return signup_page(context, target, 422, name, {"name": error.sentence})
    except WeakPassword as error:
        return signup_page(context, target, 422, name, {"password": str(error)})
    try:
        async with context.services.db.sessions.begin() as db:
            guest = context.account or await accounts.create_guest(db, clean)
            account = await accounts.register(db, guest.id, clean, stored)
            await note_name(db, account.id, account.name)
            others = await sessions.close_all(db, account.id, keep=context.session)
            code = await recovery_codes.make(db, account.id)
            await context.login.renew(db, account)
    except NameTaken as error:
        return signup_page(context, target, 422, name, {"name": error.sentence})
    except ConcurrentChange:  # the same form, sent twice
        return context.redirect("/account")
    context.login.remember_device(account, stored)
    for other in others:
        context.services.lobby.end_session(other)
    change = AccountChange(person_of(account), Fate.NAMED)
    await context.services.account_changes.carry_out(change)
    return show_once(context, code, target, "welcome")
