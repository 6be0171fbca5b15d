"""The record of a match beside its steps: shuffles, transcript, explained cards."""

from collections.abc import Iterator

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.web.context.match_access import (
    MatchAccess,
    answer_from_record,
    audit_look,
    match_access,
)
from app.web.context.request_context import Context
from app.web.rendering.responses import streamed
from app.web.rendering.templating import number, utc_time

router = APIRouter(tags=["matches"])


@router.get(
    "/api/matches/{match}/shuffles",
    summary="Proofs of the shuffles of a match",
)
async def shuffles(context: Context, match: str) -> Response:
    """`{match, game, promise, secret, shuffles: […]}`, once the match is over.

    See docs/fair-shuffle.md. A shuffle is `{ply, number, attempt, version, n, codes, hidden_codes,
    plan, names, roots, seals, openings, refused, head, ask, chosen, order}`. `secret` and `order`
    are null, and hidden codes empty, if the rules keep cards secret for good.
    """
    context.limit("api")
    access = await match_access(context, match)
    if not access.over:
        raise HTTPException(403, "The shuffles are revealed once the match is over.")
    told = await answer_from_record(context, access, "shuffles")
    await audit_look(context, access)
    return streamed(told, "application/json")


@router.get("/api/matches/{match}/transcript", summary="The transcript of a match")
async def transcript(context: Context, match: str) -> Response:
    """`text/plain`: what everybody at the table saw, and no hand that was not shown there."""
    context.limit("api")
    access = await match_access(context, match)
    if not access.over:
        raise HTTPException(403, "The transcript is ready once the match is over.")
    told = await answer_from_record(context, access, "transcript", text="\n".join(heading(access)))
    await audit_look(context, access)
    return streamed(told, "text/plain", f"{access.game.slug}-{access.summary.id}.txt")


def heading(access: MatchAccess) -> Iterator[str]:
    """The players and their results, best first."""
    summary = access.summary
    yield f"{access.game.title}, {utc_time(summary.started)}"
    if summary.void_reason or summary.stop_reason:
        yield f"{summary.state.capitalize()}: {summary.void_reason or summary.why_stopped}"
    yield ""
    for place in sorted(
        summary.places, key=lambda place: (place.finish is None, place.finish, place.seat)
    ):
        finish = "–" if place.finish is None else f"{place.finish}."
        bot = f", a {place.bot} bot" if place.bot else ""
        yield f"{finish} {place.name}{bot}: {number(place.points)} {access.game.points_name}"


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
    told = await answer_from_record(context, access, "card", seat, start=step, card=card)
    if not told:
        raise HTTPException(422, "This match has no such step.")
    return streamed(told, "application/json")
