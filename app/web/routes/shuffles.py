"""The shuffles of a match that is over: what was promised, who took part, and the house's secret where the rules let it be known."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.web.context.request_context import Context
from app.web.rendering.responses import json
from app.web.replay.shuffle_reveal import opened
from app.web.routes.matches import fold_of, record_of, seen_by, write_down_look

router = APIRouter(tags=["matches"])


@router.get(
    "/api/matches/{match}/shuffles",
    summary="How the shuffles of a match that is over can be checked",
)
async def shuffles(context: Context, match: str) -> Response:
    """`{match, game, shuffles: [{ply, number, attempt, version, n, commitment, seals, openings, refused, root, things, secret, order}]}`.

    `secret` and `order` are null where the game's rules keep cards secret for good. See docs/fair-shuffle.md.
    """
    context.limit("api")
    seen = await seen_by(context, match)
    if not seen.over:
        raise HTTPException(403, "The shuffles are opened once the match is over.")
    await write_down_look(context, seen)
    record = await record_of(context, seen)
    return json(
        {
            "match": match,
            "game": seen.game.slug,
            "shuffles": list(opened(seen.game, record, await fold_of(context, seen))),
        }
    )
