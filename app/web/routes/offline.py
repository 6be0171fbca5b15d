"""For the installed app: the page shown while the house is out of reach, and its worker."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response

from app.settings import ROOT
from app.web.context.request_context import Context

WORKER: Final = ROOT / "static/js/site/offline_worker.js"
router = APIRouter()


@router.get("/offline", response_class=HTMLResponse, include_in_schema=False)
async def offline(context: Context) -> Response:
    """Template offline.html; no context of its own. A browser keeps it for as long as it likes."""
    return context.page("offline.html")


@router.get("/offline-worker.js", include_in_schema=False)
async def worker() -> Response:
    """At the root, since a worker minds only the pages below its own address."""
    return FileResponse(WORKER, media_type="text/javascript")
