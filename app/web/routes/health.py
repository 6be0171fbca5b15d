"""For operators: liveness, readiness, metrics and security.txt."""

from datetime import timedelta
from hmac import compare_digest
from typing import Annotated, Final

from fastapi import APIRouter, Header
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.context.services import services_of
from app.web.rendering.responses import json_response
from app.web.server.hosts import is_loopback

NEEDS_BEARER: Final = "Send the operator's token: Authorization: Bearer TOKEN."
router = APIRouter(tags=["operations"])
SECURITY_TXT_LIFETIME: Final = timedelta(days=180)
"""The validity of a copy of security.txt."""


@router.get("/healthz", summary="The process lives")
async def healthz(request: Request, start: str | None = None) -> Response:
    """With `start`, a 404 unless it is the id of this process's start."""
    if start not in (None, request.app.state.start_id):
        raise HTTPException(404)
    return json_response({"status": "alive"})


@router.get(
    "/readyz",
    summary="Visitors may be sent here",
    responses={503: {"description": "Not now, and why.", "content": {"application/json": {}}}},
)
async def readyz(request: Request) -> Response:
    """503 with the reason while the database or the server cannot take visitors.

    "degraded", with the reason, while visitors are welcome and work in the background fails.
    """
    services = services_of(request)
    if why := await services.why_not_ready():
        return json_response({"status": "not ready", "why": why}, 503)
    if why := services.background.troubles():
        return json_response({"status": "degraded", "why": why})
    return json_response({"status": "ready"})


@router.get(
    "/metrics",
    summary="Numbers for Prometheus",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(
    request: Request, x_forwarded_for: Annotated[str | None, Header()] = None
) -> Response:
    """For this machine, and elsewhere for clients with the operator's token; else 404."""
    token: str | None = request.app.state.settings.metrics_token
    local = x_forwarded_for is None and is_loopback(request.client.host if request.client else "")
    if not local and not carries_token(request, token):
        headers = {"WWW-Authenticate": "Bearer"}
        raise HTTPException(404) if token is None else HTTPException(401, NEEDS_BEARER, headers)
    return Response(
        services_of(request).metrics.as_text(),
        media_type="text/plain; version=0.0.4; charset=utf-8",
    )


@router.get("/.well-known/security.txt", include_in_schema=False)
async def security_txt(request: Request) -> Response:
    """RFC 9116. Raises HTTPException 404 without the setting `security_contact`."""
    contact = request.app.state.settings.security_contact
    if contact is None:
        raise HTTPException(404)
    ends = services_of(request).clock.now() + SECURITY_TXT_LIFETIME
    text = f"Contact: {contact}\nExpires: {ends:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n"
    return Response(text, media_type="text/plain; charset=utf-8")


def carries_token(request: Request, token: str | None) -> bool:
    """True for exactly one Authorization header with this token; compared in constant time."""
    given = request.headers.getlist("authorization")
    if token is None or len(given) != 1:
        return False
    scheme, _, written = given[0].partition(" ")
    return scheme.lower() == "bearer" and compare_digest(written.strip().encode(), token.encode())
