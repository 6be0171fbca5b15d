"""For those who watch over the house: whether it lives, whether it can take visitors, and its numbers."""

from ipaddress import ip_address
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.answers import json
from app.web.house import house_of

router = APIRouter(tags=["operations"])


@router.get("/healthz", summary="The process lives")
async def healthz() -> Response:
    return json({"status": "alive"})


@router.get("/readyz", summary="Visitors may be sent here")
async def readyz(request: Request) -> Response:
    """503 with the reason while the database is away, unsafe or not migrated, or the house is closing."""
    why = await house_of(request).unready()
    return json({"status": "ready"}) if why is None else json({"status": "not ready", "why": why}, 503)


@router.get("/metrics", summary="Numbers for Prometheus")
async def metrics(request: Request, x_forwarded_for: Annotated[str | None, Header()] = None) -> Response:
    """For this machine only: asked from elsewhere, or through a proxy, it is not there."""
    if x_forwarded_for is not None or not is_loopback(request.client.host if request.client else ""):
        raise HTTPException(404)
    return Response(house_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
