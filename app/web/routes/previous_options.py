"""The rules that somebody has played by before, so that a host need not set them again in a new room."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.codec import read_options, to_json
from app.rules.game import AnyGame
from app.store import matches
from app.store.matches import MatchSummary
from app.web.context.request_context import Context
from app.web.rendering.options_form import options_shown
from app.web.rendering.responses import described_as, json_response

router = APIRouter(tags=["rooms"])
MAX_ENTRIES: Final = 5


class PreviousOptions(msgspec.Struct, frozen=True):
    """How a game was played, where that was not the standard game."""

    at: int
    """When such a match last began: milliseconds since 1970."""
    people: tuple[str, ...]
    """Names of the others who played it, bots left out."""
    changed: tuple[str, ...]
    """Titles of the options that differ from the standard game."""
    options: dict[str, Any]


class PreviousOptionsList(msgspec.Struct, frozen=True):
    rules: list[PreviousOptions]
    """Latest first."""


@router.get(
    "/api/previous-options/{slug}",
    summary="The rules I have played this game by",
    responses=described_as(PreviousOptionsList),
)
async def previous_options(context: Context, slug: str) -> Response:
    """Of your latest matches of the game, at most 5 that were not the standard game, each once. For `set-options`."""
    context.limit("api")
    me, game = context.member_or_guest, context.services.games.get(slug)
    if game is None:
        raise HTTPException(404, "There is no such game here.")
    async with context.services.db.sessions.begin() as db:
        played = await matches.history_of(db, me.id, game=slug)
    return json_response(PreviousOptionsList(custom_options(game, me.id, played.items)))


def custom_options(game: AnyGame, me: str, played: Iterable[MatchSummary]) -> list[PreviousOptions]:
    """`played`: newest first. Options that the game does not know any more are left out."""
    found: list[PreviousOptions] = []
    for match in played:
        try:
            options = read_options(game, match.options)
        except msgspec.ValidationError:
            continue
        kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(to_json(options)))
        changed = tuple(option.title for option in options_shown(game, options) if option.changed)
        if not changed or any(kept == one.options for one in found):
            continue
        others = dict.fromkeys(
            place.name for place in match.places if place.bot is None and place.account_id != me
        )
        found.append(
            PreviousOptions(int(match.started.timestamp() * 1000), tuple(others), changed, kept)
        )
        if len(found) == MAX_ENTRIES:
            break
    return found
