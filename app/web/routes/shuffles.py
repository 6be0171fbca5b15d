"""The shuffles of a match that is over: promise, parts, and secrets if the rules allow."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.web.context.request_context import Context
from app.web.rendering.responses import json_response
from app.web.replay.shuffle_reveal import revealed_shuffles
from app.web.routes.matches import audit_look, load_record, load_replay, match_access

router = APIRouter(tags=["matches"])


@router.get(
    "/api/matches/{match}/shuffles",
    summary="Proofs of the shuffles of a match",
)
async def shuffles(context: Context, match: str) -> Response:
    """`{match, game, promise, secret, shuffles: […]}`, once the match is over.

    See docs/fair-shuffle.md. A shuffle is `{ply, number, attempt, version, restarted, n, codes,
    hidden_codes, plan, names, roots, seals, openings, refused, head, ask, chosen, order}`. `secret`
    and `order` are null, and hidden codes empty, if the rules keep cards secret for good.
    """
    context.limit("api")
    access = await match_access(context, match)
    if not access.over:
        raise HTTPException(403, "The shuffles are revealed once the match is over.")
    await audit_look(context, access)
    record = await load_record(context, access)
    return json_response(revealed_shuffles(access.game, record, await load_replay(context, access)))
