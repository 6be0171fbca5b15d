"""A worker process, `python -m app.bot_workers.worker`: one job a line until its input ends.

The input ends with the server, however that dies, so a worker outlives it by one job at most.
It has no database, no network and no other table's views.
"""

import gc
import os
import random
import sys
import time

import msgspec

from app.bot_workers.search_job import (
    MAX_MOVES,
    SearchJob,
    SearchResult,
    TrialJob,
    TrialResult,
    WorkerJob,
)
from app.bot_workers.worker_process import give_way, log_traceback
from app.bots import search
from app.bots.look_back.trials import try_moves
from app.games import BY_SLUG
from app.rules.codec import read_move, read_view
from app.rules.play import take_up_to


def run_job(job: SearchJob) -> SearchResult:
    """Searches for as long as the job says."""
    game = BY_SLUG[job.game].in_manner(job.manner)
    view = read_view(game, job.view)
    prompt = game.prompt(view)
    assert prompt is not None, "a search answers the first question to its seat"
    moves, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
    chance, in_time = random.Random(job.seed), time_limit(job.work, job.within)
    if not job.deals:
        return SearchResult(moves.index(search.choose(game, view, moves, chance, in_time)))
    more = search.playout_limit(job.deals * min(len(moves), search.EVEN_CONFIG.candidates))
    found = search.compare(
        game, view, moves, chance, lambda: in_time() and more(), search.EVEN_CONFIG
    )
    return SearchResult(
        moves.index(found.move), tuple(map(moves.index, found.moves)), found.payoffs
    )


def run_trial(job: TrialJob) -> TrialResult:
    """Tries the moves. A failure is this job's alone: the process stays for the bots."""
    game = BY_SLUG[job.game]
    try:
        view = read_view(game, msgspec.json.decode(job.view))
        moves = [read_move(game, msgspec.json.decode(move)) for move in job.moves]
        limit = time_limit(job.work, job.within)
        return TrialResult(try_moves(game, view, moves, random.Random(job.seed), job.deals, limit))
    except Exception as error:
        log_traceback(type(error), error, error.__traceback__)
        return TrialResult(None)


def time_limit(work: float, within: float) -> search.MayContinue:
    """A limit of `work` seconds of processor time and `within` seconds from now."""
    done, late = time.thread_time() + work, time.monotonic() + within
    return lambda: time.thread_time() < done and time.monotonic() < late


def main() -> None:
    sys.excepthook = log_traceback
    give_way()
    gc.freeze()
    gc.disable()  # collected between two jobs instead
    decoder: msgspec.json.Decoder[WorkerJob] = msgspec.json.Decoder(WorkerJob)
    for line in sys.stdin.buffer:
        job = decoder.decode(line)
        result = run_job(job) if isinstance(job, SearchJob) else run_trial(job)
        try:
            sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server has ended
            os._exit(0)
        gc.collect()


if __name__ == "__main__":
    main()
