"""The proofs of P18 hold, with a taste of each; the gate runs them whole, planted faults too."""

import pytest

from tests.prove.failures import background, deeds, log_lines
from tests.prove.runner.proof import RunOptions

SHORT = RunOptions(minutes=0.0, seed=1, verbose=False)


@pytest.mark.slow
def test_each_background_job_survives_unexpected_errors() -> None:
    assert background.prove(SHORT).faults == ()


@pytest.mark.slow
def test_a_deed_that_meets_a_failing_store_is_whole_or_not_done() -> None:
    """Each seventh call; the proof looks at all of them."""
    assert deeds.run_deeds(SHORT, step=7).faults == []


@pytest.mark.slow
def test_a_line_about_what_broke_at_a_table_says_where_and_no_secret() -> None:
    assert log_lines.look(SHORT).faults == ()
