"""Your matches, newest first."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store import matches
from app.web.context.request_context import Here

router = APIRouter()


@router.get("/history", response_class=HTMLResponse, include_in_schema=False)
async def history(here: Here, page: int = 1) -> Response:
    """Template history.html. Context: matches (store.base.Page of store.matches.MatchSummary; `match.of(me.id)` is my place)."""
    if here.account is None:
        return here.go("/login?next=/history")
    async with here.house.db.sessions.begin() as db:
        found = await matches.history_of(db, here.account.id, page)
    return here.page("history.html", matches=found)
