"""A searching process, `python -m app.bot_workers.worker`: answers one question a line until its input ends.

The input ends when the house closes it or dies, however it dies: so no searcher outlives the house by more than one thought.
It has no database, no network and no other table's views.
"""

import gc
import os
import random
import sys
import time
from traceback import format_tb
from types import TracebackType
from typing import Final

import msgspec

from app.bot_workers.search_job import MAX_MOVES, SearchJob, SearchResult
from app.bots import search
from app.games import BY_SLUG
from app.rules.codec import read_view
from app.rules.play import take_up_to

NICENESS: Final = 10
"""How much lower than the house's own our priority is."""


def run_job(question: SearchJob) -> SearchResult:
    """Thinks about it for as long as it says."""
    game = BY_SLUG[question.game]
    view = read_view(game, question.view)
    moves, _ = take_up_to(game.candidate_moves(view), MAX_MOVES)
    chosen = search.choose(
        game, view, moves, random.Random(question.seed), time_limit(question.work, question.within)
    )
    return SearchResult(moves.index(chosen))


def time_limit(work: float, within: float) -> search.MayContinue:
    """So many seconds of the processor's time, and not past so many seconds from now."""
    done, late = time.thread_time() + work, time.monotonic() + within
    return lambda: time.thread_time() < done and time.monotonic() < late


def main() -> None:
    sys.excepthook = log_traceback
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    gc.freeze()
    gc.disable()  # a search makes no cycles worth a pause; what little there is goes between two questions
    for line in sys.stdin.buffer:
        said = run_job(msgspec.json.decode(line, type=SearchJob))
        try:
            sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the house has gone
            os._exit(0)
        gc.collect()


def log_traceback(
    kind: type[BaseException], error: BaseException, where: TracebackType | None
) -> None:
    """A traceback without what the error says: that might be somebody's cards."""
    sys.stderr.write(f"a searcher failed: {kind.__name__}\n{''.join(format_tb(where))}")


if __name__ == "__main__":
    main()
