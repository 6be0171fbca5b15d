"""A match that is over as a page of plain text: who played, what came of it, and every sentence that the table was told."""

from collections.abc import Iterator
from datetime import UTC

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.replay import Shuffled
from app.web.context.request_context import Context
from app.web.rendering.templating import figure, moment
from app.web.replay.replay_cache import Replay
from app.web.routes.matches import Seen, fold_of, seen_by, write_down_look

router = APIRouter(tags=["matches"])


@router.get("/api/matches/{match}/told", summary="A match that is over, in sentences")
async def told(context: Context, match: str) -> Response:
    """`text/plain`: what everybody at the table saw, and no hand that was not shown there. Also where a game's cards stay secret."""
    context.limit("api")
    seen = await seen_by(context, match)
    if not seen.over:
        raise HTTPException(403, "A match is told once it is over.")
    fold = await fold_of(context, seen)
    await write_down_look(context, seen)
    named = f'attachment; filename="{seen.game.slug}-{seen.summary.id}.txt"'
    return Response(
        "\n".join((*heading(seen), *story(fold), "")),
        media_type="text/plain",
        headers={"Content-Disposition": named},
    )


def heading(seen: Seen) -> Iterator[str]:
    """Who played, best first, and what came of it."""
    summary = seen.summary
    yield f"{seen.game.title}, {moment(summary.started)}"
    if summary.void_reason or summary.stop_reason:
        yield f"{summary.state.capitalize()}: {summary.void_reason or summary.stop_reason}"
    yield ""
    for place in sorted(
        summary.places, key=lambda place: (place.finish is None, place.finish, place.seat)
    ):
        finish = "–" if place.finish is None else f"{place.finish}."
        bot = f", a {place.bot} bot" if place.bot else ""
        yield f"{finish} {place.name}{bot}: {figure(place.points)} {seen.game.points_name}"


def story(fold: Replay) -> Iterator[str]:
    """The table's sentences with their times (UTC); an empty line where cards were shuffled."""
    names = fold.names
    for line, state in zip(fold.written, fold.states, strict=True):
        if isinstance(line.entry, Shuffled):
            yield ""
        for event in state.events:
            yield f"{line.at.astimezone(UTC):%H:%M:%S}  {fold.game.say_event(state.public, event, names)}"
