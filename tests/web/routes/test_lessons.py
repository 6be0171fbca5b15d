"""Learn by playing: a table of one's own with fixed cards, which nothing counts."""

import html
import json
import re
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame
from app.rules.guided import Line, guided
from app.rules.lessons import OVER, LessonRefusal
from app.web.routes.lessons import NO_SUCH_LESSON
from tests.web.conftest import NewVisitor
from tests.web.visitors import TableConnection

SHELL = re.compile(r'<script type="application/json" id="table-page">(.*?)</script>', re.DOTALL)
WITH_LESSON = [game for game in GAMES if game.lessons]
every_lesson = pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, number, id=f"{game.slug}-{lesson.id}")
        for game in WITH_LESSON
        for number, lesson in enumerate(game.lessons)
    ],
)


def asked(frame: dict[str, Any], key: str) -> bool:
    """True where the frame has that question, or that offer."""
    if frame["prompt"] is not None and frame["prompt"]["key"] == key:
        return True
    return any(one["prompt"]["key"] == key for one in frame.get("more", ()))


def play_through(line: TableConnection, fixed: Line) -> dict[str, Any]:
    """Makes every step of the lesson; the last frame."""
    for shown in fixed.steps:
        line.find("frame", lambda frame, key=shown.key: asked(frame, key))  # type: ignore[misc]  # its key
        move = json.loads(json.dumps(to_json(shown.step.move)))
        assert line.ask("play", key=shown.key, move=move)["type"] == "done", shown.step.say
    return line.find("frame", lambda frame: bool(frame["prompt_text"] == OVER))


@every_lesson
def test_a_lesson_is_played_to_its_end_and_nothing_of_it_is_stored(
    visitor: NewVisitor, game: AnyGame, number: int, in_database: Any
) -> None:
    async def rows(db: AsyncSession) -> tuple[int, ...]:
        """Each entry belongs to a match; those of other tests' matches may still grow."""
        counted = [
            await db.scalar(text(f"select count(*) from {table}")) for table in ("rooms", "matches")
        ]
        return tuple(int(number or 0) for number in counted)

    before, somebody = in_database(rows), visitor()
    wanted = {"game": game.slug, "lesson": game.lessons[number].id, "name": "Learner"}
    answer = somebody.post("/lessons", wanted)
    assert answer.status_code == 303, answer.text
    path = str(answer.headers["location"])
    assert path.endswith("#deal"), "the page starts the lesson as it opens"
    room = path.removesuffix("#deal").rpartition("/")[2]
    found = SHELL.search(somebody.get(f"/table/{room}").text)
    assert found is not None
    shell = json.loads(html.unescape(found[1]))["lesson"]
    fixed: Line = guided(game, number).line  # type: ignore[attr-defined]  # guided games have it
    assert [one["key"] for one in shell["steps"]] == [shown.key for shown in fixed.steps]
    with somebody.connect(room) as line:
        shown = line.receive_until("room")
        assert (shown["clock"], shown["listed"], shown["may_hint"]) == ("off", False, False)
        assert line.ask("start")["type"] == "done"
        last = play_through(line, fixed)
        assert (last["prompt"], last["outcome"], last["awaited"]) == (None, None, [])
        kinds = {message["type"] for message in line.received}
        assert kinds.isdisjoint({"shuffle", "dealt"}), "no fair shuffle is claimed"
    with somebody.connect(room) as line:
        again = line.receive_until("frame")
        assert again["prompt_text"] == OVER, "a reload shows the same moment"
    assert in_database(rows) == before
    assert '"/match/' not in somebody.get("/history").text
    listed = somebody.get(f"/api/tables?game={game.slug}").json()["tables"]
    assert room not in [table["id"] for table in listed]


