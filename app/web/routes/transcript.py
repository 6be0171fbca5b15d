"""The transcript of a match that is over: players, results and every event line."""

from collections.abc import Iterator
from datetime import UTC

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.replay import Shuffled
from app.web.context.request_context import Context
from app.web.rendering.templating import number, utc_time
from app.web.replay.replay_cache import Replay
from app.web.routes.matches import MatchAccess, audit_look, load_replay, match_access

router = APIRouter(tags=["matches"])


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
