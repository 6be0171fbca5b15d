"""The benchmark of worlds still works; how fast they are is no test's business."""

from app.games import GAMES
from bench.report import Ask
from bench.worlds import QUESTIONS, run


def test_every_question_and_every_game_is_measured() -> None:
    sampler, games = run(Ask(seconds=0.01, loud=False))
    assert [row[0] for row in sampler.rows] == list(QUESTIONS)
    assert {row[2] for row in sampler.rows} == {"exact", "chain"}
    assert {row[0] for row in games.rows} == {game.slug for game in GAMES}
