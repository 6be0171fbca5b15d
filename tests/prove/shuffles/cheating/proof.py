"""The proof `cheating-server`: attacks on the shuffle, and honest crashes, at real tables."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
import structlog

from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.shuffles.cheating.all_attacks import ATTACKS
from tests.prove.shuffles.cheating.attack import AT_ONCE
from tests.prove.shuffles.cheating.honest_crashes import crashed
from tests.prove.shuffles.cheating.pages import PageProcess, searched
from tests.prove.shuffles.cheating.server_lies import forget_questions
from tests.prove.shuffles.cheating.trial import complaints, honest, tried

CRASHES: Final = 20
"""Matches with honest trouble between two attacks of each kind, at least."""
SEARCH_SECONDS: Final = 10.0
FOOLED: Final = tuple(f"F{at}" for at in range(1, 9))
"""The ways in which a page could once be fooled, as tests/js/fair_plants.js puts them back."""
ONE_DECK: Final = ATTACKS["one_deck_of_eight_is_wrong_and_played"]


@contextmanager
def quiet() -> Iterator[None]:
    """No log lines of the tables, which lose their store on purpose."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        yield
    finally:
        structlog.reset_defaults()


def prove(options: RunOptions) -> Findings:
    """Every attack is noticed where the table says so, and honest trouble accuses nobody."""
    progress, faults = Progress(options), list[str]()
    attacks = troubles = crashes = caught = packs = rounds = 0
    with quiet(), PageProcess() as pages:
        while not rounds or (not progress.over and not faults):
            seed = f"{options.seed} {rounds}"
            for attack in ATTACKS.values():
                faults += [
                    f"{attack.name}: {one} (seed {seed!r})"
                    for one in complaints(pages, attack, seed)
                ]
                attacks += 1
            packs += 1
            caught += _is_caught(pages, seed)
            for at in range(CRASHES * (1 + rounds)):
                if at >= CRASHES and progress.over:
                    break
                suffered = crashed(pages, f"{seed} {at}")
                faults += suffered.accusations
                troubles, crashes = troubles + suffered.troubles, crashes + suffered.crashes
                progress.show(f"{attacks} attacks, {crashes:,} crashes, {len(faults)} faults")
            rounds += 1
    tried = searched(max(SEARCH_SECONDS, 6 * options.minutes), str(options.seed))
    faults += [f"{one['orders']} orders could be chosen: {one['path']}" for one in tried["faults"]]
    states = sum(one["states"] for one in tried["explored"].values())
    depths = ", ".join(f"{name} {one['depth']}" for name, one in tried["explored"].items())
    return Findings(
        {
            "P11": f"{attacks:,} attacks of {len(ATTACKS)} kinds were noticed as told, of wrong "
            f"decks {caught} of {packs} at once; {crashes:,} honest crashes and "
            f"{troubles - crashes:,} other troubles accused nobody; {states:,} states (messages "
            f"deep: {depths}) and {tried['sequences']:,} random sequences of "
            f"{tried['steps']:,} messages left at most {tried['most']} order to choose"
        },
        tuple(faults),
    )


def _is_caught(pages: PageProcess, seed: str) -> bool:
    """One deck of eight is wrong, with any seed: it is noticed unless it is played."""
    attack = type(ONE_DECK)(ONE_DECK.name, "", AT_ONCE, "", plant=ONE_DECK.plant)
    return bool(tried(pages, attack, seed).at_once)


# -- planted


def _honest_matches(options: RunOptions) -> Findings:
    """A few honest matches, of which nothing may be said."""
    with PageProcess() as pages:
        found = honest(pages, ATTACKS["other_card"], f"{options.seed} planted")
    return Findings({}, (*found.at_once, *found.at_the_end))


def _honest_crashes(options: RunOptions) -> Findings:
    said: list[str] = []
    with quiet(), PageProcess() as pages:
        for at in range(30):
            if not said:
                said += crashed(pages, f"{options.seed} {at}").accusations
    return Findings({}, tuple(said))


def _fooled(plant: str) -> Run:
    """The search on pages that can be fooled once more. It ends with the first fault."""

    def run(options: RunOptions) -> Findings:
        faults: list[Any] = []
        for seconds in (SEARCH_SECONDS / 2, 3 * SEARCH_SECONDS):
            faults = faults or searched(seconds, str(options.seed), plant)["faults"]
        return Findings({}, tuple(f"{plant}: {one['path']}" for one in faults))

    return run


def _order_chosen(patch: pytest.MonkeyPatch) -> None:
    plant = ATTACKS["order_chosen"].plant
    assert plant is not None
    plant(patch)


PROOF: Final = Proof(
    "cheating-server",
    ("P11",),
    "a server cheats at the shuffle, and pages and verifier notice; crashes accuse nobody",
    prove,
    quick=0.0,
    planted={
        "order-chosen": PlantedFault("P11", with_patch(_order_chosen, _honest_matches)),
        "question-not-written": PlantedFault("P11", with_patch(forget_questions, _honest_crashes)),
        **{f"fooled-{one.lower()}": PlantedFault("P11", _fooled(one)) for one in FOOLED},
    },
)
