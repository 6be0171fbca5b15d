"""Who is asking: the session cookie, the account behind it, and the answers that set and clear it."""

from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.store import accounts, device_transfers, sessions
from app.store.account_names import MAX_LENGTH
from app.store.accounts import Account
from app.table.model.room import Person, PersonId, RoomId
from app.web.context.services import Services, services_of
from app.web.limits import client_network
from app.web.rendering.templating import FLASH_MESSAGES

YEAR = 365 * 24 * 3600
FLASH_COOKIE = "said"


def person_of(account: Account) -> Person:
    return Person(PersonId(account.id), account.name, account.registered)


def safe_next(target: str) -> str:
    """`target` if it is a page of ours, else the home page: never another site."""
    ours = (
        target.startswith("/")
        and not target.startswith("//")
        and target.isascii()
        and target.isprintable()
        and "\\" not in target
    )
    return target if ours else "/"


async def logged_in_account(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The account and the session's id behind the cookie, or None."""
    services = services_of(connection)
    token = connection.cookies.get(services.session_cookie, "")
    if not 20 <= len(token) <= 100 or not token.isascii() or not token.isprintable():
        return None
    async with services.db.request_connection() as db:
        return await sessions.authenticate(db, token)


class NameTakenAtTable(ValueError):
    """A name that looks like somebody's at this table; `free` is one that does not."""

    def __init__(self, name: str, free: str) -> None:
        super().__init__(
            f"Somebody at this table is called {name}, or something that looks like it. {free} is free."
        )
        self.free = free


class RequestContext:
    """One request: who asks, and how to answer with a page."""

    def __init__(self, request: Request, account: Account | None, session: str | None) -> None:
        self.request = request
        self.services: Services = services_of(request)
        self.account = account
        self.session = session
        self._token: str | None = None
        self._signed_out = account is None and self.services.session_cookie in request.cookies

    # -- who

    @property
    def network(self) -> str:
        return client_network(self.request.client)

    @property
    def user_agent(self) -> str:
        """The browser, as it calls itself."""
        return self.request.headers.get("user-agent", "")[:200]

    @property
    def person(self) -> Person:
        """Raises HTTPException 401 for a stranger."""
        return person_of(self.member_or_guest)

    @property
    def member_or_guest(self) -> Account:
        if self.account is None:
            raise HTTPException(401, "Take a name or log in first.")
        return self.account

    def limit(self, action: str, key: str | None = None) -> None:
        """Counts one `what` by this address, or by `who`. Raises TooOften."""
        self.services.limits.take(action, key or self.network)

    async def take_name(self, name: str, room: RoomId | None = None) -> Person:
        """Whoever asks, as a person: strangers become guests called `name`. Raises BadName, NameTaken, TooOften; NameHere where somebody
        in the `room` has it. Whoever takes a name at the same moment as another one is told apart by the room."""
        if self.account is None:
            self.limit("guest")
            name = accounts.clean_name(name)
            if room is not None and (free := await self.name_at_table(room, name)) != name:
                if len(free) > MAX_LENGTH:
                    free = await self.name_at_table(room, f"{name[: MAX_LENGTH - 4].rstrip()} 2")
                raise NameTakenAtTable(name, free)
            async with self.services.db.request_connection() as db:
                self.account, self.session, self._token = await sessions.create_guest_session(
                    db, name, self.user_agent
                )
            self._signed_out = False
        return self.person

    async def name_at_table(self, room: RoomId, name: str = "") -> str:
        """What whoever asks will be called in the room: a stranger who wants to be called `name`, or everybody else by the own name."""
        return await self.services.lobby.name_in_room(
            room, self.person if self.account else Person(PersonId(""), name, registered=False)
        )

    # -- sessions

    async def sign_in(self, db: AsyncSession, account: Account) -> None:
        """Opens a session with a token that nobody has seen; the answer carries it."""
        self._token = await sessions.open_session(db, account.id, self.user_agent)
        found = await sessions.authenticate_orm(db, self._token)
        assert found is not None, "a session just opened is valid"
        self.account, self.session = found
        self._signed_out = False

    async def renew(self, db: AsyncSession, account: Account) -> None:
        """A new token for the session that is open, whose connections stay; opens one where there is none. A link for another device that
        was made before is void."""
        if self.session is None:
            await self.sign_in(db, account)
        else:
            self.account, self._token = account, await sessions.renew_session(db, self.session)
            await device_transfers.revoke(db, self.session)

    def adopt_session(self, account: Account, session: str, token: str) -> None:
        """The answer carries the token of a session that was opened elsewhere."""
        self.account, self.session, self._token, self._signed_out = account, session, token, False

    def keep_cookies(self) -> None:
        """The answer, an error's, leaves the cookie as it is."""
        self._signed_out = False

    def sign_out(self) -> None:
        """The answer clears the cookie."""
        self.account, self.session, self._token, self._signed_out = None, None, None, True

    # -- answers

    def page(self, template: str, status: int = 200, /, **context: Any) -> Response:
        """The page made from `template`. Context of every page: me, path, csp_nonce, flash (a tuple of sentences)."""
        said = FLASH_MESSAGES.get(self.request.cookies.get(FLASH_COOKIE, ""))
        everywhere = {
            "me": self.account,
            "path": self.request.url.path,
            "csp_nonce": self.request.state.csp_nonce,
            "flash": (said,) if said else (),
        }
        response = HTMLResponse(
            self.services.templates.render(template, {**everywhere, **context}), status
        )
        if FLASH_COOKIE in self.request.cookies:
            response.delete_cookie(FLASH_COOKIE)
        return self.with_cookies(response)

    def redirect(self, path: str, flash: str | None = None) -> Response:
        """A redirect after a form; the next page says `said`, a word from SAID."""
        assert flash is None or flash in FLASH_MESSAGES
        response = RedirectResponse(path, 303)
        if flash is not None:
            response.set_cookie(
                FLASH_COOKIE,
                flash,
                max_age=60,
                httponly=True,
                samesite="lax",
                secure=self.services.https,
            )
        return self.with_cookies(response)

    def with_cookies(self, response: Response) -> Response:
        name, secure = self.services.session_cookie, self.services.https
        if self._token is not None:
            response.set_cookie(
                name, self._token, max_age=YEAR, httponly=True, samesite="lax", secure=secure
            )
        elif self._signed_out:
            response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
        return response


async def request_context(request: Request) -> RequestContext:
    """The dependency of every page: looks the cookie up once for each request."""
    found = await logged_in_account(request)
    context = RequestContext(request, *(found or (None, None)))
    request.state.context = context
    return context


Context = Annotated[RequestContext, Depends(request_context)]
