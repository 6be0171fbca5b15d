"""Look back: a person's own decisions of a match that is over, judged, told while it is done."""

from collections.abc import AsyncIterator, Sequence

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from app.rules.game import Seat
from app.store.matches import answers
from app.web.context.match_access import (
    CARDS_STAY_HIDDEN,
    MatchAccess,
    answer_from_record,
    audit_look,
    match_access,
    requested_seats,
)
from app.web.context.request_context import Context
from app.web.replay.decisions import DecisionShown
from app.web.replay.look_backs import LookBackFailed, LookBacks, read_answers

router = APIRouter(tags=["matches"])

MAX_ANSWERS = 1000
"""Answers of one seat that are looked at: the latest."""


@router.post("/api/matches/{match}/look-back", summary="Look back at a match")
async def look_back(context: Context, match: str, seat: str = "") -> Response:
    """JSON lines: `progress` while it is under way, at last `found` or `failed`.

    `seat` is one's own, or a bot's in a game that opens all hands after a match. `found` has
    `moments`: at most three decisions, each with the other move, the `gain` in hundredths of what a
    hand can bring, its `margin`, and the number of imagined `deals`. Nothing is kept.
    """
    context.limit("look-back")
    access = await match_access(context, match)
    me, look_backs = context.member_or_guest.id, context.services.look_backs
    if not access.over:
        raise HTTPException(403, "You can look back once the match is over.")
    look_backs.check(me)
    looked_at = seat_looked_at(access, seat)
    bot = access.summary.places[looked_at].bot is not None
    if access.why_not_replayable is not None:
        raise HTTPException(409, access.why_not_replayable)
    async with context.services.db.sessions.begin() as db:
        plies = await answers.plies(db, access.summary.id, looked_at, by_person=not bot)
    told = await answer_from_record(context, access, "decisions", seat, plies=plies[-MAX_ANSWERS:])
    await audit_look(context, access)
    lines = lines_of(look_backs, me, access, seat, read_answers(told))
    return StreamingResponse(
        lines, media_type="application/jsonl", headers={"X-Accel-Buffering": "no"}
    )


def seat_looked_at(access: MatchAccess, seat: str) -> Seat:
    """One's own seat, or a bot's where all hands are open. Raises HTTPException 403 or 422."""
    if not seat.isdecimal():
        raise HTTPException(422, "This match has no such seat.")
    (found,) = requested_seats(access, seat)
    if found not in access.own_seats:
        if access.summary.places[found].bot is None:
            raise HTTPException(403, "You can look back at your own answers, or at a bot’s.")
        if not access.game.reveals_after_match:
            raise HTTPException(403, CARDS_STAY_HIDDEN)
    return found


async def lines_of(
    look_backs: LookBacks,
    person: str,
    access: MatchAccess,
    seat: str,
    decisions: Sequence[DecisionShown],
) -> AsyncIterator[bytes]:
    """The answer, line by line. What comes up once it has begun is told in its last line."""
    seed = f"{access.summary.id} {seat}"
    try:
        async with look_backs.place(person):
            async for line in look_backs.look(access.game.slug, decisions, seed):
                yield msgspec.json.encode(line) + b"\n"
    except HTTPException as refused:
        yield msgspec.json.encode(LookBackFailed(refused.detail)) + b"\n"
