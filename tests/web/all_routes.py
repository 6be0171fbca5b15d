"""Every route of the application, from its own table, and the headers that each answer has."""

import re
from collections.abc import Iterator

from fastapi.routing import APIRoute

from app.web.routers import ROUTERS

FILL = "AAAAAAAAAAAAAAAAAAAAAA"
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""The headers of every answer."""


def routes() -> Iterator[tuple[str, str]]:
    """(method, path with gaps) of all routes of pages, forms and JSON."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in sorted(route.methods or ()):
                yield method, route.path


FILLED = [(method, re.sub(r"\{\w+\}", FILL, path)) for method, path in routes()]
READS = sorted(path for method, path in FILLED if method == "GET")
WRITES = sorted(path for method, path in FILLED if method not in ("GET", "HEAD", "OPTIONS"))
ADMIN = sorted((method, path) for method, path in FILLED if path.startswith("/admin"))
