"""The proof `attackers`: they are cut, and honest players hardly notice them.

The attackers, the honest players and the server each have a process of their own.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

import httpx2
import msgspec
import psutil

from app.settings import ROOT
from app.web.rate_limits import RATES
from app.web.server.socket_quota import PER_NETWORK
from tests.prove.clients.bot_tables import Place, bot_table
from tests.prove.connections.attackers.attack_plan import AttackPlan, Result
from tests.prove.connections.attackers.attackers import KINDS, LOOPING
from tests.prove.connections.attackers.delays import Delays, delays
from tests.prove.connections.attackers.honest_players import Seen
from tests.prove.connections.planted_faults import (
    frames_uncounted,
    no_gate,
    shorten_limits,
    waits_in_the_actor,
)
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions, print_line
from tests.prove.runner.temp_server import logged_errors, temp_server
from tests.server_process import ServerProcess

TABLES: Final = 6
EACH_KIND: Final = 8
LONGEST: Final = 25.0
"""Seconds that the longest limit of the server (20 s for a body) leaves an attacker, and some more.
"""
SLACK: Final = 95.0
"""Seconds that a busy machine may add before an attacker is uncut or a command unanswered."""
MEMORY: Final = 64 * 1024 * 1024
"""Bytes by which the server may grow under all attackers together."""
HURRY: Final = 0.2
"""The factor for the server's own times in a quick run, which cannot wait for them."""
ENVIRONMENT: Final = {"PECKING_ORDER_PATIENCE": "20", "PECKING_ORDER_LOG_LEVEL": "warning"}


class Plan(msgspec.Struct, frozen=True):
    """One assault."""

    calm: float
    """Seconds of honest play before, and after."""
    seconds: float
    """Seconds of attack."""
    limit: float
    """Seconds within which each attacker must be cut, and each honest command answered."""
    hurry: float = 1.0
    kinds: tuple[str, ...] = tuple(KINDS)
    each: int = EACH_KIND
    patches: tuple[Patch, ...] = ()
    tables: int = TABLES


class Report(msgspec.Struct):
    """The result of one attack."""

    results: dict[str, Result]
    calm: Delays
    attacked: Delays
    grown: int
    """Bytes, at the worst moment."""
    kept: int
    """Bytes, after everybody had gone."""
    reasons: dict[str, float]
    """The server's own count of cuts, by reason."""
    moves: int
    work: tuple[float, float]
    """The server's share of one processor in peace and under attack."""
    faults: list[str]


def judged(
    plan: Plan, seconds: float, results: Mapping[str, Result], seen: Seen, grown: int
) -> Iterator[str]:
    """The faults. Milliseconds are not judged: they depend on the machine."""
    for kind, result in results.items():
        if result.uncut:
            yield f"{result.uncut} attackers of kind {kind} were not cut within {plan.limit:.0f} s"
        if kind not in LOOPING and not result.cuts and not result.uncut:
            yield f"no attacker of kind {kind} ever came in"
    most = PER_NETWORK + RATES["socket"].burst + seconds / RATES["socket"].seconds + 1
    for kind in ("comes-and-goes",):
        if kind in results and results[kind].served > most:
            served = results[kind].served
            yield f"{served} connections of one address were served, {most:.0f} are allowed"
    slow = [delay for _, delay in seen.answers if delay > plan.limit]
    if slow or seen.unanswered:
        late = len(slow) + len(seen.unanswered)
        yield f"{late} honest commands had no answer within {plan.limit:.0f} s"
    if seen.lost:
        yield f"{len(seen.lost)} honest connections were lost: {seen.lost[0]}"
    if not seen.answers:
        yield "no honest command was answered at all"
    if grown > MEMORY:
        yield f"the server grew by {grown / 1e6:.0f} MB, at most {MEMORY / 1e6:.0f} are allowed"


@contextmanager
def honest(places: list[Place], patience: float) -> Iterator["subprocess.Popen[bytes]"]:
    """The honest players' process."""
    process = _started("honest_players", str(patience), line=msgspec.json.encode(places))
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _started(module: str, *arguments: str, line: bytes) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", f"{__package__}.{module}", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return process


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(psutil.Process(pid).memory_info().rss)


