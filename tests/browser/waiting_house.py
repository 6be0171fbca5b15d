"""The house as browser tests open it: it waits longer for parts in a shuffle, so that no story rests on how fast a machine is, and its
bots are quick at any pace, so that clocks may be as long as people need."""

from app import cli
from app.settings import Settings
from app.table.actor import autoplay
from app.table.match import shuffle_round

PATIENT = 20.0
"""Seconds; less than a page is waited for."""
QUICKEST, SLOWEST = 0.012, 0.028
"""Seconds that a bot takes to answer."""

if __name__ == "__main__":
    pace = Settings().pace
    shuffle_round.WAIT_SECONDS = PATIENT  # type: ignore[misc]  # a constant of the house, for everybody but these tests
    autoplay.FASTEST, autoplay.SLOWEST = QUICKEST / pace, SLOWEST / pace  # type: ignore[misc]  # Final elsewhere
    cli.main()
