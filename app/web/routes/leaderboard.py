"""The table of honour: who stands best in a game."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store import standings
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/honour/{slug}", response_class=HTMLResponse, include_in_schema=False)
async def honour(context: Context, slug: str, by: str = "salary") -> Response:
    """Template honour.html. Context: game (rules.Game), by,
    orders (all that `by` may be: salary, rating, won, best, deals), rows (store.standings.HonourRow, best first)."""
    game = context.services.games.get(slug)
    if game is None:
        raise HTTPException(404)
    async with context.services.db.sessions.begin() as db:
        rows = await standings.honour(db, slug, by)
    return context.page(
        "honour.html",
        game=game,
        by=by if by in standings.ORDERS else "salary",
        orders=standings.ORDERS,
        rows=rows,
    )
