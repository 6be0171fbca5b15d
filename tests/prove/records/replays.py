"""P10, the log is the game: matches are played by bots and programs, read back from the store, replayed, and held against what was seen."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from app.games import BY_SLUG, GAMES
from app.ops.verify_records import replayed
from tests.prove.records import corpus, restore_drill
from tests.prove.records.in_process_app import running_app, temp_database
from tests.prove.records.played_matches import Tally, play_match
from tests.prove.runner.proof import Findings, Progress, RunOptions


async def campaign(url: str, options: RunOptions, least: int) -> Tally:
    """Matches until the time is over, at least so many; then the whole database once more, as an operator would look through it."""
    tally, progress = Tally(), Progress(options)
    async with running_app(url) as book:
        seed = options.seed
        while (tally.matches < least or not progress.over) and not tally.faults:
            await play_match(book, seed, tally)
            seed += 1
            progress.show(f"{tally.matches} matches  {tally.frames:,} frames")
    found = await replayed(url, BY_SLUG)
    tally.faults += found.faults
    if found.entries < tally.entries:
        tally.faults.append(
            f"{found.entries} entries stand in the store, {tally.entries} were seen there"
        )
    return tally


LEAST: Final = len(GAMES)


def prove(options: RunOptions) -> Findings:
    """All of it: the matches of today, and those of the corpus."""
    with temp_database() as (url, folder):
        tally = asyncio.run(campaign(url, options, LEAST))
        drilled = asyncio.run(restore_drill.drill(url, folder.parent, options.seed))
    tally.faults += drilled.faults
    kept, broken = corpus.checked()
    tally.faults += broken
    figure = (
        f"{len(tally.faults)} mismatches in {tally.matches:,} matches read back and replayed ({tally.entries:,} entries, "
        f"{tally.states:,} states, {tally.frames:,} frames of all seats and a spectator), {kept} old matches of the corpus, "
        f"{drilled.matches:,} matches of a backup restored ({drilled.running} of them made while they ran)"
    )
    return Findings({"P10": figure}, tuple(tally.faults))


def broken_by(spoil: Callable[[], AbstractContextManager[Any]]) -> Callable[[RunOptions], Findings]:
    """The same with something spoiled: `spoil` holds for as long as it is entered."""

    def run(options: RunOptions) -> Findings:
        with spoil(), temp_database() as (url, _):
            try:
                tally = asyncio.run(
                    campaign(url, RunOptions(0.0, options.seed, verbose=False), LEAST)
                )
            except AssertionError as error:
                return Findings({}, (f"the house does not work: {error}",))
        return Findings({}, tuple(tally.faults))

    return run
