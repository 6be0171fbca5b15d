"""The options of a game, for room pages whose room goes over to another game."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.web.context.request_context import Context
from app.web.rendering.options_form import GameOptions, game_options
from app.web.rendering.responses import described_as, json_response

router = APIRouter(tags=["rooms"])


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
