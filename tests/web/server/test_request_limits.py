"""The rate limit of requests from one network, before anything is looked up."""

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from app.web.rate_limits import RATES, Limits
from app.web.server.hosts import HostCheck
from app.web.server.middleware import OwnOrigin, SecurityMiddleware

OURS = "203.0.113.7"


class LimitedApp:
    """A guard before an application that counts what reaches it."""

    def __init__(self) -> None:
        self.time = 0.0
        self.reached: Counter[str] = Counter()
        self.guard = SecurityMiddleware(
            self._page,
            OwnOrigin(None),
            HostCheck(None, "cards.example"),
            secure=False,
            limits=Limits(now=lambda: self.time),
        )

    async def _page(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached[scope["path"]] += 1
        await PlainTextResponse("here")(scope, receive, send)

    def ask(self, path: str = "/", client: str | None = OURS) -> tuple[int, dict[str, str]]:
        """Status and headers."""
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"cards.example")],
            "scheme": "http",
            "client": None if client is None else (client, 1),
        }
        with suppress(StopIteration):  # nothing in it waits
            self.guard(scope, receive, send).send(None)
        return told[0]["status"], {
            name.decode(): value.decode() for name, value in told[0]["headers"]
        }


@pytest.mark.parametrize(
    ("path", "what"), [("/history", "page"), ("/static/js/site.js", "file"), ("/healthz", "page")]
)
def test_who_asks_without_pause_is_refused_and_has_to_connect_anew(path: str, what: str) -> None:
    app, rate = LimitedApp(), RATES[what]
    assert [app.ask(path)[0] for _ in range(int(rate.burst))] == [200] * int(rate.burst)
    status, headers = app.ask(path)
    assert (status, headers["connection"], headers["retry-after"]) == (429, "close", "1")
    assert headers["x-content-type-options"] == "nosniff"
    assert app.reached[path] == rate.burst
    app.time += rate.seconds
    assert [app.ask(path)[0] for _ in range(2)] == [200, 429]


def test_others_are_served_meanwhile() -> None:
    app = LimitedApp()
    for _ in range(int(RATES["page"].burst)):
        app.ask()
    assert app.ask()[0] == 429
    assert app.ask("/static/css/site.css")[0] == 200
    assert app.ask(client="203.0.113.8")[0] == 200
    assert app.ask(client=None)[0] == 200


def test_a_class_behind_one_address_may_come_at_once() -> None:
    """Thirty first visits: each a page, a table's page, and every file of both."""
    assert RATES["page"].burst >= 30 * 3
    assert RATES["file"].burst >= 30 * 90
