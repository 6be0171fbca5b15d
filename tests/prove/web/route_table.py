"""The headers of foreign requests, and the fault in an answer's headers."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.prove.clients.asgi_client import OURS, Answer, Headers
from tests.prove.web.personas import Personas
from tests.web.all_routes import ALWAYS

Check = Callable[[Personas], Awaitable[None]]

FOREIGN: Final[tuple[Headers, ...]] = (
    [],
    [("origin", "null")],
    [("origin", "https://evil.example")],
    [("origin", f"{OURS}.evil.example")],
    [("origin", f"{OURS}0")],
    [("origin", "https://cards.example")],
    [("origin", "http://cards.example:8080")],
    [("origin", "http://x.cards.example")],
    [("origin", f"{OURS}/")],
    [("origin", f"{OURS}@evil.example")],
    [("origin", OURS), ("origin", "https://evil.example")],
    [("sec-fetch-site", "cross-site")],
    [("sec-fetch-site", "same-site")],
    [("sec-fetch-site", "cross-site"), ("origin", OURS)],
    [("sec-fetch-site", "same-site"), ("origin", OURS)],
    [("sec-fetch-site", "SAME-ORIGIN"), ("origin", OURS)],
    [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
)
"""Headers that no page of ours sends.

An origin with a final slash is no browser's, but names us.
"""

TRAILING: Final = [("origin", f"{OURS}/")]

PROGRAM: Final = [("origin", OURS), ("accept", "application/json")]

METHODS: Final = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "QUERY",
)


def headers_missing(answer: Answer) -> str | None:
    """The fault in an answer's headers, or None."""
    for name, value in ALWAYS.items():
        if answer.all(name) != [value]:
            return f"{name} is {answer.all(name)}"
    policy = answer.header("content-security-policy") or ""
    if (
        not policy.startswith("default-src 'none'; script-src 'self' 'nonce-")
        or "unsafe" in policy
        or "frame-ancestors 'none'" not in policy
    ):
        return f"content-security-policy is {policy!r}"
    if answer.header("server") is not None:
        return "it names the server"
    if answer.header("cache-control") is None:
        return "it may be kept by anybody"
    return None
