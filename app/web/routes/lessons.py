"""Lessons: a guided first hand of a game, at a table of the learner's own."""

from typing import Annotated, Final

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.game import AnyGame
from app.rules.guided import Line, guided
from app.rules.lessons import OVER
from app.store.people.names import BadName, NameTaken
from app.table.model.errors import TooMuch
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Context
from app.web.routes.home import NO_GAME, home_page

router = APIRouter()
NO_LESSON: Final = "{} has no lesson yet. Read its rules, or play a hand with bots."


@router.post(
    "/lessons",
    tags=["rooms"],
    summary="Learn a game by playing",
    response_class=HTMLResponse,
    status_code=303,
)
async def learn(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """A table of your own for the lesson of the game, which nothing counts."""
    context.limit("room")
    values = {"name": name, "game": game}
    wanted = context.services.games.get(game)
    if wanted is None or wanted.lesson is None:
        why = NO_GAME if wanted is None else NO_LESSON.format(wanted.title)
        return await home_page(context, 422, values, {"form": why})
    try:
        person = await context.take_name(name)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    try:
        room = context.services.lessons.create(person, game, context.network)
    except TooMuch as error:
        return await home_page(context, STATUS[error.code], values, {"form": error.sentence})
    return context.redirect(f"/table/{room}#deal")


@router.get("/lessons/{slug}", response_class=HTMLResponse, include_in_schema=False)
async def lesson_link(context: Context, slug: str) -> Response:
    """A link to the lesson of a game: the page of its rules, where the lesson begins."""
    game = context.services.games.get(slug)
    if game is None:
        raise HTTPException(404)
    if game.lesson is None:
        raise HTTPException(404, NO_LESSON.format(game.title))
    return context.redirect(f"/rules/{slug}#learn")


def lesson_shown(game: AnyGame) -> dict[str, object]:
    """The lesson as a page gets it: its steps by the keys of their prompts, and its end."""
    line: Line = guided(game).line  # type: ignore[attr-defined]  # every guided game has it
    steps = [
        {"key": shown.key, "say": shown.step.say, "point": shown.step.point} for shown in line.steps
    ]
    return {"address": "/lessons", "steps": steps, "over": OVER, "end": line.lesson.end}
