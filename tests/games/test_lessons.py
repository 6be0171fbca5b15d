"""Lessons: each is played to its end by the rules, and points at controls that exist."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games import GAMES
from app.games.usurp.cards import Card, Order
from app.games.usurp.moves import GiveIn, NameOrder, Play
from app.rules.errors import IllegalMove
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.guided import Line, guided
from app.rules.lessons import (
    CONTROLS,
    LEARNER,
    MOST_STEPS,
    OVER,
    Answer,
    Deal,
    Lesson,
    LessonRefusal,
    Step,
    Together,
    is_same,
)
from app.rules.play import all_prompts, play, spans
from app.rules.replay import Shuffled, step

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SENTENCES = 150
"""Characters of a step: three lines on a phone of 360 px."""
MOST_TRIED = 1000
"""Moves of one question that are tried."""
WITH_LESSON = [game for game in GAMES if game.lessons]
every_lesson = pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, number, id=f"{game.slug}-{lesson.id}")
        for game in WITH_LESSON
        for number, lesson in enumerate(game.lessons)
    ],
)


def line_of(game: AnyGame, number: int) -> Line:
    line: Line = guided(game, number).line  # type: ignore[attr-defined]  # every guided game has it
    return line


def test_a_lesson_in_a_games_folder_is_the_games_own() -> None:
    folders = {path.parent.name for path in (ROOT / "app/games").glob("*/lesson.py")}
    with_lesson = {game.slug.replace("-", "_") for game in WITH_LESSON}
    assert with_lesson <= folders
    assert folders & {game.slug.replace("-", "_") for game in GAMES} == with_lesson
    assert {"usurp", "scum_of_the_earth", "scroker", "skuncum"} <= with_lesson


@every_lesson
def test_a_lesson_is_short_and_each_of_its_steps_has_a_question_of_its_own(
    game: AnyGame, number: int
) -> None:
    lesson, line = game.lessons[number], line_of(game, number)
    assert 1 <= len(lesson.steps) <= MOST_STEPS
    assert [shown.step for shown in line.steps] == list(lesson.steps)
    keys = [shown.key for shown in line.steps]
    assert len(set(keys)) == len(keys), "a page tells steps apart by the keys of their prompts"
    texts = [*(one.say for one in lesson.steps), lesson.end, lesson.teaches]
    assert [text for text in texts if len(text) > LONGEST_SENTENCES or text[-1] not in ".?"] == []


@every_lesson
def test_any_order_of_the_others_moves_leads_to_the_lessons_end(game: AnyGame, number: int) -> None:
    """The dealer's order counts nothing, and only the step's move is accepted of the learner."""
    played, line = guided(game, number), line_of(game, number)
    for late in (False, True):
        state, refused = played.setup(line.lesson.seats, line.options, False), 0
        for _ in range(200):
            if size := played.pending_shuffle_size(state):
                state = step(played, state, Shuffled(tuple(reversed(range(size)))))
                continue
            found = all_prompts(played, state)
            if not found:
                break
            seat = max(found) if late else min(found)
            prompt, move = found[seat][0], line.move_at(view(state, seat))
            if seat == LEARNER:
                refused += refuses_others(played, line, state)
                prompt = next(
                    one
                    for one in found[seat]
                    if played.check_answer(view(state, seat), one, move) is None
                )
            else:
                assert list(played.candidate_answers(view(state, seat), prompt)) == [move]
            assert prompt.window is None, "no clock hurries a learner"
            state = play(played, state, seat, prompt.key, move)
        assert without_events(state) == without_events(line.end)
        assert refused
        assert played.say_wait(state.public, ["Ann", *"BCDEFG"]) == OVER
        assert played.awaited_seats(state.public) == ()
        assert spans(played, state) == {}
        assert game.outcome(state.public) is None, "the page would show a result, and no coach"


def refuses_others(played: AnyGame, line: Line, state: AnyState) -> int:
    """Tries the other legal moves of the learner; the number of those that were refused.

    Each refusal is the step's own sentence for that move.
    """
    refused, due = 0, line.due_at(view(state, LEARNER))
    if not isinstance(due, Step):
        return 0  # the table answers for the learner
    for prompt in played.prompts(view(state, LEARNER)):
        for other in islice(played.legal_answers(view(state, LEARNER), prompt), 31):
            if is_same(other, due.move):
                continue
            with pytest.raises(IllegalMove) as error:
                play(played, state, LEARNER, prompt.key, other)
            if error.value.reason is LessonRefusal.ANOTHER_STEP:
                assert error.value.sentence == due.word_for(other)
                refused += 1
    return refused


def without_events(state: AnyState) -> AnyState:
    return replace(state, events=(), private_events=())


@every_lesson
def test_every_wrong_answer_has_its_word(game: AnyGame, number: int) -> None:
    """A learner reads what it would have led to, and no word is for a move that nobody can make."""
    for shown in line_of(game, number).steps:
        at = next(
            state
            for state, due in line_of(game, number).positions
            if due.get(LEARNER) == shown.step
        )
        seen = view(at, LEARNER)
        others = [
            other
            for prompt in game.prompts(seen)
            for other in islice(game.legal_answers(seen, prompt), MOST_TRIED)
            if not is_same(other, shown.step.move)
        ]
        mute = {type(other).__name__ for other in others if not shown.step.word_for(other)}
        assert mute == set(), f"{shown.step.say} These say nothing: {mute}"
        for about, words in shown.step.wrong.items():
            assert any(
                isinstance(other, about) if isinstance(about, type) else is_same(other, about)
                for other in others
            ), f"{shown.step.say} Nobody can make {about}"
            assert len(words) <= LONGEST_SENTENCES, words
            assert words[-1] == ".", words
            assert "{" not in words, "a refusal names no seat"


@every_lesson
def test_each_step_points_at_controls_that_exist(game: AnyGame, number: int) -> None:
    line = line_of(game, number)
    labels = "".join(scripts(game))
    assert line.steps
    for shown in line.steps:
        at = next(
            state for state, due in line.positions if LEARNER in due and due[LEARNER] == shown.step
        )
        hand = msgspec.json.decode(msgspec.json.encode(at.private[LEARNER])).get("cards", [])
        assert shown.step.point
        assert "button" in shown.step.point[-1], "a step ends with the press of a button"
        for point in shown.step.point:
            kind, _, name = point.partition(":")
            assert kind in CONTROLS
            if kind in ("card", "tile"):
                assert name in hand, point
            else:
                words = name.replace("{1}", "").replace("{2}", "").replace("{3}", "").strip()
                assert words.split(" ")[0] in labels, point
    seats = {f"{{{seat}}}" for seat in range(line.lesson.seats)}
    texts = " ".join([*(one.say for one in line.lesson.steps), line.lesson.end])
    assert texts.count("{") == sum(texts.count(seat) for seat in seats)


def scripts(game: AnyGame) -> Iterator[str]:
    for path in (ROOT / "static/games" / game.slug).glob("*.js"):
        yield path.read_text(encoding="utf-8")


# -- faults are found


USURP = next(game for game in GAMES if game.slug == "usurp")


@pytest.mark.parametrize(
    ("lesson", "fault"),
    [
        (replace(USURP.lessons[0], deals=(Deal(stock="2 1"), Deal({0: "ZZ"}))), "no ZZ"),
        (replace(USURP.lessons[0], deals=(Deal(stock="2 1"), Deal({5: "KH"}))), "left over"),
        (
            replace(USURP.lessons[0], script=USURP.lessons[0].script[1:]),
            "seat 0 cannot answer",
        ),
        (
            replace(
                USURP.lessons[0],
                script=(replace(USURP.lessons[0].script[0], seat=Seat(0)),),
            ),
            "seat 0 cannot answer",
        ),
    ],
    ids=["unknown card", "cards of nobody", "a move is missing", "another seat"],
)
def test_a_lesson_against_the_rules_is_found_before_anybody_plays_it(
    lesson: Lesson, fault: str
) -> None:
    with pytest.raises(AssertionError, match=fault):
        Line(USURP, lesson)


def test_a_word_for_one_move_goes_before_that_for_its_type() -> None:
    step = Step("Say it.", (), NameOrder(Order.REGAL), wrong={Play: "Any.", Play(Card.H2): "Two."})
    assert step.word_for(Play(Card.H2)) == "Two."
    assert step.word_for(Play(Card.H3)) == "Any."
    assert step.word_for(GiveIn()) is None, "the kit finds this"


def test_moves_of_one_moment_may_not_lead_to_different_ends() -> None:
    game = next(game for game in GAMES if game.slug == "scroker")
    lesson = game.lessons[0]
    twice = Together((lesson.steps[0], lesson.steps[0]))
    with pytest.raises(AssertionError, match="moves once"):
        Line(game, replace(lesson, script=(twice,)))
    assert isinstance(lesson.script[1], Answer)
    assert isinstance(lesson.script[0], Step)
    with pytest.raises(AssertionError, match="cannot answer"):
        Line(game, replace(lesson, script=(Together((lesson.script[0], lesson.script[1])),)))
