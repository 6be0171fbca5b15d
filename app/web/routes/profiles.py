"""A person's page: matches, ranks, salaries, streaks and ratings."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.people import accounts
from app.store.results import profiles
from app.web.context.request_context import Context

router = APIRouter()


@router.get("/people/{person}", response_class=HTMLResponse, include_in_schema=False)
async def profile(context: Context, person: str) -> Response:
    """Template people/profile.html. Context: person (Account), mine (bool),
    records (list of pairs: rules.Game, store.results.profiles.GameRecord)."""
    async with context.services.db.sessions.begin() as db:
        found = await accounts.by_id(db, person)
        if found is None or found.kind == "gone":
            raise HTTPException(404, "There is no such person, or the account was deleted.")
        played = await profiles.game_records(db, person)
    games = context.services.games
    known = [(games[each.game], each) for each in played if each.game in games]
    return context.page(
        "people/profile.html",
        person=found,
        records=known,
        mine=context.account is not None and context.account.id == person,
    )
