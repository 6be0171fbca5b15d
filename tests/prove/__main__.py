"""The verb `prove`: tries to break the promises of docs/reliability.md, and prints what it saw.

  run.py prove [NAME or PROMISE ...] [--minutes N] [--seed S] [--game SLUG ...]     each proof for so long; all if none is named
  run.py prove --quick                                                             a share of everything, and every planted fault
  run.py prove ... --keep                                                          adds what was counted to the record of long runs
  run.py prove --list                                                              what there is, and how far the long runs have come

Ends with status 1 where something did not hold or could not be judged, or where a planted fault was not found. The last line says so
in every case: also where a proof itself broke, or somebody ended the run. Before it stands how far the figures that are to be reached
have come, in all parts that were kept (`runner/run_history.py`).
"""

import argparse
import faulthandler
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from time import monotonic
from types import FrameType
from typing import Final, NoReturn

from tests.prove.connections.attackers import proof as attackers
from tests.prove.connections.cuts import proof as cuts
from tests.prove.connections.restarts import proof as restarts
from tests.prove.connections.stalls import proof as stalls
from tests.prove.crashes import campaign as crashes
from tests.prove.fencing import proof as fencing
from tests.prove.fsync import proof as fsync
from tests.prove.games import proof as games
from tests.prove.noninterference import proof as noninterference
from tests.prove.outages import proof as outages
from tests.prove.races import proof as races
from tests.prove.records import proofs as records
from tests.prove.runner import run_history
from tests.prove.runner.proof import (
    Findings,
    NotJudged,
    PlantedFault,
    Proof,
    RunOptions,
    fresh_seed,
    print_line,
)
from tests.prove.shuffles import browser as fair_pages
from tests.prove.shuffles import proof as shuffles
from tests.prove.simulation import proof as simulation
from tests.prove.web import proof as web

PROOFS: Final[tuple[Proof, ...]] = (
    games.PROOF,
    simulation.PROOF,
    crashes.PROOF,
    fsync.PROOF,
    fencing.PROOF,
    races.PROOF,
    outages.PROOF,
    attackers.PROOF,
    cuts.PROOF,
    restarts.PROOF,
    stalls.PROOF,
    noninterference.PROOF,
    web.PROOF,
    fair_pages.PROOF,
    shuffles.PROOF,
    records.REPLAYS,
    records.GODLESS,
    records.FORGOTTEN,
)

