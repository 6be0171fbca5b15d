"""The line of pages: one at a time, networks in turn, nobody held up by whoever is slow."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from app.web.server import page_gate
from app.web.server.known_sessions import KnownSessions
from app.web.server.page_gate import HOLD, PageGate, PageLine

MAL, ADA = "192.0.2.1", "198.51.100.2"


class Site:
    """An application behind the gate whose pages are made once they are told to."""

    def __init__(self) -> None:
        self.line = PageLine()
        self.begun: list[str] = []
        self.done: dict[str, asyncio.Event] = {}
        self.gate = PageGate(self.app, self.line, KnownSessions("po"))

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "POST":
            await receive()
        path = scope["path"]
        self.begun.append(path)
        await self.done.setdefault(path, asyncio.Event()).wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def ask(
        self,
        path: str,
        client: str = ADA,
        method: str = "GET",
        receive: Callable[[], Awaitable[Message]] | None = None,
        cookie: bytes = b"",
    ) -> "asyncio.Task[list[Message]]":
        """The messages of the answer."""
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def whole() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def asking() -> list[Message]:
            headers = [(b"cookie", cookie)]
            scope: Any = {"type": "http", "method": method, "path": path, "headers": headers}
            await self.gate({**scope, "client": (client, 1)}, receive or whole, send)
            return sent

        return asyncio.create_task(asking())

    def make(self, *paths: str) -> None:
        for path in paths:
            self.done.setdefault(path, asyncio.Event()).set()


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_page_is_made_at_a_time_and_networks_take_turns() -> None:
    site = Site()
    asked = [site.ask(f"/mal/{number}", MAL) for number in range(4)]
    await turns()
    asked.append(site.ask("/ada"))
    await turns()
    assert site.begun == ["/mal/0"]
    assert site.line.length == 4
    site.make("/ada", *(f"/mal/{number}" for number in range(4)))
    await asyncio.gather(*asked)
    assert site.begun == ["/mal/0", "/mal/1", "/ada", "/mal/2", "/mal/3"]
    assert site.line.length == 0
    await site.ask("/ada")


async def test_who_is_known_does_not_wait_behind_all_strangers_at_the_same_address() -> None:
    site = Site()
    site.gate.known.note("A" * 43, "ada")
    asked = [site.ask(f"/mal/{number}", MAL) for number in range(4)]
    await turns()
    asked.append(site.ask("/ada", MAL, cookie=b"po=" + b"A" * 43))
    await turns()
    site.make("/ada", *(f"/mal/{number}" for number in range(4)))
    await asyncio.gather(*asked)
    assert site.begun == ["/mal/0", "/mal/1", "/ada", "/mal/2", "/mal/3"]


@pytest.mark.parametrize("path", ["/static/js/app.js", "/healthz", "/readyz", "/metrics"])
async def test_files_and_what_operators_ask_for_pass_by(path: str) -> None:
    site = Site()
    waiting = site.ask("/page")
    await turns()
    site.make(path)
    await site.ask(path)
    assert site.begun == ["/page", path]
    site.make("/page")
    await waiting


async def test_a_page_that_waits_for_something_lets_the_next_one_begin() -> None:
    site = Site()
    site.make("/quick")
    slow = site.ask("/slow")
    await turns()
    await site.ask("/quick")
    assert not slow.done()
    site.make("/slow")
    await slow


async def test_a_page_that_stands_aside_is_still_counted_and_no_page_twice() -> None:
    site = Site()
    site.make("/quick", "/form")
    slow = site.ask("/slow")
    await turns()
    waiting = site.ask("/quick")
    await turns()
    assert site.line.making == 1
    await waiting
    await site.ask("/form", method="POST")
    assert site.line.making == 1
    site.make("/slow")
    await slow
    assert site.line.making == 0


async def test_a_page_that_nobody_waits_for_any_more_is_not_counted() -> None:
    site = Site()
    asked = [site.ask("/one"), site.ask("/two")]
    await turns()
    for one in reversed(asked):
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert site.line.making == 0


async def test_a_form_that_is_sent_slowly_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_gate, "HOLD", 60.0)
    site, rest = Site(), asyncio.Event()

    async def slowly() -> Message:
        await rest.wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    form = site.ask("/form", MAL, "POST", slowly)
    await turns()
    site.make("/page", "/form")
    await site.ask("/page")
    assert site.begun == ["/page"]
    rest.set()
    await form
    assert site.begun == ["/page", "/form"]


async def test_with_one_more_than_may_wait_the_greediest_network_loses_its_newest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_gate, "MAX_WAITING", 3)
    site = Site()
    mal = [site.ask(f"/mal/{number}", MAL) for number in range(4)]
    await turns()
    ada = site.ask("/ada")
    start, body = await mal[3]
    assert start["status"] == 503
    assert (b"retry-after", b"2") in start["headers"]
    assert b"in a moment" in body["body"]
    start, _ = await site.ask("/mal/4", MAL)
    assert start["status"] == 503
    site.make("/ada", *(f"/mal/{number}" for number in range(3)))
    for answer in (ada, *mal[:3]):
        assert (await answer)[0]["status"] == 200


async def test_whoever_leaves_the_line_gives_the_turn_to_the_next() -> None:
    site = Site()
    first, gone, last = (site.ask(path, path) for path in ("/first", "/gone", "/last"))
    await turns()
    gone.cancel()
    site.make("/first", "/last")
    await asyncio.gather(first, last)
    assert site.begun == ["/first", "/last"]
    assert site.line.length == 0


async def test_the_loop_rests_after_a_page_while_others_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(page_gate, "perf_counter", lambda: now)
    site, loop = Site(), asyncio.get_running_loop()
    first, second = site.ask("/first"), site.ask("/second")
    await turns()
    now = 0.02
    site.make("/first", "/second")
    await first
    began = loop.time()
    await second
    assert 0.015 < loop.time() - began < HOLD * 10
