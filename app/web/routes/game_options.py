"""The options of a game for room pages: all that there are, and those that a person has used."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.codec import read_options, to_json
from app.rules.game import AnyGame
from app.store.matches import summaries
from app.store.matches.summaries import MatchSummary
from app.table.model.notation import to_milliseconds
from app.web.context.request_context import Context
from app.web.rendering.options_form import GameOptions, game_options, options_shown
from app.web.rendering.responses import described_as, json_response

router = APIRouter(tags=["rooms"])
MAX_ENTRIES: Final = 5


@router.get(
    "/api/games/{slug}/options",
    summary="The options of a game",
    responses=described_as(GameOptions),
)
async def options(context: Context, slug: str) -> Response:
    """Each option with its JSON schema, their headings, and the presets. For `set-options`."""
    context.limit("api")
    game = context.services.games.get(slug)
    if game is None:
        raise HTTPException(404, "There is no such game.")
    return json_response(game_options(game))


class PreviousOptions(msgspec.Struct, frozen=True):
    """Options of an earlier match that differ from the game's defaults."""

    at: int
    """The latest start of such a match, in milliseconds since 1970."""
    people: tuple[str, ...]
    """Names of the other people in it."""
    changed: tuple[str, ...]
    """Titles of the options that differ from the defaults."""
    options: dict[str, Any]


class PreviousOptionsList(msgspec.Struct, frozen=True):
    rules: list[PreviousOptions]
    """Latest first."""


@router.get(
    "/api/previous-options/{slug}",
    summary="Options that you have played with",
    responses=described_as(PreviousOptionsList),
)
async def previous_options(context: Context, slug: str) -> Response:
    """Custom options of your latest matches, at most 5, each once. For `set-options`."""
    context.limit("api")
    me, game = context.member_or_guest, context.services.games.get(slug)
    if game is None:
        raise HTTPException(404, "There is no such game.")
    async with context.services.db.sessions.begin() as db:
        played = await summaries.latest_of_game(db, me.id, slug)
    return json_response(PreviousOptionsList(custom_options(game, me.id, played)))


def custom_options(game: AnyGame, me: str, played: Iterable[MatchSummary]) -> list[PreviousOptions]:
    """`played`: newest first. Options that the game no longer has are left out."""
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
        found.append(PreviousOptions(to_milliseconds(match.started), tuple(others), changed, kept))
        if len(found) == MAX_ENTRIES:
            break
    return found
