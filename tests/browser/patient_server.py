"""The server of browser tests: it waits longer for shuffle parts, and its bots are always quick.

No test then depends on how fast the machine is, and clocks may be as long as people need.
"""

from app import cli
from app.settings import Settings
from app.table.actor import autoplay
from app.table.match import shuffle_round

SHUFFLE_WAIT = 20.0
"""Seconds; shorter than a page's own time limit."""
FASTEST_BOT, SLOWEST_BOT = 0.012, 0.028
"""Seconds that a bot takes to answer."""

if __name__ == "__main__":
    pace = Settings().pace
    shuffle_round.WAIT_SECONDS = SHUFFLE_WAIT  # type: ignore[misc]  # Final for everybody else
    autoplay.FASTEST, autoplay.SLOWEST = FASTEST_BOT / pace, SLOWEST_BOT / pace  # type: ignore[misc]  # Final too
    cli.main()
