"""Fair deals: the explanation, the algorithm, and the program that checks a record."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.settings import ROOT
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/fair", response_class=HTMLResponse, include_in_schema=False)
async def fair(context: Context) -> Response:
    """Template fair.html; no context of its own."""
    return context.page("fair.html")


@router.get("/docs/fair-shuffle.md", include_in_schema=False)
async def recipe() -> Response:
    """The algorithm byte by byte, from docs/."""
    return text_file("docs/fair-shuffle.md")


@router.get("/fair/verify.py", include_in_schema=False)
async def program() -> Response:
    """The independent verifier, to be read in the browser or saved."""
    return text_file("examples/verify.py")


def text_file(path: str) -> Response:
    """Raises HTTPException 404 if this installation lacks the file."""
    file = ROOT / path
    if not file.is_file():
        raise HTTPException(404, "There is no such page. Check the address.")
    return Response(file.read_bytes(), media_type="text/plain; charset=utf-8")
