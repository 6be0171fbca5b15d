"""The session of a request: its cookie, the account behind it, and the cookie's changes.

Names and passwords are checked in app/web/routes/login.py.
"""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from app.store.admin.case_rows import note_name
from app.store.people import device_transfers, screens, sessions
from app.store.people.rows import Account
from app.store.people.screens import Screen
from app.table.model.room import Person, PersonId
from app.text.doubtful_names import is_doubtful
from app.web.context.known_devices import device_in, with_device
from app.web.context.services import services_of

COOKIE_SECONDS: Final = 365 * 24 * 3600
SCREEN: Final = "screen"
"""The cookie of a screen; also the parameter with which a socket shows what the screen may."""
SCREEN_TOKEN_LENGTH: Final = 43


def person_of(account: Account) -> Person:
    """The account as tables know it."""
    return Person(PersonId(account.id), account.name, account.registered, account.portrait)


async def logged_in_account(connection: HTTPConnection) -> tuple[Account, str] | None:
    """The account and the session's id behind the cookie, or None."""
    services = services_of(connection)
    token = connection.cookies.get(services.session_cookie, "")
    if not 20 <= len(token) <= 100 or not token.isascii() or not token.isprintable():
        return None
    async with services.db.request_connection() as db:
        found = await sessions.authenticate(db, token)
    services.known_sessions.note(token, found[0].id if found else None)
    return found


async def screen_behind(connection: HTTPConnection) -> Screen | None:
    """The screen behind its cookie, or None; whoever is logged in there has no part in it."""
    token = connection.cookies.get(SCREEN, "")
    if not token.isascii() or len(token) != SCREEN_TOKEN_LENGTH:
        return None
    services = services_of(connection)
    async with services.db.sessions.begin() as db:
        return await screens.of_token(db, token, services.clock.now())


class Login:
    """The account and session behind one request, and what the response does to the cookie."""

    def __init__(self, request: Request, account: Account | None, session: str | None) -> None:
        """`session` is the id of an open session of the account."""
        self.account = account
        self.session = session
        self._request = request
        self._services = services_of(request)
        self._new_token: str | None = None
        self._devices = request.cookies.get(self._services.device_cookie, "")
        self._new_devices: str | None = None
        self._clear_cookie = account is None and self._services.session_cookie in request.cookies

    @property
    def user_agent(self) -> str:
        """The browser, as it calls itself."""
        return self._request.headers.get("user-agent", "")[:200]

    async def sign_in(self, db: AsyncSession, account: Account) -> None:
        """Opens a session with a fresh token."""
        token = await sessions.open_session(db, account.id, self.user_agent)
        found = await sessions.authenticate_orm(db, token)
        assert found is not None, "a session just opened is valid"
        self.adopt(*found, token)

    async def sign_in_as_guest(self, name: str) -> None:
        """Creates a guest of that name, with a session. Raises NameTaken."""
        async with self._services.db.request_connection() as db:
            self.adopt(*await sessions.create_guest_session(db, name, self.user_agent))
        if self.account is not None and is_doubtful(self.account.name):
            async with self._services.db.sessions.begin() as orm:
                await note_name(orm, self.account.id, self.account.name)

    async def renew(self, db: AsyncSession, account: Account) -> None:
        """Changes the token of the open session, or opens one; its device link expires.

        Connections of the session stay open.
        """
        if self.session is None:
            await self.sign_in(db, account)
        else:
            self.account = account
            self._new_token = await sessions.renew_session(db, self.session)
            await device_transfers.revoke(db, self.session)

    def adopt(self, account: Account, session: str, token: str) -> None:
        """The response carries the token of this session."""
        self.account, self.session = account, session
        self._new_token, self._clear_cookie = token, False

    @property
    def shows_device(self) -> bool:
        """True if the request has the cookie of known devices, which may be forged."""
        return bool(self._devices)

    def known_device(self, account: Account, password_hash: str) -> str | None:
        """This device's name for an account that logged in here with this password before."""
        return device_in(self._devices, account.id, password_hash)

    def remember_device(self, account: Account, password_hash: str) -> None:
        """The response says that the account's password was given here."""
        self._new_devices = with_device(self._devices, account.id, password_hash)

    def sign_out(self) -> None:
        """The response clears the cookie."""
        self.account = self.session = self._new_token = None
        self._clear_cookie = True

    def keep_cookie(self) -> None:
        """The response, an error's, leaves the cookie as it is."""
        self._clear_cookie = False

    def write_cookies(self, response: Response) -> None:
        name, https = self._services.session_cookie, self._services.https
        if self._new_devices is not None:
            self._set_cookie(response, self._services.device_cookie, self._new_devices)
        if self._new_token is not None:
            assert self.account is not None, "whoever gets a token is somebody"
            self._services.known_sessions.note(self._new_token, self.account.id)
            self._set_cookie(response, name, self._new_token)
        elif self._clear_cookie:
            response.delete_cookie(name, httponly=True, samesite="lax", secure=https)

    def _set_cookie(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._services.https,
        )
