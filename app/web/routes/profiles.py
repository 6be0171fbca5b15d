"""The pages of results: a person's, the visitor's own matches, and the leaderboard of a game."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.store.matches import summaries
from app.store.people import accounts
from app.store.results import leaderboard, profiles
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