def test_in_a_lesson_only_the_steps_move_counts_and_its_rules_stay(visitor: NewVisitor) -> None:
    game, somebody = WITH_LESSON[0], visitor()
    answer = somebody.post("/lessons", {"game": game.slug, "name": "Learner"})
    room = str(answer.headers["location"]).removesuffix("#deal").rpartition("/")[2]
    with somebody.connect(room) as line:
        line.receive_until("room")
        assert line.ask("add-bot", strength="steady")["type"] == "done"
        assert "leave its seats and rules alone" in line.ask("start")["text"]
        seats = [one for one in line.received if one["type"] == "room"][-1]["seats"]
        assert line.ask("remove-bot", seat=seats[-1]["number"])["type"] == "done"
        assert line.ask("start")["type"] == "done"
        frame = line.find("frame", lambda frame: frame["prompt"] is not None)
        key, other = frame["prompt"]["key"], frame["moves"][-1]
        fixed: Line = guided(game).line  # type: ignore[attr-defined]  # every guided game has it
        due = to_json(fixed.steps[0].step.move)
        wrong = next((move for move in frame["moves"] if move != due), other)
        refused = line.ask("play", key=key, move=wrong)
        if wrong != due:
            assert (refused["type"], refused["reason"]) == ("refused", "another-step")
            assert refused["text"] == LessonRefusal.ANOTHER_STEP.sentence
    assert visitor().get(f"/table/{room}").status_code == 403, "a lesson is its learner's own"
    assert somebody.get(f"/table/{room}/rules").status_code == 200
    for page in ("results", "report", "qr.svg"):
        assert somebody.get(f"/table/{room}/{page}").status_code == 404, page
    for deed in ("report", "device-link", "enter"):
        assert somebody.post(f"/table/{room}/{deed}", {"text": "x"}).status_code == 404, deed


def test_a_lesson_of_no_game_of_ours_says_so_and_a_link_leads_to_the_rules(
    visitor: NewVisitor,
) -> None:
    somebody = visitor()
    answer = somebody.post("/lessons", {"game": "no-such-game", "name": "Learner"})
    assert answer.status_code == 422
    assert "Choose one from the list." in html.unescape(answer.text)
    wanted = {"game": WITH_LESSON[0].slug, "lesson": "no-such", "name": "Learner"}
    answer = somebody.post("/lessons", wanted)
    assert answer.status_code == 422
    assert NO_SUCH_LESSON.format(WITH_LESSON[0].title) in html.unescape(answer.text)
    page = somebody.get(f"/rules/{WITH_LESSON[0].slug}").text
    assert 'id="learn"' in page
    assert 'action="/lessons"' in page
    for lesson in WITH_LESSON[0].lessons:
        assert f'name="lesson" value="{lesson.id}"' in page
        assert lesson.teaches in html.unescape(page)


# -- the path

STAGES = re.compile(r'<span class="lesson-stage">(\w+)</span>')


def stages(person: Any, game: AnyGame) -> list[str]:
    return STAGES.findall(person.get(f"/rules/{game.slug}").text)


def test_what_was_learned_is_kept_with_the_account_and_shown_as_a_path(
    visitor: NewVisitor, in_database: Any
) -> None:
    """Issue 38 C2: done, next, not yet; also for guests, whose account is their browser's."""
    game = next(game for game in WITH_LESSON if len(game.lessons) > 1)
    first, second = game.lessons[:2]
    stranger, guest = visitor(), visitor()
    assert stages(stranger, game)[:2] == ["Next", "Later"]
    guest.post("/lessons", {"game": game.slug, "name": "Pathfinder"})
    assert stages(guest, game)[:2] == ["Next", "Later"], "begun is not done"
    for _ in range(2):
        said = {"game": game.slug, "lesson": first.id}
        assert guest.post("/lessons/learned", said).status_code == 204
    assert stages(guest, game)[:2] == ["Done", "Next"]
    assert stages(stranger, game)[:2] == ["Next", "Later"]

    async def kept(db: AsyncSession) -> list[list[str]]:
        found = await db.scalars(text("select learned from accounts where name = 'Pathfinder'"))
        return [list(one) for one in found]

    assert in_database(kept) == [[f"{game.slug}/{first.id}"]], "once"
    guest.post("/lessons/learned", {"game": game.slug, "lesson": second.id})
    assert stages(guest, game)[:2] == ["Done", "Done"]


def test_only_lessons_that_exist_are_learned_and_only_by_somebody(visitor: NewVisitor) -> None:
    game, somebody = WITH_LESSON[0], visitor()
    said = {"game": game.slug, "lesson": game.lessons[0].id}
    assert somebody.post("/lessons/learned", said).status_code in (401, 403, 404)
    somebody.post("/lessons", {"game": game.slug, "name": "Nobody yet"})
    for wrong in ({**said, "lesson": "made-up"}, {**said, "game": "made-up"}):
        assert somebody.post("/lessons/learned", wrong).status_code == 404
    assert "Done" not in stages(somebody, game)
