"""An application in this process that serves pages without a network, and every query it makes."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter, process_time
from typing import Any

import msgspec
from fastapi import FastAPI
from sqlalchemy import event

from app.main import create_app, lifespan
from app.settings import Settings
from app.store.database.pools import Database
from app.web.context.services import Services
from bench.quiet_logs import quiet_logs
from tests.prove.clients.asgi_client import HOST, Caller


class Statement(msgspec.Struct, frozen=True):
    """A statement that the database was sent."""

    text: str
    values: tuple[Any, ...]


class Answered(msgspec.Struct, frozen=True):
    """One request, from its first line to the last byte of its answer."""

    status: int
    body: bytes
    seconds: float
    """On the clock: the database's time is in it."""
    busy: float
    """Seconds of this process's CPU."""
    statements: tuple[Statement, ...]


class Visitor:
    """Asks one application, one request after the other."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._statements: list[Statement] = []

    @property
    def services(self) -> Services:
        services: Services = self._app.state.services
        return services

    async def ask(self, path: str, token: str | None = None) -> Answered:
        """GET `path` with that session's cookie."""
        caller = Caller(self._app, address="127.0.0.1")
        if token is not None:
            caller.cookies[self.services.session_cookie] = token
        self._statements.clear()
        began, busy = perf_counter(), process_time()
        answer = await caller.get(path)
        return Answered(
            answer.status,
            answer.body,
            perf_counter() - began,
            process_time() - busy,
            tuple(self._statements),
        )

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Records the queries of requests and tables, without BEGIN and COMMIT."""
        database, engine = self.services.db, self.services.db.engine.sync_engine

        def heard(
            connection: Any,
            cursor: Any,
            statement: str,
            values: Sequence[Any],
            context: Any,
            many: bool,
        ) -> None:
            self._statements.append(Statement(statement, tuple(values)))

        event.listen(engine, "before_cursor_execute", heard)
        forget = _listen_to_queries(
            database, lambda text, values: self._statements.append(Statement(text, tuple(values)))
        )
        try:
            yield
        finally:
            event.remove(engine, "before_cursor_execute", heard)
            forget()


def _listen_to_queries(database: Database, on_query: Any) -> Any:
    """Reports every query of the asyncpg connections; returns the function that ends it."""
    methods = ("transaction", "table_connection", "request_connection")
    originals = {name: getattr(database, name) for name in methods}

    def reporting(original: Any) -> Any:
        @asynccontextmanager
        async def connect() -> AsyncIterator[Any]:
            async with original() as connection:

                def report(record: Any) -> None:
                    on_query(record.query, record.args or ())

                with connection.query_logger(report):
                    yield connection

        return connect

    for name, original in originals.items():
        setattr(database, name, reporting(original))

    def stop() -> None:
        for name, original in originals.items():
            setattr(database, name, original)

    return stop


@asynccontextmanager
async def visiting(url: str) -> AsyncIterator[Visitor]:
    """Opens the application on that database, without logs and limits."""
    app = create_app(Settings(database_url=url, host=HOST, limits=1e6))
    with quiet_logs():
        async with lifespan(app):
            await asyncio.sleep(0.1)  # what it does once at its start is no page's
            yield Visitor(app)
