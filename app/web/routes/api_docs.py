"""The page for those who write programs, and the description of the protocol."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.settings import ROOT
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/docs", response_class=HTMLResponse, include_in_schema=False)
async def docs(context: Context) -> Response:
    """Template docs.html."""
    return context.page("docs.html")


@router.get("/docs/protocol.md", include_in_schema=False)
async def protocol() -> Response:
    """The description of every message, from docs/."""
    return Response(
        (ROOT / "docs" / "protocol.md").read_bytes(), media_type="text/plain; charset=utf-8"
    )
