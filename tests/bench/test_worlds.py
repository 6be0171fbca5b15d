"""The benchmark of worlds still works; how fast they are is no test's business."""

from bench.report import Ask
from bench.worlds import QUESTIONS, run


def test_every_question_is_measured() -> None:
    (sampler,) = run(Ask(seconds=0.01, loud=False))
    assert [row[0] for row in sampler.rows] == list(QUESTIONS)
    assert {row[2] for row in sampler.rows} == {"exact", "chain"}
