"""The leaderboard of a game."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.results import leaderboard
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/leaderboard/{slug}", response_class=HTMLResponse, include_in_schema=False)
async def show_leaderboard(context: Context, slug: str, by: str = "salary") -> Response:
    """Template leaderboard.html.

    Context: game (rules.Game), by, orders (all that `by` may be: salary, rating, won, best,
    deals), rows (the store's, best first).
    """
    game = context.services.games.get(slug)
    if game is None:
        raise HTTPException(404)
    async with context.services.db.sessions.begin() as db:
        rows = await leaderboard.top_accounts(db, slug, by)
    return context.page(
        "leaderboard.html",
        game=game,
        by=by if by in leaderboard.ORDERS else "salary",
        orders=leaderboard.ORDERS,
        rows=rows,
    )
