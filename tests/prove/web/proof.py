"""The proof `web`: strangers try every address, in rounds with new people and new words."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import httpx2

from app.games import GAMES
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_database
from tests.prove.web.planted_faults import PLANTED, WebFault
from tests.prove.web.run_checks import run_checks
from tests.server_process import ServerProcess

AT_LENGTH: Final = 1.0
"""Minutes of a long run, with 10,000 guesses, all words everywhere, and the OpenAPI description."""
EXAMPLES: Final = 15
"""Of each kind for each address of the description."""


def prove(options: RunOptions) -> Findings:
    progress = Progress(options)
    at_length = options.minutes >= AT_LENGTH
    scale = 20 if at_length else 1
    answers, rounds, described = 0, 0, 0
    faults: list[str] = []
    with temp_database() as url:
        if at_length:
            described, wrong = _described(url, options.seed)
            faults += [f"web seed {options.seed} description: {fault}" for fault in wrong]
        while not rounds or (not progress.over and not faults):
            found = asyncio.run(run_checks(url, options.seed + rounds, scale=scale))
            answers += found.answers
            faults += [f"web seed {options.seed + rounds}: {fault}" for fault in found.faults]
            progress.show(f"{answers:,} answers judged  {len(faults)} faults")
            rounds += 1
    guesses = f"{'10,000' if at_length else '200'} guesses in an hour of its own clock"
    figure = f"{len(faults)} faults in {answers:,} judged answers, {rounds} rounds"
    return Findings(
        {
            "P6": f"{figure}; {guesses} each round; {described:,} requests from the description",
            "P14": f"{figure}; every route asked by 6 kinds of people",
        },
        tuple(faults),
    )


def _described(url: str, seed: int) -> tuple[int, list[str]]:
    """The description asked over a real connection, with and without a login."""
    from tests.prove.web.openapi_check import asked

    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), DATABASE_URL=url, PECKING_ORDER_LIMITS="1000") as server,
        httpx2.Client(
            base_url=server.base_url, headers={"Origin": server.base_url}, timeout=60
        ) as client,
    ):
        client.post("/rooms", data={"name": "Asks Everything", "game": GAMES[0].slug})
        return asked(server.base_url, EXAMPLES, seed, f"po={client.cookies['po']}")


def look_for_fault(fault: WebFault) -> Run:
    """The checks that must find it in one round, which ends at the first fault."""

    def run(options: RunOptions) -> Findings:
        with temp_database() as url:
            found = asyncio.run(run_checks(url, options.seed, (fault.check,), focus=fault.focus))
        return Findings({}, tuple(found.faults))

    return run


PROOF: Final = Proof(
    "web",
    ("P6", "P14"),
    "every address, asked by strangers, forgers and administrators",
    prove,
    quick=0.2,
    planted={
        name: PlantedFault(fault.promise, with_patch(fault.plant, look_for_fault(fault)))
        for name, fault in PLANTED.items()
    },
)
