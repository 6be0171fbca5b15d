"""The server of browser tests: it waits longer for shuffle parts, and its bots are always quick.

No test then depends on how fast the machine is, and clocks may be as long as people need. It sends
the bundle that lies in the folder BUNDLE of its environment; without one the scripts themselves.
"""

import os
from pathlib import Path

from app import cli, main
from app.settings import Settings
from app.table.actor import autoplay
from app.table.match import shuffle_round

SHUFFLE_WAIT = 6.0
"""Seconds; shorter than a page's own time limit."""
FASTEST_BOT, SLOWEST_BOT = 0.012, 0.028
"""Seconds that a bot takes to answer."""


def serve() -> None:
    pace = Settings().pace
    shuffle_round.WAIT_SECONDS = SHUFFLE_WAIT  # type: ignore[misc]  # Final for everybody else
    autoplay.FASTEST, autoplay.SLOWEST = FASTEST_BOT / pace, SLOWEST_BOT / pace  # type: ignore[misc]  # Final too
    if os.environ["BUNDLE"]:
        main.BUNDLE = Path(os.environ["BUNDLE"])  # type: ignore[misc]  # Final too
    cli.main()


if __name__ == "__main__":
    serve()
