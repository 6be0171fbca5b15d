"""The visitor's own matches, newest first."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.matches import summaries
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/history", response_class=HTMLResponse, include_in_schema=False)
async def history(context: Context, page: int = 1) -> Response:
    """Template history.html.

    Context: matches (Page of store.matches.summaries.MatchSummary; `match.of(me.id)` is the own
    place).
    """
    if context.account is None:
        return context.redirect("/login?next=/history")
    async with context.services.db.sessions.begin() as db:
        found = await summaries.history_of(db, context.account.id, page)
    return context.page("history.html", matches=found)
