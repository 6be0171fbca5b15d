"""The context of one request: its login, the services, and the responses that pages give."""

from collections.abc import Mapping
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import Depends
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.store.people.names import MAX_LENGTH, clean_name
from app.store.people.rows import Account
from app.table.model.room import Person, PersonId, RoomId
from app.web.context.authentication import Login, logged_in_account, person_of
from app.web.context.services import Services, services_of
from app.web.rate_limits import Source, client_networks
from app.web.rendering.responses import FLASH_COOKIE, set_flash
from app.web.rendering.templating import FLASH_MESSAGES
from app.web.server.siblings import PASSED_ON

WARNING: Final = "/account/warning"
WARNING_PAGE: Final = "account/warning.html"


def safe_next(target: str) -> str:
    """`target` if it is a path of ours, else the home page: never another site."""
    ours = (
        target.startswith("/")
        and not target.startswith("//")
        and target.isascii()
        and target.isprintable()
        and "\\" not in target
    )
    return target if ours else "/"


class NameTakenAtTable(ValueError):
    """A name that looks like somebody's at this table; `free` is one that does not."""

    def __init__(self, name: str, free: str) -> None:
        super().__init__(
            f"Somebody at this table is called {name}, or something that looks like it. "
            f"{free} is free."
        )
        self.free = free


class RequestContext:
    """One request."""

    def __init__(
        self, request: Request, account: Account | None = None, session: str | None = None
    ) -> None:
        self.request = request
        self.services: Services = services_of(request)
        self.login = Login(request, account, session)
        self.shared: dict[str, Any] = {}
        """Further values for the template of whatever page follows."""

    @property
    def account(self) -> Account | None:
        """None for a stranger."""
        return self.login.account

    @property
    def session(self) -> str | None:
        """The id of the open session, or None."""
        return self.login.session

    @property
    def member_or_guest(self) -> Account:
        """Raises HTTPException 401 for a stranger."""
        if self.account is None:
            raise HTTPException(401, "Log in, or take a name at a table, and try again.")
        return self.account

    @property
    def person(self) -> Person:
        """Raises HTTPException 401 for a stranger."""
        return person_of(self.member_or_guest)

    @property
    def source(self) -> Source:
        """The request's network and person, as limits count them."""
        account = self.account
        return Source(client_networks(self.request.client), account.id if account else None)

    @property
    def network(self) -> str:
        """The network that the request came from; of an IPv6 address, the narrowest."""
        return self.source.networks[0]

    def limit(self, action: str, key: str | None = None) -> None:
        """Counts one `action` of the person or network, or of `key` alone. Raises RateLimited."""
        if key is None:
            self.services.limits.take(action, self.source)
        else:
            self.services.limits.take_own(action, key)

    async def take_name(self, name: str, room: RoomId | None = None) -> Person:
        """The person who asks; a stranger becomes a guest called `name`.

        Raises BadName, NameTaken, RateLimited, and NameTakenAtTable if somebody in the `room` has
        the name. Two people who take one name at the same moment are told apart by the room.
        """
        if self.account is None:
            self.limit("guest")
            name = clean_name(name)
            if room is not None and (free := await self.name_at_table(room, name)) != name:
                if len(free) > MAX_LENGTH:
                    free = await self.name_at_table(room, f"{name[: MAX_LENGTH - 4].rstrip()} 2")
                raise NameTakenAtTable(name, free)
            await self.login.sign_in_as_guest(name)
        return self.person

    async def name_at_table(self, room: RoomId, name: str = "") -> str:
        """The name that this person would have in the room; `name` is a stranger's wish."""
        stranger = Person(PersonId(""), name, registered=False)
        return await self.services.lobby.name_in_room(
            room, self.person if self.account else stranger
        )

    async def ask_owner(self, room: RoomId, path: str, form: Mapping[str, str]) -> Response | None:
        """The answer of the process that runs the room to this visitor with that form.

        None: it runs here, or nowhere. Raises NotReached, Silent, StoreAway.
        """
        siblings, scope = self.services.siblings, self.request.scope
        if siblings is None or PASSED_ON in scope:
            return None
        owner = await siblings.find_owner("id", room)
        return None if owner is None else await siblings.post(owner, scope, path, form)

    # -- responses

    def page(self, template: str, status: int = 200, /, **context: Any) -> Response:
        """The page made from `template`.

        Every page also gets: me (the account), path, csp_nonce, flash (a tuple of sentences),
        announced and rest (what administrators say: switches.Announcement and Rest, or None) with
        announced_key, shelf (the games that one can choose).
        Whoever has a warning to read is led there first.
        """
        if (
            self.account is not None
            and self.account.warned
            and self.request.method == "GET"
            and template != WARNING_PAGE
        ):
            return self.redirect(f"{WARNING}?next={quote(self.request.url.path)}")
        message = FLASH_MESSAGES.get(self.request.cookies.get(FLASH_COOKIE, ""))
        switches, now = self.services.switches.now(), self.services.clock.now()
        games = self.services.games.values()
        common = {
            "announced": switches.announced(now),
            "announced_key": switches.announced_key(now),
            "rest": switches.coming_rest(now),
            "shelf": [game for game in games if game.slug not in switches.off_shelf],
            "me": self.account,
            "path": self.request.url.path,
            "csp_nonce": self.request.state.csp_nonce,
            "flash": (message,) if message else (),
        }
        content = self.services.templates.render(template, {**common, **self.shared, **context})
        response = HTMLResponse(content, status)
        if FLASH_COOKIE in self.request.cookies:
            response.delete_cookie(FLASH_COOKIE)
        self.login.write_cookies(response)
        return response

    def redirect(self, path: str, flash: str | None = None) -> Response:
        """A redirect after a form. The next page shows `flash`, a key of FLASH_MESSAGES."""
        assert flash is None or flash in FLASH_MESSAGES
        response = RedirectResponse(path, 303)
        if flash is not None:
            set_flash(response, flash, self.services.https)
        self.login.write_cookies(response)
        return response


async def request_context(request: Request) -> RequestContext:
    """The dependency of every page: looks the cookie up once for each request."""
    found = await logged_in_account(request)
    context = RequestContext(request, *(found or (None, None)))
    request.state.context = context
    return context


Context = Annotated[RequestContext, Depends(request_context)]
