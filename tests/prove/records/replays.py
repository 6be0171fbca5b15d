"""The proof `replays`: matches read back from the store replay to what was seen."""

import asyncio
from typing import Final

from msgspec.structs import replace

from app.games import BY_SLUG, GAMES
from app.ops.verify_records import verify
from tests.prove.records import corpus, restore_drill
from tests.prove.records.in_process_app import running_app
from tests.prove.records.played_matches import Tally, play_match
from tests.prove.records.replay_faults import FAULTS, shuffles_mean_something_else
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_database, temp_postgres


async def campaign(url: str, options: RunOptions, least: int) -> Tally:
    """Plays matches until time is up, but this many at least; then verifies the whole database."""
    tally, progress = Tally(), Progress(options)
    async with running_app(url) as app:
        seed = options.seed
        while (tally.matches < least or not progress.over) and not tally.faults:
            await play_match(app, seed, tally)
            seed += 1
            progress.show(f"{tally.matches} matches  {tally.frames:,} frames")
    found = await verify(url, BY_SLUG)
    tally.faults += found.problems
    if found.entries < tally.entries:
        tally.faults.append(
            f"{found.entries} entries stand in the store, {tally.entries} were seen there"
        )
    return tally


LEAST: Final = len(GAMES)


def prove(options: RunOptions) -> Findings:
    """Matches of today, a restored backup, and the corpus."""
    with temp_postgres() as postgres:
        tally = asyncio.run(campaign(postgres.url, options, LEAST))
        folder = postgres.data_dir.parent
        drill = restore_drill.drill(postgres.url, folder, options.seed, tally.matches)
        drilled = asyncio.run(drill)
    tally.faults += drilled.faults
    kept, broken = corpus.checked()
    tally.faults += broken
    figure = (
        f"{len(tally.faults)} mismatches in {tally.matches:,} matches read back and replayed "
        f"({tally.entries:,} entries, {tally.states:,} states, {tally.frames:,} frames of all "
        f"seats and a spectator), {kept} kept matches of the corpus, {drilled.matches:,} matches "
        f"of a backup restored ({drilled.running} of them made while they ran)"
    )
    return Findings({"P10": figure}, tuple(tally.faults))


def replay_one_round(options: RunOptions) -> Findings:
    with temp_database() as url:
        once = replace(options, minutes=0.0)
        try:
            tally = asyncio.run(campaign(url, once, LEAST))
        except AssertionError as error:
            return Findings({}, (f"the server does not work: {error}",))
    return Findings({}, tuple(tally.faults))


def read_corpus(_: RunOptions) -> Findings:
    return Findings({}, tuple(corpus.checked()[1]))


PROOF: Final = Proof(
    "replays",
    ("P10",),
    "matches are read back from the store, from a backup and from the past",
    prove,
    quick=0.1,
    planted={
        name: PlantedFault("P10", with_patch(plant, look))
        for name, plant, look in (
            *((name, plant, replay_one_round) for name, plant in FAULTS.items()),
            ("rules-changed", shuffles_mean_something_else, read_corpus),
        )
    },
)
