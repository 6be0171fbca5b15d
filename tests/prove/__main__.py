"""The verb `prove`: tries to break the promises of docs/reliability.md, and prints what it saw.

  run.py prove [NAME or PROMISE ...] [--minutes N] [--seed S] [--game SLUG ...]     each proof for so long; all if none is named
  run.py prove --quick                                                             a share of everything, and every planted fault
  run.py prove --list                                                              what there is

Ends with status 1 where something did not hold, or where a planted fault was not found.
"""

import argparse
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Final

from tests.prove import crashes, fair_pages, games, owners, shuffles, written_through
from tests.prove.outages import proof as outages
from tests.prove.proof import Ask, Found, Proof, fresh_seed, say
from tests.prove.races import proof as races
from tests.prove.records import proofs as records
from tests.prove.simulation import proof as simulation
from tests.prove.twins import proof as twins
from tests.prove.web import proof as web
from tests.prove.wire import attacked, cuts, restarts

PROOFS: Final[tuple[Proof, ...]] = (
    games.PROOF,
    simulation.PROOF,
    crashes.PROOF,
    written_through.PROOF,
    owners.PROOF,
    races.PROOF,
    outages.PROOF,
    attacked.PROOF,
    cuts.PROOF,
    restarts.PROOF,
    twins.PROOF,
    web.PROOF,
    fair_pages.PROOF,
    shuffles.PROOF,
    records.REPLAYS,
    records.GODLESS,
    records.FORGOTTEN,
)

TRIES: Final = 0.5
"""Minutes within which a planted fault must be found."""
GATE: Final = 1
"""Where the seeds of the quick share begin: it says whether a change broke something. Fresh seeds are for whoever can wait for them."""


def chosen(proofs: Sequence[Proof], wanted: Sequence[str]) -> list[Proof]:
    """The proofs of these names or promises, all if none is named. Raises LookupError naming what there is."""
    known = {name for proof in proofs for name in (proof.name, *proof.promises)}
    for name in wanted:
        if name not in known:
            raise LookupError(f"There is no proof or promise {name!r}; there are {', '.join(sorted(known))}.")
    return [proof for proof in proofs if not wanted or {proof.name, *proof.promises} & set(wanted)]


class Table:
    """What the run showed, line by line, and whether everything held."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str]] = []
        self.held = True
        self.planted = self.caught = 0

    def add(self, proof: Proof, found: Found, seconds: float) -> None:
        self.held = self.held and not found.faults
        verdict = f"{len(found.faults)} faults" if found.faults else "held"
        self.rows += [(promise, proof.name, verdict, f"{figure} ({seconds:.0f} s)") for promise, figure in found.figures.items()]

    def plant(self, promise: str, name: str, found: bool, seconds: float) -> None:
        self.planted += 1
        self.caught += found
        self.held = self.held and found
        say(f"{promise:4} planted {name}: {'found' if found else 'NOT FOUND'} ({seconds:.1f} s)")

    def print(self) -> None:
        rows = sorted(self.rows, key=lambda row: (int(row[0][1:]), row[1]))
        for promise, name, verdict, figure in rows:
            say(f"{promise:4} {name:14} {verdict:10} {figure}")
        if self.planted:
            say(f"Planted faults found: {self.caught} of {self.planted}")
        say("Everything held." if self.held else "Something did NOT hold.")


def run(proofs: Sequence[Proof], minutes: float | None, seed: int, games: Sequence[str], planted: bool) -> Table:
    """Each proof for so many minutes, or for its quick share (None); its planted faults after it."""
    table = Table()
    for proof in proofs:
        say(f"-- {proof.name}: {proof.says}")
        began = monotonic()
        found = proof.run(Ask(proof.quick if minutes is None else minutes, seed, tuple(games)))
        for fault in found.faults[:20]:
            say(f"FAILED {fault}")
        table.add(proof, found, monotonic() - began)
        for name, plant in proof.planted.items() if planted else ():
            began = monotonic()
            broken = plant.run(Ask(TRIES, seed, loud=False))
            table.plant(plant.promise, name, bool(broken.faults), monotonic() - began)
    return table


def main() -> None:
    parser = argparse.ArgumentParser("run.py prove", description="Tries to break the promises of the house.")
    parser.add_argument("wanted", metavar="NAME", nargs="*", help="a proof or a promise (P1 to P15); all if none is named")
    parser.add_argument("--list", action="store_true", help="say what there is, and end")
    parser.add_argument("--quick", action="store_true", help="the short share of each, and every planted fault")
    parser.add_argument("--planted", action="store_true", help="planted faults as well")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long each goes on; 1 if not said")
    parser.add_argument("--seed", type=int, help="where the seeds begin; if not said the same with --quick, else another place every time")
    parser.add_argument("--game", metavar="SLUG", action="append", default=[], help="only this game, where a proof goes by games")
    asked = parser.parse_args()
    try:
        proofs = chosen(PROOFS, asked.wanted)
    except LookupError as error:
        parser.error(str(error.args[0]))
    if asked.list:
        for proof in proofs:
            say(f"{proof.name:14} {' '.join(proof.promises):16} {proof.says} ({len(proof.planted)} planted)")
        return
    seed = asked.seed if asked.seed is not None else GATE if asked.quick else fresh_seed()
    say(f"From seed {seed}.")
    table = run(proofs, None if asked.quick else asked.minutes, seed, asked.game, asked.quick or asked.planted)
    table.print()
    sys.exit(0 if table.held else 1)


if __name__ == "__main__":
    main()
