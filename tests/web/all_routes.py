"""Every route of the application, from its own table, with something in each gap of its path."""

import re
from collections.abc import Iterator

from fastapi.routing import APIRoute

from app.web.routers import ROUTERS

FILL = "AAAAAAAAAAAAAAAAAAAAAA"


def routes() -> Iterator[tuple[str, str]]:
    """(method, path) of all routes of pages, forms and JSON."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in sorted(route.methods or ()):
                yield method, re.sub(r"\{\w+\}", FILL, route.path)


READS = sorted(path for method, path in routes() if method == "GET")
WRITES = sorted(path for method, path in routes() if method not in ("GET", "HEAD", "OPTIONS"))
ADMIN = sorted((method, path) for method, path in routes() if path.startswith("/admin"))
