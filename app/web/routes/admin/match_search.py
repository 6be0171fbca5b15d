"""Administration: the search for matches."""

from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.store.admin import match_search
from app.store.matches.rows import MatchState
from app.web.routes.admin.access import Staff

router = APIRouter(prefix="/admin/matches", include_in_schema=False)
STATES = tuple(MatchState)


@router.get("", response_class=HTMLResponse)
async def search(
    context: Staff,
    player: str = "",
    code: str = "",
    game: str = "",
    since: str = "",
    until: str = "",
    state: str = "",
    won: bool = False,
    reported: bool = False,
    page: int = 1,
) -> Response:
    """Template admin/matches.html.

    Context: matches (Page of MatchSummary), wanted (the filters as asked, by their names here),
    states (all states), errors: {"since" | "until": sentence}, query (the filters as a query
    string, for links to pages).
    """
    wanted = {
        "player": player,
        "code": code,
        "game": game,
        "since": since,
        "until": until,
        "state": state,
    }
    wanted |= {
        name: "true" if is_wanted else ""
        for name, is_wanted in (("won", won), ("reported", reported))
    }
    first, last = parse_day(since), parse_day(until)
    errors = {
        name: "Enter a date like 2030-12-31."
        for name, text, day in (("since", since, first), ("until", until, last))
        if text and not day
    }
    async with context.services.db.sessions.begin() as db:
        found = await match_search.search(
            db,
            player=player.strip()[:100] or None,
            code=code.strip().upper()[:20] or None,
            game=game if game in context.services.games else None,
            since=None if first is None else datetime.combine(first, time(), UTC),
            until=None if last is None else datetime.combine(last, time(), UTC) + timedelta(days=1),
            state=state if state in STATES else None,
            won=won,
            reported=reported,
            page=page,
        )
    query = urlencode({name: value for name, value in wanted.items() if value})
    return context.page(
        "admin/matches.html",
        422 if errors else 200,
        matches=found,
        wanted=wanted,
        states=STATES,
        errors=errors,
        query=query,
    )


def parse_day(text: str) -> date | None:
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
    return day if date(1970, 1, 1) <= day <= date(9000, 1, 1) else None
