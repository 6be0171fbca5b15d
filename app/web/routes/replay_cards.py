"""The cards of a replay, explained: what each does, and not if it may be played."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.game import View
from app.web.context.request_context import Context
from app.web.rendering.responses import json_response
from app.web.routes.matches import load_replay, match_access, requested_seats

router = APIRouter(tags=["matches"])


@router.get("/api/matches/{match}/card", summary="What a card of a match does")
async def explained_card(
    context: Context, match: str, card: str = "", step: int = 0, seat: str = "public"
) -> Response:
    """`{card, does}`, by what everybody saw at that step. `does`: null for an unknown card.

    `seat` and `step` are as in the steps of the match. Nobody is asked in a replay, so nothing is
    said of a hand.
    """
    context.limit("api")
    access = await match_access(context, match)
    seats = requested_seats(access, seat)
    replay = await load_replay(context, access)
    shown = (
        range(len(replay.states))
        if access.open
        else replay.plies_seen_by(seats[0] if seats else None)
    )
    if not 0 <= step < len(shown):
        raise HTTPException(422, "This match has no such step.")
    public = replay.states[shown[step]].public
    text = access.game.say_card(View(None, public, None), card, replay.names)
    return json_response({"card": card, "does": None if text is None else text.does})
