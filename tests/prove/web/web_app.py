"""The application in this process, on databases that are gone when the proof is over."""

import atexit
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import cache
from typing import Any

from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.web.context.services import Services
from tests.prove.clients.asgi_client import HOST
from tests.prove.runner.temp_server import temp_postgres


@cache
def lasting_database() -> str:
    """One database for all planted faults, until the program ends. Ask from the main thread."""
    stack = ExitStack()
    postgres = stack.enter_context(temp_postgres())
    atexit.register(stack.close)
    return postgres.url


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[FastAPI]:
    """The application, awake."""
    app = create_app(
        Settings(database_url=url, host=HOST, **{"limits": 1000.0, "pace": 0.01, **settings})
    )
    async with app.router.lifespan_context(app):
        yield app


def services_of(app: FastAPI) -> Services:
    services: Services = app.state.services
    return services
