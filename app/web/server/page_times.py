"""Pages in numbers: how many by route and status, and how long they took by route.

A route is named by its template, `/match/{match}`, so the labels are bounded and name nobody.
"""

from collections import Counter
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.store.log.buckets import Buckets

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Seconds."""
STATIC: Final = "/static/"
NO_ROUTE: Final = "none"
"""The label of addresses that no route has, and of requests refused before any is looked for."""
ABANDONED: Final = "0"
"""The status of a request whose client left before the answer began."""


class PageTimes(Collector):
    """The counts of one process. Of one thread."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._times: dict[str, Buckets] = {}

    def observe(self, route: str, status: str, seconds: float) -> None:
        self._counts[route, status] += 1
        if route not in self._times:
            self._times[route] = Buckets(BOUNDS)
        self._times[route].observe(seconds)

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        pages = CounterMetricFamily(
            "pecking_order_pages", "Requests answered", labels=["route", "status"]
        )
        for labels, count in self._counts.items():
            pages.add_metric(labels, count)
        yield pages
        times = HistogramMetricFamily(
            "pecking_order_page_seconds",
            "From a request to the end of its answer",
            labels=["route"],
        )
        for route, buckets in self._times.items():
            times.add_metric([route], buckets.cumulative(), buckets.total)
        yield times


class PageTimer:
    """The layer around all others that measures each request; connections of tables pass."""

    def __init__(self, app: ASGIApp, times: PageTimes) -> None:
        self.app = app
        self.times = times

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), ABANDONED
        state = scope.setdefault("state", {})

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, send_noting_status)
        finally:
            static = scope["path"].startswith(STATIC)
            route = STATIC if static else state.get("route", NO_ROUTE)
            self.times.observe(route, status, perf_counter() - began)
            state.clear()  # the context in it holds the request, and so this scope


class RouteNote:
    """The layer next to the router that notes which route was taken, for the PageTimer outside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            path = getattr(scope.get("route"), "path", None)
            if path is not None and "state" in scope:
                scope["state"]["route"] = path
