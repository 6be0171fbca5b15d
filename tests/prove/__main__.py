"""The verb `prove`: tries to break the promises of docs/reliability.md, and prints the result.

  run.py prove [NAME or PROMISE ...] [--minutes N] [--seed S] [--game SLUG ...]
  run.py prove --quick        a short run of each proof, and every planted fault
  run.py prove ... --lanes N  as many processes side by side; most proofs wait more than they work
  run.py prove --list         the proofs

Its status is 1 where a fault was found, a proof could not be judged, or a planted fault was not
found. The last line says so in every case, also if the run is ended in the middle.
"""

import argparse
import faulthandler
import importlib
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Final, NoReturn

from tests.prove.backups import proof as backups
from tests.prove.browsers import proof as browsers
from tests.prove.connections.attackers import proof as attackers
from tests.prove.connections.cuts import proof as cuts
from tests.prove.connections.restarts import proof as restarts
from tests.prove.connections.stalls import proof as stalls
from tests.prove.crashes import proof as crashes
from tests.prove.failures import background, deeds, log_lines
from tests.prove.fencing import one_server
from tests.prove.fencing import proof as fencing
from tests.prove.fsync import proof as fsync
from tests.prove.games import proof as games
from tests.prove.many import proof as many
from tests.prove.memory import proof as memory
from tests.prove.noninterference import proof as noninterference
from tests.prove.outages import proof as outages
from tests.prove.proxies import proof as proxies
from tests.prove.races import proof as races
from tests.prove.records import admin_access, erasure, new_rules, replays
from tests.prove.runner.proof import Proof, fresh_seed, print_line
from tests.prove.runner.report import run_proofs
from tests.prove.runner.temp_server import pristine_database
from tests.prove.shuffles import browser, second_verifier_check
from tests.prove.shuffles import proof as shuffles
from tests.prove.shuffles.cheating import proof as cheating
from tests.prove.simulation import proof as simulation
from tests.prove.web import proof as web
from tests.server_process import share_forks

PROOFS: Final[tuple[Proof, ...]] = (
    games.PROOF,
    simulation.PROOF,
    crashes.PROOF,
    fsync.PROOF,
    fencing.PROOF,
    many.PROOF,
    one_server.PROOF,
    races.PROOF,
    outages.PROOF,
    background.PROOF,
    deeds.PROOF,
    log_lines.PROOF,
    attackers.PROOF,
    cuts.PROOF,
    restarts.PROOF,
    stalls.PROOF,
    memory.PROOF,
    noninterference.PROOF,
    web.PROOF,
    browsers.PROOF,
    browser.PROOF,
    shuffles.PROOF,
    cheating.PROOF,
    second_verifier_check.PROOF,
    replays.PROOF,
    new_rules.PROOF,
    admin_access.PROOF,
    erasure.PROOF,
    backups.PROOF,
    proxies.PROOF,
)

LONGEST: Final = 40
"""Minutes after which a quick run ends by itself: whoever waits for it has other things to do."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
"""Signals that end a run with a report; Ctrl-C is an exception by itself."""
QUICK_SEED: Final = 1
"""The first seed of a quick run, which must tell whether a change broke something."""


def chosen(proofs: Sequence[Proof], wanted: Sequence[str]) -> list[Proof]:
    """The proofs of these names or promises; all if none is named. Raises LookupError."""
    known = {name for proof in proofs for name in (proof.name, *proof.promises)}
    for name in wanted:
        if name not in known:
            raise LookupError(
                f"There is no proof or promise {name!r}; there are {', '.join(sorted(known))}."
            )
    return [proof for proof in proofs if not wanted or {proof.name, *proof.promises} & set(wanted)]


def end_by_signal(number: int, frame: FrameType | None) -> NoReturn:
    """Ends the run as an exception does: servers are stopped and the report is printed."""
    name = signal.Signals(number).name
    too_long = f"{name}, because it ran for {LONGEST} minutes"
    raise SystemExit(too_long if number == signal.SIGALRM else name)


def catch_signals() -> None:
    """No crash and no signal that can be caught ends the process silently."""
    faulthandler.enable()
    for number in SIGNALS:
        signal.signal(number, end_by_signal)


def load_for_lanes() -> None:
    """Makes once what each lane would make for itself: templates, servers to fork, a database."""
    share_forks()
    importlib.import_module("tests.loaded_server")
    pristine_database()


def parse() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    parser = argparse.ArgumentParser(
        "run.py prove", description="Tries to break the promises of the server."
    )
    add = parser.add_argument
    add("wanted", metavar="NAME", nargs="*", help="a proof or a promise (P1 to P20); default: all")
    add("--list", action="store_true", help="print the proofs")
    add("--quick", action="store_true", help="a short run of each, and every planted fault")
    add("--planted", action="store_true", help="planted faults as well")
    add("--minutes", type=float, default=1.0, help="minutes for each proof; default: 1")
    add("--seed", type=int, help="the first seed; default: fresh, and 1 with --quick")
    add("--lanes", type=int, default=1, help="proofs and planted faults at once; default: 1")
    add("--game", metavar="SLUG", action="append", default=[], help="only this game")
    return parser, parser.parse_args()


def main(longest: float = 0.0) -> None:
    """`longest`: seconds after which a quick run ends by itself; 0: never."""
    parser, asked = parse()
    try:
        proofs = chosen(PROOFS, asked.wanted)
    except LookupError as error:
        parser.error(str(error.args[0]))
    if asked.list:
        for proof in proofs:
            promises = " ".join(proof.promises)
            planted = f"({len(proof.planted)} planted)"
            print_line(f"{proof.name:16} {promises:29} {proof.summary} {planted}")
        return
    seed = asked.seed
    if seed is None:
        seed = QUICK_SEED if asked.quick else fresh_seed()
    print_line(f"From seed {seed}.")
    if asked.quick and longest:
        signal.setitimer(signal.ITIMER_REAL, longest)
    minutes = None if asked.quick else asked.minutes
    planted = asked.quick or asked.planted
    if asked.lanes > 1:
        load_for_lanes()
    report = run_proofs(proofs, minutes, seed, asked.game, planted, asked.lanes)
    report.print()
    sys.exit(0 if report.held else 1)


if __name__ == "__main__":
    catch_signals()
    main(LONGEST * 60.0)
