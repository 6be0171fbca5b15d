"""The proof `web`: strangers try every address of the house, again and again with new people and new words."""

import asyncio
from collections.abc import Callable
from typing import Final

import pytest

from tests.prove.proof import Ask, Found, Planted, Progress, Proof
from tests.prove.web.house import database
from tests.prove.web.planted import PLANTED
from tests.prove.web.run import ALL, looked


def prove(ask: Ask) -> Found:
    progress, scale = Progress(ask), 20 if ask.minutes >= 1 else 1
    answers, rounds = 0, 0
    faults: list[str] = []
    with database() as url:
        while not rounds or (not progress.over and not faults):
            for name in ALL:
                found = asyncio.run(looked(url, ask.seed + rounds, [name], scale))
                answers += found.answers
                faults += [f"web seed {ask.seed + rounds} {name}: {fault}" for fault in found.faults]
                progress.tell(f"{answers:,} answers judged  {len(faults)} faults")
            rounds += 1
    figure = f"{len(faults)} faults in {answers:,} judged answers, every route asked by 6 kinds of people, {rounds} times"
    return Found({"P6": figure, "P14": figure}, tuple(faults))


def broken_by(name: str) -> Callable[[Ask], Found]:
    """One look at a house with that fault."""

    def look(ask: Ask) -> Found:
        with pytest.MonkeyPatch.context() as patch, database() as url:
            PLANTED[name].plant(patch)
            found = asyncio.run(looked(url, ask.seed, PLANTED[name].checks))
        return Found({}, tuple(found.faults))

    return look


PROOF: Final = Proof(
    "web",
    ("P6", "P14"),
    "every address, asked by strangers, forgers and administrators",
    prove,
    quick=0.4,
    planted={name: Planted(fault.promise, fault.says, broken_by(name)) for name, fault in PLANTED.items()},
)
