"""The application in this process on a real PostgreSQL, with visitors over HTTP and at tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from math import inf
from random import Random
from typing import Any, Final

import httpx2
import structlog
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.table.clients.client import Client
from app.table.lobby.registry import add_place
from app.table.model.client_messages import AnyCommand, Play
from app.table.model.match_messages import Frame
from app.table.model.room import Person, RoomId
from app.table.model.server_messages import AnyServerMessage, Bye, Refused, RoomShown
from app.web.context.services import Services

ADDRESS: Final = "http://server.test"
PACE: Final = 0.002
LIMIT: Final = 60.0
"""Seconds for anything that must come, however busy the machine is."""


class InProcessApp:
    """A running application, its services, and every line that it logs."""

    def __init__(self, app: FastAPI, services: Services, logged: list[str]) -> None:
        self.fastapi, self.services, self.logged = app, services, logged
        self._names = count(1)

    @asynccontextmanager
    async def visitor(self, name: str = "", agent: str = "prove") -> AsyncIterator["Visitor"]:
        """A browser; one with a name gets a cookie later."""
        transport = httpx2.ASGITransport(app=self.fastapi, raise_app_exceptions=False)
        headers = {"Origin": ADDRESS, "User-Agent": agent}
        async with httpx2.AsyncClient(
            transport=transport, base_url=ADDRESS, headers=headers, timeout=LIMIT
        ) as http:
            one = Visitor(self, http, name)
            yield one
            await one.leave()


@asynccontextmanager
async def running_app(url: str) -> AsyncIterator[InProcessApp]:
    """The application on that database, fast and with generous limits."""
    logged: list[str] = []

    def keep(_: object, __: str, event: Any) -> str:
        logged.append(repr(event))
        raise structlog.DropEvent

    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            add_place,
            structlog.processors.format_exc_info,
            keep,
        ]
    )
    app = create_app(
        Settings(database_url=url, pace=PACE, limits=100_000, public_url=ADDRESS, log_level="debug")
    )
    try:
        async with app.router.lifespan_context(app):
            yield InProcessApp(app, app.state.services, logged)
    finally:
        structlog.reset_defaults()


class Visitor:
    """One person: pages over HTTP, and at most one table connection."""

    def __init__(self, app: InProcessApp, http: httpx2.AsyncClient, name: str) -> None:
        self.app, self.http, self.name = app, http, name
        self.seen: list[AnyServerMessage] = []
        self._client: Client | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._ids = count(1)

    @property
    def person(self) -> str:
        """The person's id at the table."""
        return str(self.room.you)

    async def post(self, path: str, **form: str) -> httpx2.Response:
        return await self.http.post(path, data=form)

    async def open_room(self, game: str, **more: str) -> RoomId:
        answer = await self.post("/rooms", name=self.name, game=game, **more)
        assert answer.status_code == 303, answer.text
        return RoomId(answer.headers["location"].rpartition("/")[2])

    async def sit(self, room: RoomId) -> "Visitor":
        """Connects to a table with the cookie's login."""
        person, session = await self.who()
        self._client = await self.app.services.lobby.connect(room, person, session)
        self._listening = asyncio.create_task(self._listen(self._client))
        while not any(isinstance(message, RoomShown) for message in self.seen):
            await self.news()
        return self

    async def who(self) -> tuple[Person | None, str | None]:
        from app.store.people import sessions
        from app.web.context.authentication import person_of

        token = self.http.cookies.get("po")
        if token is None:
            return None, None
        async with self.app.services.db.sessions.begin() as db:
            found = await sessions.authenticate_orm(db, token)
        return (None, None) if found is None else (person_of(found[0]), found[1])

    async def _listen(self, client: Client) -> None:
        while True:
            message = await client.next()
            self.seen.append(message)
            self._news.set()
            if isinstance(message, Bye):
                return

    async def leave(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        if self._client is not None:
            self._client.close()
        self._client = self._listening = None

    @property
    def room(self) -> RoomShown:
        return next(one for one in reversed(self.seen) if isinstance(one, RoomShown))

    @property
    def frames(self) -> list[Frame]:
        return [one for one in self.seen if isinstance(one, Frame)]

    async def say(self, command: AnyCommand) -> AnyServerMessage:
        """The answer."""
        assert self._client is not None, "nobody speaks standing"
        self._client.send(command)
        while True:
            for message in reversed(self.seen):
                if getattr(message, "id", None) == command.id and not isinstance(
                    message, RoomShown
                ):
                    return message
            await self.news()

    async def do(self, command: AnyCommand) -> None:
        """Raises AssertionError where it is refused."""
        answer = await self.say(command)
        assert not isinstance(answer, Refused), answer

    def id(self) -> str:
        return f"p{next(self._ids)}"

    async def news(self) -> None:
        self._news.clear()
        async with asyncio.timeout(LIMIT):  # Python 3.11's wait_for can miss that it is cancelled
            await self._news.wait()

    async def play(self, chance: Random, frames: int | None = None) -> Frame:
        """Makes some legal move at every prompt until the match is over, or until that many frames
        were shown; returns the last one.
        """
        answered: str | None = None
        while True:
            frame = self.frames[-1] if self.frames else None
            if frame is not None and (
                frame.outcome is not None or len(self.frames) >= (frames or inf)
            ):
                return frame
            if (
                frame is None
                or frame.prompt is None
                or not frame.moves
                or frame.prompt.key == answered
            ):
                await self.news()
                continue
            key = frame.prompt.key
            answer = await self.say(Play(self.id(), key, chance.choice(frame.moves)))
            answered = None if isinstance(answer, Refused) and answer.code == "busy" else key
