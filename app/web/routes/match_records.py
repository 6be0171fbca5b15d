"""The record of a match beside its steps: shuffles, transcript, explained cards."""

from collections.abc import Iterator
from datetime import UTC

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.game import View
from app.rules.replay import Shuffled
from app.web.context.match_access import (
    MatchAccess,
    audit_look,
    load_record,
    load_replay,
    match_access,
    requested_replay,
)
from app.web.context.request_context import Context
from app.web.rendering.responses import json_response
from app.web.rendering.templating import number, utc_time
from app.web.replay.replay_cache import Replay
from app.web.replay.shuffle_reveal import revealed_shuffles

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


@router.get("/api/matches/{match}/transcript", summary="The transcript of a match")
async def transcript(context: Context, match: str) -> Response:
    """`text/plain`: what everybody at the table saw, and no hand that was not shown there."""
    context.limit("api")
    access = await match_access(context, match)
    if not access.over:
        raise HTTPException(403, "The transcript is ready once the match is over.")
    replay = await load_replay(context, access)
    await audit_look(context, access)
    named = f'attachment; filename="{access.game.slug}-{access.summary.id}.txt"'
    return Response(
        "\n".join((*heading(access), *event_lines(replay), "")),
        media_type="text/plain",
        headers={"Content-Disposition": named},
    )


def heading(access: MatchAccess) -> Iterator[str]:
    """The players and their results, best first."""
    summary = access.summary
    yield f"{access.game.title}, {utc_time(summary.started)}"
    if summary.void_reason or summary.stop_reason:
        yield f"{summary.state.capitalize()}: {summary.void_reason or summary.stop_reason}"
    yield ""
    for place in sorted(
        summary.places, key=lambda place: (place.finish is None, place.finish, place.seat)
    ):
        finish = "–" if place.finish is None else f"{place.finish}."
        bot = f", a {place.bot} bot" if place.bot else ""
        yield f"{finish} {place.name}{bot}: {number(place.points)} {access.game.points_name}"


def event_lines(replay: Replay) -> Iterator[str]:
    """The event lines with their times (UTC), and an empty line at each shuffle."""
    names = replay.names
    for line, state in zip(replay.entries, replay.states, strict=True):
        if isinstance(line.entry, Shuffled):
            yield ""
        for event in state.events:
            sentence = replay.game.say_event(state.public, event, names)
            yield f"{line.at.astimezone(UTC):%H:%M:%S}  {sentence}"


@router.get("/api/matches/{match}/card", summary="What a card of a match does")
async def explained_card(
    context: Context, match: str, card: str = "", step: int = 0, seat: str = "public"
) -> Response:
    """`{card, does}`, by what everybody saw at that step. `does`: null for an unknown card.

    `seat` and `step` are as in the steps of the match. Nobody is asked in a replay, so nothing is
    said of a hand.
    """
    context.limit("api")
    access, seats, replay = await requested_replay(context, match, seat)
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
