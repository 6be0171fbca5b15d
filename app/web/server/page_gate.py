"""The line of pages: one is made at a time, so that tables wait for the loop behind one at most.

Static files, connections of tables and what operators ask for pass by. While others wait, the loop
rests after each page for as long as it took. Networks take turns, so nobody waits behind all pages
of a neighbour; people who are known have turns apart from the strangers of their network. A form
stands in line only once it has come in whole, or who sends it slowly would hold everybody up. A
page that waits for something itself stands aside after a while.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from time import perf_counter
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.server.known_sessions import KnownSessions, source_of
from app.web.server.middleware import SAFE_METHODS, early_refusal

HOLD: Final = 0.05
"""Seconds after which a page that is not made yet lets the next one begin."""
MAX_WAITING: Final = 500
"""Pages that may wait; with one more, the network with most of them loses its newest."""
MAX_REST: Final = HOLD
PASSING: Final = ("/static/", "/healthz", "/readyz", "/metrics")
TOO_MANY: Final = "Many people are opening pages right now. Try again in a moment."
RETRY_AFTER: Final = "2"


class TooManyPages(HTTPException):
    """More pages wait than may."""

    def __init__(self) -> None:
        super().__init__(503, TOO_MANY, {"Retry-After": RETRY_AFTER})


class PageLine:
    """The turns of pages. Not thread-safe: all calls come from one loop."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """By network; the one that was served last is last."""
        self._busy = False
        """True while a page is made, or the loop rests after it."""
        self.making = 0
        """Pages that are being made or sent, with those that stand aside."""

    @property
    def length(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def enter(self, network: str) -> Callable[[], None]:
        """Waits for this network's turn: call the result once the page is made.

        Raises TooManyPages.
        """
        if self._busy:
            if self.length >= MAX_WAITING:
                self._refuse_one(network)
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(network, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()
                raise
        self._busy = True
        self.making += 1
        return self._made()

    def _made(self) -> Callable[[], None]:
        loop, began, over = asyncio.get_running_loop(), perf_counter(), False

        def leave() -> None:
            nonlocal over
            if not over:
                over = True
                late.cancel()
                if self._waiting:
                    loop.call_later(min(perf_counter() - began, MAX_REST), self._next)
                else:
                    self._busy = False

        late = loop.call_later(HOLD, leave)
        return leave

    def _next(self) -> None:
        while self._waiting:
            network, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[network] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False

    def _refuse_one(self, network: str) -> None:
        """Makes room. Raises TooManyPages if the asker's own network has most."""
        most = max(self._waiting, key=lambda one: len(self._waiting[one]))
        if len(self._waiting.get(network, ())) >= len(self._waiting[most]):
            raise TooManyPages
        newest = self._waiting[most].pop()
        if not newest.done():
            newest.set_exception(TooManyPages())


class PageGate:
    """The layer that lets one page after the other through."""

    def __init__(self, app: ASGIApp, line: PageLine, known: KnownSessions) -> None:
        self.app = app
        self.line = line
        self.known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(PASSING):
            await self.app(scope, receive, send)
            return
        source = source_of(scope, self.known)
        network = source.networks[0] if source.person is None else f"known at {source.networks[0]}"
        leave: Callable[[], None] | None = None

        async def receive_whole() -> Message:
            nonlocal leave
            message = await receive()
            if leave is None and not message.get("more_body"):
                leave = await self.line.enter(network)
            return message

        async def send_and_leave(message: Message) -> None:
            if leave is not None:
                leave()
            await send(message)

        try:
            if scope["method"] in SAFE_METHODS:
                leave = await self.line.enter(network)
                await self.app(scope, receive, send_and_leave)
            else:
                await self.app(scope, receive_whole, send_and_leave)
        except TooManyPages:
            refusal = early_refusal(scope, 503, TOO_MANY)
            refusal.headers["Retry-After"] = RETRY_AFTER
            await refusal(scope, receive, send)
        finally:
            if leave is not None:
                leave()
                self.line.making -= 1
