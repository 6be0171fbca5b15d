"""The outermost layers: response headers, refusal of cross-site requests, limits, request ids.

And the refusal of forms while the disk is full: then pages are still shown.
"""

import secrets
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.store.database.disk_space import DiskSpace
from app.table.model.errors import DISK_FULL
from app.web.rate_limits import Limits, RateLimited
from app.web.server.hosts import HostCheck, host_name
from app.web.server.known_sessions import KnownSessions, source_of

BODY_LIMIT = 64 * 1024
"""Bytes of a request's body."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not "no-referrer": with that, browsers send "Origin: null" along with our own forms
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    # for the addresses of two workers: static/js/table/net/socket.js, static/js/site/offline.js
    "require-trusted-types-for 'script'; trusted-types heartbeat offline"
)
RETRY_AFTER: Final = "30"
"""Seconds."""


class OwnOrigin:
    """The one origin whose pages may send forms: the public address, or else the request's own."""

    def __init__(self, public_url: str | None) -> None:
        self.public = normal_origin(public_url) if public_url else None

    def of(self, scope: Scope) -> str:
        """Our origin, seen from this request: `https://cards.example`."""
        if self.public:
            return self.public
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return normal_origin(f"{scheme}://{Headers(scope=scope).get('host', '')}")

    def is_claimed_by(self, scope: Scope) -> bool:
        """True if the request carries exactly one Origin, and it is ours."""
        origins, ours = Headers(scope=scope).getlist("origin"), self.of(scope)
        return len(origins) == 1 and normal_origin(origins[0]) == ours != "null"

    def is_plain_http(self, scope: Scope) -> bool:
        """True for a page of ours that was opened by http although the public address is https."""
        headers = Headers(scope=scope)
        origins = headers.getlist("origin")
        if len(origins) != 1 or self.public is None or not self.public.startswith("https:"):
            return False
        origin = urlsplit(normal_origin(origins[0]))
        ours = (urlsplit(self.public).hostname, host_name(headers.get("host", "")))
        return origin.scheme == "http" and origin.hostname in ours


def normal_origin(url: str) -> str:
    """An origin as browsers send it: lower case, without the default port.

    "null" if `url` is no origin.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "null"
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path.strip("/")
        or parts.query
        or "@" in parts.netloc
    ):
        return "null"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (
        f":{port}" if port and port != {"http": 80, "https": 443}[parts.scheme] else ""
    )


class SecurityMiddleware:
    """Pure ASGI, since Starlette's base class for middleware does not see sockets."""

    def __init__(
        self,
        app: ASGIApp,
        origin: OwnOrigin,
        hosts: HostCheck,
        secure: bool,
        limits: Limits,
        known: KnownSessions | None = None,
    ) -> None:
        self.inner = app
        self.hosts = hosts
        self.limits = limits
        self.known = KnownSessions("") if known is None else known
        self.app = RequestBodyLimitMiddleware(app, BODY_LIMIT)
        self.origin = origin
        self.fixed_headers = {
            **HEADERS,
            **({"Strict-Transport-Security": "max-age=31536000"} if secure else {}),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request=request_id):
            state["csp_nonce"] = nonce = secrets.token_urlsafe(16)

            async def send_with_headers(message: Message) -> None:
                if message["type"] in ("http.response.start", "websocket.http.response.start"):
                    headers = MutableHeaders(scope=message)
                    headers.update(self.fixed_headers)
                    headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.format(nonce=nonce)
                    headers["X-Request-ID"] = request_id
                    headers.setdefault("Cache-Control", "no-store")
                await send(message)

            problem = self.hosts.problem(scope)
            if scope["type"] != "http":
                app = early_refusal(scope, *problem) if problem else self.inner
                await app(self.hosts.with_own_host(scope), receive, send_with_headers)
                return
            refusal = self.rate_limit_refusal(scope) or (
                early_refusal(scope, *problem) if problem else self.refusal(scope)
            )
            scope = self.hosts.with_own_host(scope)
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}  # the server leaves the body out
            await (refusal or self.app)(scope, receive, send_with_headers)

    def rate_limit_refusal(self, scope: Scope) -> Response | None:
        """The response to a client that asks too often, before anything is looked up.

        It closes the connection; new connections have a limit of their own.
        """
        try:
            self.limits.take(
                "file" if scope["path"].startswith("/static/") else "page",
                source_of(scope, self.known),
            )
        except RateLimited as error:
            seconds = max(1, round(error.seconds))
            refusal = early_refusal(scope, 429, f"Too many requests; try again in {seconds} s.")
            refusal.headers.update({"Retry-After": str(seconds), "Connection": "close"})
            return refusal
        return None

    def refusal(self, scope: Scope) -> Response | None:
        """The response to a request that goes no further, or None."""
        headers = Headers(scope=scope)
        if "\x00" in scope["path"] or b"%00" in scope["query_string"]:
            return early_refusal(
                scope, 400, "This address contains a character that we don’t use. Check the link."
            )
        if scope["method"] in SAFE_METHODS:
            return None
        if not self.same_site(headers, scope):
            if self.origin.is_plain_http(scope):
                return early_refusal(
                    scope,
                    403,
                    f"This server is set up for https, and you came by http, so nothing was done. "
                    f"Open {self.origin.public} instead.",
                )
            return early_refusal(
                scope,
                403,
                "This request came from another site, so nothing was done. "
                "Open our own page and try again.",
            )
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > BODY_LIMIT:
            return early_refusal(scope, 413, "This request is too large.")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["path"].startswith("/api/") and kind != "application/json":
            return early_refusal(scope, 415, "This address takes application/json only.")
        return None

    def same_site(self, headers: Headers, scope: Scope) -> bool:
        """Browsers send Sec-Fetch-Site, or only Origin on plain http."""
        site = headers.getlist("sec-fetch-site")
        return (
            all(value in ("same-origin", "none") for value in site)
            if site
            else self.origin.is_claimed_by(scope)
        )


def early_refusal(scope: Scope, status: int, sentence: str) -> Response:
    """A refusal below the application: JSON for programs, else plain text."""
    if wants_json(scope["path"], Headers(scope=scope).getlist("accept")):
        return JSONResponse({"error": sentence}, status)
    return PlainTextResponse(sentence, status)


def wants_json(path: str, accept: Iterable[str]) -> bool:
    """True if an error should be JSON: under /api/, or if JSON is accepted and HTML is not."""
    wanted = ",".join(accept)
    return path.startswith("/api/") or ("application/json" in wanted and "text/html" not in wanted)


class ReadOnlyGate:
    """The layer that refuses forms while the disk is full."""

    def __init__(self, app: ASGIApp, disk: DiskSpace) -> None:
        self.app = app
        self.disk = disk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.disk.full and scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            refusal = early_refusal(scope, 503, DISK_FULL)
            refusal.headers["Retry-After"] = RETRY_AFTER
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)
