"""The application in this process, on a database that is given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.web.context.services import Services
from tests.prove.clients.asgi_client import HOST


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[FastAPI]:
    """The application, awake."""
    app = create_app(Settings(database_url=url, host=HOST, limits=1000.0, pace=0.01))
    async with app.router.lifespan_context(app):
        yield app


def services_of(app: FastAPI) -> Services:
    services: Services = app.state.services
    return services
