"""The delay of a loop, and the silence of its process that PostgreSQL bears."""

from app.ops.loop_delay import HELD, LoopDelay
from app.store.database.server_lock import LONGEST_SILENCE, SILENCE_LIMIT, silence_limit


def test_a_slow_process_is_given_more_time() -> None:
    delay = LoopDelay()
    delay.note(1.5)
    assert SILENCE_LIMIT < silence_limit(delay.worst) < LONGEST_SILENCE


def test_a_process_that_was_held_still_is_given_no_more_time_than_before() -> None:
    """Or its tables would wait for a minute when it is held still once more."""
    delay = LoopDelay()
    for late in (0.01, HELD, 12.0, 3600.0):
        delay.note(late)
    assert silence_limit(delay.worst) == SILENCE_LIMIT
    assert delay.total > 3600