def cpu_seconds(pid: int) -> float:
    """Seconds for which a process has worked."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


class MemoryGauge:
    """The most memory that a process held, read twenty times a second."""

    def __init__(self, pid: int) -> None:
        self._pid, self._over = pid, Event()
        self.most = memory(pid)
        self._thread = Thread(target=self._weigh, daemon=True)
        self._thread.start()

    def _weigh(self) -> None:
        while not self._over.wait(0.05):
            self.most = max(self.most, memory(self._pid))

    def stop(self) -> int:
        self._over.set()
        self._thread.join()
        return self.most


def run_attack(plan: Plan, progress: Progress) -> Report:
    """Runs the whole attack. Raises AssertionError where the server does not even open."""
    with ExitStack() as stack:
        environment = {"HURRY": str(plan.hurry), **ENVIRONMENT}
        server = stack.enter_context(temp_server(shorten_limits, *plan.patches, **environment))
        tables = [bot_table(server.base_url, number) for number in range(plan.tables)]
        with honest([place for places in tables for place in places], plan.limit) as players:
            assert players.stdout is not None
            assert players.stdout.readline(), "the honest people ended by themselves"
            before, base, worked = monotonic(), memory(server.pid), cpu_seconds(server.pid)
            sleep(plan.calm)
            scales, began = MemoryGauge(server.pid), monotonic()
            peace = (cpu_seconds(server.pid) - worked) / (began - before + 1e-9)
            worked = cpu_seconds(server.pid)
            path = f"/ws/table/{tables[0][0].room}"
            what = AttackPlan(server.port, path, plan.kinds, plan.each, plan.seconds, plan.limit)
            attackers = _started("attackers", line=msgspec.json.encode(what))
            while attackers.poll() is None:
                progress.show(f"{memory(server.pid) / 1e6:.0f} MB in the server")
                sleep(0.1)
            ended = monotonic()
            work = (peace, (cpu_seconds(server.pid) - worked) / (ended - began))
            printed, _ = attackers.communicate()
            grown = scales.stop() - base
            sleep(min(plan.calm, 3.0))
            kept = memory(server.pid) - base
            reasons = cuts(server)
            seen = msgspec.json.decode(players.communicate()[0], type=Seen)
        results = msgspec.json.decode(printed, type=dict[str, Result])
        calm, attacked = delays(seen.answers, before, began), delays(seen.answers, began, ended)
        faults = list(judged(plan, ended - began, results, seen, grown))
        faults += logged_errors(server)
    return Report(results, calm, attacked, grown, kept, reasons, seen.moves, work, faults)


def cuts(server: ServerProcess) -> dict[str, float]:
    """The server's own count of cuts, by reason."""
    text = httpx2.get(f"{server.base_url}/metrics").text
    lines = [line for line in text.splitlines() if line.startswith("pecking_order_cuts_total{")]
    return {line.split('"')[1]: float(line.rpartition(" ")[2]) for line in lines}


def prove(options: RunOptions) -> Findings:
    seconds = options.minutes * 60
    quick = seconds < 60
    plan = Plan(
        calm=3.0 if quick else max(10.0, seconds / 4),
        seconds=max(3.0, seconds - 20) if quick else max(30.0, seconds / 2),
        limit=LONGEST + SLACK,
        hurry=HURRY if quick else 1.0,
    )
    report = run_attack(plan, Progress(options))
    if options.verbose:
        for line in lines_of(report):
            print_line(line)
    cut = sum(len(result.cuts) for result in report.results.values())
    uncut = sum(result.uncut for result in report.results.values())
    figure = (
        f"{uncut} not cut of {cut + uncut:,} attackers ({len(plan.kinds)} kinds, {plan.each} of "
        f"each at once); honest answers {report.calm} in peace, {report.attacked} under attack; "
        f"the server grew by {report.grown / 1e6:.1f} MB, kept {report.kept / 1e6:.1f} MB"
    )
    return Findings({"P6": figure}, tuple(report.faults))


def lines_of(report: Report) -> Iterator[str]:
    for kind, result in report.results.items():
        cuts = sorted(result.cuts)
        when = f"cut after {cuts[len(cuts) // 2]:.1f} s, at most {cuts[-1]:.1f} s" if cuts else ""
        yield (
            f"{kind:16} {len(cuts):6} cut  {result.uncut:3} not  "
            f"{result.served:6} served  {result.refused:6} refused  {when}"
        )
    reasons = (f"{count:.0f} {reason}" for reason, count in sorted(report.reasons.items()))
    yield f"the server's own count: {', '.join(reasons)}"
    yield f"honest players made {report.moves:,} moves"
    peace, attack = report.work
    yield f"the server took {peace:.0%} of a core in peace, {attack:.0%} under attack"


def planted(fault: Patch, *kinds: str) -> PlantedFault:
    """That fault, with the attackers whom it spares; a sound server cuts them within 2 s."""
    plan = Plan(0.0, 0.5, limit=3.0, hurry=0.1, kinds=kinds, each=3, patches=(fault,), tables=1)

    def run(options: RunOptions) -> Findings:
        return Findings({}, tuple(run_attack(plan, Progress(options)).faults))

    return PlantedFault("P6", run)


PROOF: Final = Proof(
    "attackers",
    ("P6",),
    "sixteen kinds of attackers beside honest players",
    prove,
    quick=0.3,
    planted={
        "no-gate": planted(no_gate, "silent", "pings"),
        "frames-uncounted": planted(frames_uncounted, "pings-and-reads"),
        "waits-in-the-actor": planted(waits_in_the_actor, "never-reads"),
    },
)
