"""For those who watch over the house: whether it lives, whether it can take visitors, its numbers, and whom to tell of a hole."""

from datetime import timedelta
from ipaddress import ip_address
from typing import Annotated, Final

from fastapi import APIRouter, Header
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.context.services import services_of
from app.web.rendering.responses import json_response

router = APIRouter(tags=["operations"])
SECURITY_TXT_LIFETIME: Final = timedelta(days=180)
"""How long a copy of security.txt may be believed."""


@router.get("/healthz", summary="The process lives")
async def healthz() -> Response:
    return json_response({"status": "alive"})


@router.get(
    "/readyz",
    summary="Visitors may be sent here",
    responses={503: {"description": "Not now, and why.", "content": {"application/json": {}}}},
)
async def readyz(request: Request) -> Response:
    """503 with the reason while the database is away, unsafe or not migrated, or the house is closing."""
    why = await services_of(request).why_not_ready()
    return (
        json_response({"status": "ready"})
        if why is None
        else json_response({"status": "not ready", "why": why}, 503)
    )


@router.get(
    "/metrics",
    summary="Numbers for Prometheus",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(
    request: Request, x_forwarded_for: Annotated[str | None, Header()] = None
) -> Response:
    """For this machine only: asked from elsewhere, or through a proxy, it is not there."""
    if x_forwarded_for is not None or not is_loopback(
        request.client.host if request.client else ""
    ):
        raise HTTPException(404)
    return Response(
        services_of(request).metrics.as_text(),
        media_type="text/plain; version=0.0.4; charset=utf-8",
    )


@router.get("/.well-known/security.txt", include_in_schema=False)
async def security_txt(request: Request) -> Response:
    """RFC 9116. Raises HTTPException 404 where nobody has said whom to write to."""
    contact = request.app.state.settings.security_contact
    if contact is None:
        raise HTTPException(404)
    ends = services_of(request).clock.now() + SECURITY_TXT_LIFETIME
    text = f"Contact: {contact}\nExpires: {ends:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n"
    return Response(text, media_type="text/plain; charset=utf-8")


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
