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

from app.bot_workers.search_job import MOST_MOVES, Answer, Question
from app.bots import search
from app.games import BY_SLUG
from app.rules.codec import read_view
from app.rules.game import take_limited

LOWLY: Final = 10
"""How much lower than the house's own our priority is."""


def answer(question: Question) -> Answer:
    """Thinks about it for as long as it says."""
    game = BY_SLUG[question.game]
    view = read_view(game, question.view)
    moves, _ = take_limited(game.candidate_moves(view), MOST_MOVES)
    chosen = search.choose(
        game, view, moves, random.Random(question.seed), timed(question.work, question.within)
    )
    return Answer(moves.index(chosen))


def timed(work: float, within: float) -> search.GoOn:
    """So many seconds of the processor's time, and not past so many seconds from now."""
    done, late = time.thread_time() + work, time.monotonic() + within
    return lambda: time.thread_time() < done and time.monotonic() < late


def main() -> None:
    sys.excepthook = say_where
    if hasattr(os, "nice"):
        os.nice(LOWLY)
    gc.freeze()
    gc.disable()  # a search makes no cycles worth a pause; what little there is goes between two questions
    for line in sys.stdin.buffer:
        said = answer(msgspec.json.decode(line, type=Question))
        try:
            sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the house has gone
            os._exit(0)
        gc.collect()


def say_where(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    """A traceback without what the error says: that might be somebody's cards."""
    sys.stderr.write(f"a searcher failed: {kind.__name__}\n{''.join(format_tb(where))}")


if __name__ == "__main__":
    main()
