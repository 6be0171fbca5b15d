"""Who is asking: the session cookie, the account behind it, and the answers that set and clear it."""

from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.store import accounts, device_transfers, sessions
from app.store.account_names import LONGEST
from app.store.accounts import Account
from app.table.model.room import Person, PersonId, RoomId
from app.web.context.services import Services, house_of
from app.web.limits import address
from app.web.rendering.templating import SAID

YEAR = 365 * 24 * 3600
FLASH = "said"


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


async def who(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The account and the session's id behind the cookie, or None."""
    house = house_of(connection)
    token = connection.cookies.get(house.cookie, "")
    if not 20 <= len(token) <= 100 or not token.isascii() or not token.isprintable():
        return None
    async with house.db.asked() as db:
        return await sessions.seen(db, token)


class NameHere(ValueError):
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
        self.services: Services = house_of(request)
        self.account = account
        self.session = session
        self._token: str | None = None
        self._signed_out = account is None and self.services.cookie in request.cookies

    # -- who

    @property
    def address(self) -> str:
        return address(self.request.client)

    @property
    def agent(self) -> str:
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

    def limit(self, what: str, who: str | None = None) -> None:
        """Counts one `what` by this address, or by `who`. Raises TooOften."""
        self.services.limits.take(what, who or self.address)

    async def take_name(self, name: str, room: RoomId | None = None) -> Person:
        """Whoever asks, as a person: strangers become guests called `name`. Raises BadName, NameTaken, TooOften; NameHere where somebody
        in the `room` has it. Whoever takes a name at the same moment as another one is told apart by the room."""
        if self.account is None:
            self.limit("guest")
            name = accounts.clean_name(name)
            if room is not None and (free := await self.called(room, name)) != name:
                if len(free) > LONGEST:
                    free = await self.called(room, f"{name[: LONGEST - 4].rstrip()} 2")
                raise NameHere(name, free)
            async with self.services.db.asked() as db:
                self.account, self.session, self._token = await sessions.admit(db, name, self.agent)
            self._signed_out = False
        return self.person

    async def called(self, room: RoomId, name: str = "") -> str:
        """What whoever asks will be called in the room: a stranger who wants to be called `name`, or everybody else by the own name."""
        return await self.services.lobby.called(
            room, self.person if self.account else Person(PersonId(""), name, registered=False)
        )

    # -- sessions

    async def sign_in(self, db: AsyncSession, account: Account) -> None:
        """Opens a session with a token that nobody has seen; the answer carries it."""
        self._token = await sessions.open_session(db, account.id, self.agent)
        found = await sessions.who(db, self._token)
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
            await device_transfers.withdraw(db, self.session)

    def arrive(self, account: Account, session: str, token: str) -> None:
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
        said = SAID.get(self.request.cookies.get(FLASH, ""))
        everywhere = {
            "me": self.account,
            "path": self.request.url.path,
            "csp_nonce": self.request.state.csp_nonce,
            "flash": (said,) if said else (),
        }
        response = HTMLResponse(
            self.services.pages.render(template, {**everywhere, **context}), status
        )
        if FLASH in self.request.cookies:
            response.delete_cookie(FLASH)
        return self.with_cookies(response)

    def go(self, path: str, said: str | None = None) -> Response:
        """A redirect after a form; the next page says `said`, a word from SAID."""
        assert said is None or said in SAID
        response = RedirectResponse(path, 303)
        if said is not None:
            response.set_cookie(
                FLASH, said, max_age=60, httponly=True, samesite="lax", secure=self.services.secure
            )
        return self.with_cookies(response)

    def with_cookies(self, response: Response) -> Response:
        name, secure = self.services.cookie, self.services.secure
        if self._token is not None:
            response.set_cookie(
                name, self._token, max_age=YEAR, httponly=True, samesite="lax", secure=secure
            )
        elif self._signed_out:
            response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)
        return response


async def visit(request: Request) -> RequestContext:
    """The dependency of every page: looks the cookie up once for each request."""
    found = await who(request)
    context = RequestContext(request, *(found or (None, None)))
    request.state.visit = context
    return context


Context = Annotated[RequestContext, Depends(visit)]
