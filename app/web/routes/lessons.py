"""Lessons: guided hands of a game, at a table of the learner's own."""

from typing import Annotated, Final

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.rules.game import AnyGame
from app.rules.guided import Line, guided
from app.rules.lessons import OVER, Lesson
from app.store.people import accounts
from app.store.people.names import BadName, NameTaken
from app.table.model.errors import TooMuch
from app.web.context.error_responses import STATUS
from app.web.context.request_context import Context
from app.web.routes.home import home_page, why_not

router = APIRouter()
NO_SUCH_LESSON: Final = "{} has no such lesson. Its rules page lists those that it has."
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
    lesson: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """A table of your own for a lesson of the game, which nothing counts.

    `lesson`: its id; the first one if it is left out.
    """
    context.limit("room")
    values = {"name": name, "game": game}
    if (closed := why_not(context, game)) is not None:
        return await home_page(context, closed[0], values, {"form": closed[1]})
    wanted = context.services.games[game]
    if not wanted.lessons:
        why = NO_LESSON.format(wanted.title)
        return await home_page(context, 422, values, {"form": why})
    ids = [one.id for one in wanted.lessons]
    if lesson and lesson not in ids:
        why = NO_SUCH_LESSON.format(wanted.title)
        return await home_page(context, 422, values, {"form": why})
    number = ids.index(lesson) if lesson else 0
    try:
        person = await context.take_name(name)
    except (BadName, NameTaken) as error:
        return await home_page(context, 422, values, {"name": str(error)})
    try:
        room = context.services.lessons.create(person, game, context.network, number)
    except TooMuch as error:
        return await home_page(context, STATUS[error.code], values, {"form": error.sentence})
    return context.redirect(f"/table/{room}#deal")


@router.post(
    "/lessons/learned", tags=["rooms"], summary="Keep a lesson as learned", status_code=204
)
async def learned(
    context: Context,
    game: Annotated[str, Form(max_length=40)],
    lesson: Annotated[str, Form(max_length=40)],
) -> None:
    """Said by the page once its lesson is over. It is kept with the account, a guest's too."""
    account = context.member_or_guest
    context.limit("api")
    wanted = context.services.games.get(game)
    if wanted is None or lesson not in [one.id for one in wanted.lessons]:
        raise HTTPException(404)
    async with context.services.db.sessions.begin() as db:
        await accounts.note_learned(db, account.id, f"{game}/{lesson}")


async def path_of(context: Context, game: AnyGame) -> list[tuple[Lesson, str]]:
    """The game's lessons in their order, each "done", "next" or "later" for this person."""
    known: tuple[str, ...] = ()
    if context.account is not None and game.lessons:
        async with context.services.db.sessions.begin() as db:
            known = await accounts.learned(db, context.account.id)
    path, after = [], "next"
    for lesson in game.lessons:
        if f"{game.slug}/{lesson.id}" in known:
            path.append((lesson, "done"))
        else:
            path.append((lesson, after))
            after = "later"
    return path


def lesson_shown(game: AnyGame, number: int) -> dict[str, object]:
    """The lesson as a page gets it: its steps by the keys of their prompts, and its end.

    `next`: the lesson that follows, or None.
    """
    line: Line = guided(game, number).line  # type: ignore[attr-defined]  # every guided game has it
    lesson, after = line.lesson, game.lessons[number + 1 :]
    steps = [
        {
            "key": shown.key,
            "say": shown.step.say,
            "point": shown.step.point,
            "find": shown.step.find,
        }
        for shown in line.steps
    ]
    return {
        "address": "/lessons",
        "id": lesson.id,
        "title": lesson.title,
        "next": {"id": after[0].id, "title": after[0].title} if after else None,
        "steps": steps,
        "over": OVER,
        "end": lesson.end,
    }