TRIES: Final = 2.0
"""Minutes within which a planted fault must be found, however busy the machine is."""
ATTEMPTS: Final = 3
"""How often a planted fault is looked for, each time from another seed: where processes race, none comes up every time. And how often the
quick share of a proof is begun that could not be judged: a machine that is overloaded is outwaited."""
LONGEST: Final = 40
"""Minutes after which the quick share ends by itself, with words: who waits for it has other things to do."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
"""Sent by those who end a run, or by ourselves once it has lasted too long; Ctrl-C is an exception by itself."""
NOT_FOUND: Final = "NOT FOUND"
GATE: Final = 1
"""Where the seeds of the quick share begin: it says whether a change broke something. Fresh seeds are for whoever can wait for them."""


def chosen(proofs: Sequence[Proof], wanted: Sequence[str]) -> list[Proof]:
    """The proofs of these names or promises, all if none is named. Raises LookupError naming what there is."""
    known = {name for proof in proofs for name in (proof.name, *proof.promises)}
    for name in wanted:
        if name not in known:
            raise LookupError(
                f"There is no proof or promise {name!r}; there are {', '.join(sorted(known))}."
            )
    return [proof for proof in proofs if not wanted or {proof.name, *proof.promises} & set(wanted)]


def say_how_far(now: Sequence[run_history.Part]) -> None:
    """The figures that are to be reached, as all kept parts and those of this run have come."""
    parts, wrong = run_history.read(run_history.FILE)
    for line in (*wrong, *run_history.table(parts, now)):
        print_line(line)


class RunReport:
    """What the run showed, line by line, and whether everything held."""

    def __init__(self, record: run_history.Run) -> None:
        self.record = record
        self.rows: list[tuple[str, str, str, str]] = []
        self.held = True
        self.planted = self.caught = self.unseen = 0

    def add(self, proof: Proof, found: Findings, seconds: float) -> None:
        self.held = self.held and not found.faults
        self.record.add(proof.name, found, seconds)
        verdict = (
            f"{len(found.faults)} faults"
            if found.faults
            else "not seen"
            if found.impossible
            else "held"
        )
        self.rows += [
            (promise, proof.name, verdict, f"{figure} ({seconds:.0f} s)")
            for promise, figure in found.figures.items()
        ]

    def unjudged(self, proof: Proof, why: str, seconds: float) -> None:
        self.held = False
        self.record.add(proof.name, why, seconds)
        self.rows += [
            (promise, proof.name, "NOT JUDGED", f"{why} ({seconds:.0f} s)")
            for promise in proof.promises
        ]

    def plant(self, promise: str, name: str, what: str, seconds: float) -> None:
        """`what`: found, at which attempt, not found, or why it was not looked for."""
        self.planted += 1
        self.caught += what.startswith("found")
        self.unseen += what.startswith("not looked for")
        self.held = self.held and what != NOT_FOUND
        print_line(f"{promise:4} planted {name}: {what} ({seconds:.1f} s)")

    def print(self) -> None:
        rows = sorted(self.rows, key=lambda row: (int(row[0][1:]), row[1]))
        for promise, name, verdict, figure in rows:
            print_line(f"{promise:4} {name:14} {verdict:10} {figure}")
        if self.planted:
            print_line(
                f"Planted faults found: {self.caught} of {self.planted}{f', {self.unseen} not looked for' if self.unseen else ''}"
            )
        say_how_far(self.record.parts)
        print_line("Everything held." if self.held else "Something did NOT hold.")


def tried(what: Callable[[RunOptions], Findings], options: RunOptions) -> Findings | str:
    """What came of it, or why nothing did: it could not be judged, or broke itself."""
    try:
        return what(options)
    except NotJudged as error:
        return str(error)
    except Exception as error:  # whatever it is, the other proofs go on and the table says it
        traceback.print_exc()
        return f"it broke itself: {type(error).__name__}: {str(error)[:200]}"


def judged(proof: Proof, options: RunOptions, attempts: int) -> Findings | str:
    """What came of it at the first attempt that could be judged, or why none could. No fault is ever tried again."""
    found: Findings | str = "it was not begun"
    for attempt in range(1, attempts + 1):
        found = tried(proof.run, options)
        if not isinstance(found, str):
            break
        print_line(f"NOT JUDGED at attempt {attempt} of {attempts}: {found}")
    return found


def looked_for(plant: PlantedFault, seed: int) -> str:
    """Whether a planted fault was found."""
    unjudged = 0
    for attempt in range(2 * ATTEMPTS):
        found = tried(plant.run, RunOptions(TRIES, seed + attempt, verbose=False))
        if isinstance(found, str):
            unjudged += 1
            print_line(f"{plant.promise:4} attempt {attempt + 1} could not be judged: {found}")
        elif found.impossible:
            return f"not looked for: {found.impossible}"
        elif found.faults:
            return "found" if attempt == 0 else f"found at attempt {attempt + 1}"
        if attempt + 1 - unjudged == ATTEMPTS:
            break
    return NOT_FOUND


def run(
    proofs: Sequence[Proof],
    minutes: float | None,
    seed: int,
    names: Sequence[str],
    planted: bool,
    record: run_history.Run,
) -> RunReport:
    """Each proof for so many minutes, or for its quick share (None); its planted faults after it. Ended in the middle, it prints its
    table all the same."""
    table = RunReport(record)
    for proof in proofs:
        print_line(f"-- {proof.name}: {proof.summary}")
        began = monotonic()
        try:
            options = RunOptions(proof.quick if minutes is None else minutes, seed, tuple(names))
            found = judged(proof, options, ATTEMPTS if minutes is None else 1)
            if isinstance(found, str):
                table.unjudged(proof, found, monotonic() - began)
            else:
                for fault in found.faults[:20]:
                    print_line(f"FAILED {fault}")
                table.add(proof, found, monotonic() - began)
            for name, plant in proof.planted.items() if planted else ():
                began = monotonic()
                table.plant(plant.promise, name, looked_for(plant, seed), monotonic() - began)
        except BaseException as end:
            table.unjudged(
                proof,
                f"ended in the middle by {str(end) or type(end).__name__}",
                monotonic() - began,
            )
            table.print()
            raise
    return table


def ended(number: int, frame: FrameType | None) -> NoReturn:
    """Somebody ends the run: what it has started is cleared away, and the table is printed."""
    name = signal.Signals(number).name
    raise SystemExit(
        f"{name}, for it has lasted {LONGEST} minutes" if number == signal.SIGALRM else name
    )


def say_how_it_ends() -> None:
    """For the process as a whole: no crash and no signal that can be caught ends it without a word."""
    faulthandler.enable()
    for number in SIGNALS:
        signal.signal(number, ended)


def main(longest: float = 0.0) -> None:
    """`longest`: seconds after which a quick share ends by itself; 0: never."""
    parser = argparse.ArgumentParser(
        "run.py prove", description="Tries to break the promises of the house."
    )
    parser.add_argument(
        "wanted",
        metavar="NAME",
        nargs="*",
        help="a proof or a promise (P1 to P15); all if none is named",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="say what there is and how far the long runs have come, and end",
    )
    parser.add_argument(
        "--quick", action="store_true", help="the short share of each, and every planted fault"
    )
    parser.add_argument("--planted", action="store_true", help="planted faults as well")
    parser.add_argument(
        "--minutes", type=float, default=1.0, help="how long each goes on; 1 if not said"
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="where the seeds begin; if not said the same with --quick, else another place every time",
    )
    parser.add_argument(
        "--game",
        metavar="SLUG",
        action="append",
        default=[],
        help="only this game, where a proof goes by games",
    )
    parser.add_argument(
        "--keep", action="store_true", help=f"add what was counted to {run_history.FILE.name}"
    )
    asked = parser.parse_args()
    try:
        proofs = chosen(PROOFS, asked.wanted)
    except LookupError as error:
        parser.error(str(error.args[0]))
    if asked.list:
        for proof in proofs:
            print_line(
                f"{proof.name:14} {' '.join(proof.promises):16} {proof.summary} ({len(proof.planted)} planted)"
            )
        say_how_far(())
        return
    seed = asked.seed if asked.seed is not None else GATE if asked.quick else fresh_seed()
    print_line(f"From seed {seed}.")
    if asked.quick and longest:
        signal.setitimer(signal.ITIMER_REAL, longest)
    record = run_history.Run(
        [word for word in sys.argv[1:] if word != "--keep"],
        seed,
        run_history.FILE if asked.keep else None,
    )
    table = run(
        proofs,
        None if asked.quick else asked.minutes,
        seed,
        asked.game,
        asked.quick or asked.planted,
        record,
    )
    table.print()
    sys.exit(0 if table.held else 1)


if __name__ == "__main__":
    say_how_it_ends()
    main(LONGEST * 60.0)
