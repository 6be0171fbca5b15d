"""P6, nobody else's problem: attackers in one process, honest people in another, the house in a third; who is cut, what it costs whom."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

import httpx2
import msgspec

from app.settings import ROOT
from app.web.limits import RATES
from app.web.server.socket_quota import PER_NETWORK
from tests.prove.connections import server_fixture
from tests.prove.connections.attackers import processors
from tests.prove.connections.attackers.attack_plan import AttackPlan, Result
from tests.prove.connections.attackers.attackers import KINDS, LOOPING
from tests.prove.connections.attackers.honest_players import Seen
from tests.prove.connections.server_fixture import Place
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions, print_line
from tests.server_process import House

TABLES: Final = 6
EACH_KIND: Final = 8
LONGEST: Final = 25.0
"""Seconds: what the longest of the house's bounds (20 s for a body) leaves an attacker, and some for a busy processors."""
SLACK: Final = 95.0
"""Seconds that a busy machine may add before an attacker counts as uncut or a command as unanswered."""
MEMORY: Final = 64 * 1024 * 1024
"""Bytes by which the house may grow under all attackers together."""
HURRY: Final = 0.2
"""By this the house's own times are shortened in the quick share, where there is no time to wait for them."""
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
    planted: str = ""
    tables: int = TABLES
    measured: bool = False
    """Milliseconds are wanted: attackers work only when nobody else on their processor does."""


class Delays(msgspec.Struct, frozen=True):
    """Seconds that honest people waited for answers."""

    count: int
    median: float
    p99: float
    longest: float

    def __str__(self) -> str:
        return f"p50 {self.median * 1000:.1f}, p99 {self.p99 * 1000:.1f}, longest {self.longest * 1000:.0f} ms of {self.count:,}"


class Report(msgspec.Struct):
    """What one assault showed."""

    results: dict[str, Result]
    calm: Delays
    attacked: Delays
    grown: int
    """Bytes, at the worst moment."""
    kept: int
    """Bytes, after everybody had gone."""
    reasons: dict[str, float]
    """What the house says it cut, and why."""
    moves: int
    work: tuple[float, float]
    """Share of one processor that the house took in peace and under attack."""
    faults: list[str]
    echoes: tuple[Delays, Delays]
    """What the same people waited meanwhile for somebody who does nothing else, in peace and under attack: the machine's own share."""


def delays(answers: Sequence[tuple[float, float]], start: float, end: float) -> Delays:
    taken = sorted(seconds for asked, seconds in answers if start <= asked < end)
    if len(taken) < 2:
        return Delays(len(taken), 0, 0, 0)
    return Delays(
        len(taken),
        taken[len(taken) // 2],
        quantiles(taken, n=100, method="inclusive")[98],
        taken[-1],
    )


def judged(
    plan: Plan, seconds: float, results: Mapping[str, Result], seen: Seen, grown: int
) -> Iterator[str]:
    """What did not hold. No figure in milliseconds is judged here: they depend on the processors."""
    for kind, result in results.items():
        if result.uncut:
            yield f"{result.uncut} attackers of kind {kind} were not cut within {plan.limit:.0f} s"
        if kind not in LOOPING and not result.cuts and not result.uncut:
            yield f"no attacker of kind {kind} ever came in"
    most = PER_NETWORK + RATES["socket"].burst + seconds / RATES["socket"].seconds + 1
    for kind in ("comes-and-goes",):
        if kind in results and results[kind].served > most:
            yield f"{results[kind].served} connections of one address were served in {seconds:.0f} s, at most {most:.0f} should be"
    slow = [delay for _, delay in seen.answers if delay > plan.limit]
    if slow or seen.unanswered:
        yield f"{len(slow) + len(seen.unanswered)} honest commands had no answer within {plan.limit:.0f} s"
    if seen.lost:
        yield f"{len(seen.lost)} honest connections were lost: {seen.lost[0]}"
    if not seen.answers:
        yield "no honest command was answered at all"
    if grown > MEMORY:
        yield f"the house grew by {grown / 1e6:.0f} MB, at most {MEMORY / 1e6:.0f} are allowed"


@contextmanager
def honest(places: list[Place], patience: float) -> Iterator["subprocess.Popen[bytes]"]:
    """On the attackers' side of the machine, and before them in line; the echo beside them."""
    with processors.on(processors.OTHERS):
        echo = _started("tests.prove.connections.attackers.echo_server")
        assert echo.stdout is not None
        process = _started(
            "tests.prove.connections.attackers.honest_players",
            str(patience),
            echo.stdout.readline().decode().strip(),
            line=msgspec.json.encode(places),
        )
    try:
        yield process
    finally:
        for one in (process, echo):
            if one.poll() is None:
                one.kill()
            one.communicate()


def _started(module: str, *arguments: str, line: bytes | None = None) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=_path(),
    )
    assert process.stdin is not None
    if line is not None:
        process.stdin.write(line + b"\n")
        process.stdin.flush()
    return process


def _path() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


class MemoryGauge:
    """The most that a process held, looked at twenty times a second."""

    def __init__(self, pid: int) -> None:
        self._pid, self._over = pid, Event()
        self.most = server_fixture.memory(pid)
        self._thread = Thread(target=self._weigh, daemon=True)
        self._thread.start()

    def _weigh(self) -> None:
        while not self._over.wait(0.05):
            self.most = max(self.most, server_fixture.memory(self._pid))

    def stop(self) -> int:
        self._over.set()
        self._thread.join()
        return self.most


def run_attack(plan: Plan, progress: Progress) -> Report:
    """The whole evening. Raises AssertionError where the house does not even open."""
    with ExitStack() as evening:
        with processors.on(processors.HOUSE):
            environment = {"HURRY": str(plan.hurry), "PLANTED": plan.planted, **ENVIRONMENT}
            house = evening.enter_context(
                server_fixture.house("tests.prove.connections.planted_faults", **environment)
            )
        tables = [server_fixture.table(house.base_url, number) for number in range(plan.tables)]
        with honest([place for places in tables for place in places], plan.limit) as players:
            assert players.stdout is not None
            assert players.stdout.readline(), "the honest people ended by themselves"
            before, base, worked = (
                monotonic(),
                server_fixture.memory(house.pid),
                server_fixture.processor(house.pid),
            )
            sleep(plan.calm)
            scales, began = MemoryGauge(house.pid), monotonic()
            peace = (server_fixture.processor(house.pid) - worked) / (began - before + 1e-9)
            worked = server_fixture.processor(house.pid)
            path = f"/ws/table/{tables[0][0].room}"
            what = AttackPlan(house.port, path, plan.kinds, plan.each, plan.seconds, plan.limit)
            with processors.on(processors.OTHERS):
                attackers = _started(
                    "tests.prove.connections.attackers.attackers", line=msgspec.json.encode(what)
                )
            if plan.measured:
                processors.last_in_line(attackers.pid)
            while attackers.poll() is None:
                progress.show(f"{server_fixture.memory(house.pid) / 1e6:.0f} MB in the house")
                sleep(0.1)
            ended = monotonic()
            work = (peace, (server_fixture.processor(house.pid) - worked) / (ended - began))
            printed, _ = attackers.communicate()
            grown = scales.stop() - base
            sleep(min(plan.calm, 3.0))
            kept = server_fixture.memory(house.pid) - base
            reasons = cuts(house)
            seen = msgspec.json.decode(players.communicate()[0], type=Seen)
        results = msgspec.json.decode(printed, type=dict[str, Result])
        calm, attacked = delays(seen.answers, before, began), delays(seen.answers, began, ended)
        echoes = delays(seen.echoes, before, began), delays(seen.echoes, began, ended)
        faults = list(judged(plan, ended - began, results, seen, grown))
        faults += server_fixture.logged_errors(house)
    return Report(results, calm, attacked, grown, kept, reasons, seen.moves, work, faults, echoes)


def cuts(house: House) -> dict[str, float]:
    """By reason, as the house counts them."""
    text = httpx2.get(f"{house.base_url}/metrics").text
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
        measured=not quick,
    )
    report = run_attack(plan, Progress(options))
    if options.verbose:
        for line in told(report):
            print_line(line)
    everybody = sum(len(result.cuts) for result in report.results.values())
    uncut = sum(result.uncut for result in report.results.values())
    figure = (
        f"{uncut} not cut of {everybody + uncut:,} attackers ({len(plan.kinds)} kinds, {plan.each} of each at once); "
        f"honest answers {report.calm} in peace, {report.attacked} under attack "
        f"(an echo: p99 {report.echoes[0].p99 * 1000:.1f} and {report.echoes[1].p99 * 1000:.1f} ms; {processors.SAYS}); "
        f"the house grew by {report.grown / 1e6:.1f} MB, kept {report.kept / 1e6:.1f} MB"
    )
    return Findings({"P6": figure}, tuple(report.faults))


def told(report: Report) -> Iterator[str]:
    for kind, result in report.results.items():
        taken = sorted(result.cuts)
        when = (
            f"cut after {taken[len(taken) // 2]:.1f} s, at most {taken[-1]:.1f} s" if taken else ""
        )
        yield f"{kind:16} {len(taken):6} cut  {result.uncut:3} not  {result.served:6} served  {result.refused:6} refused  {when}"
    yield "the house's own count: " + ", ".join(
        f"{count:.0f} {reason}" for reason, count in sorted(report.reasons.items())
    )
    yield f"honest people made {report.moves:,} moves"
    yield f"the house took {report.work[0]:.0%} of a core in peace, {report.work[1]:.0%} under attack"


def planted(name: str, *kinds: str, limit: float = 3.0) -> "PlantedFault":
    """That fault, with just the attackers who meet it: cut after 2 s at most by the hurried house as it should be."""

    def run(options: RunOptions) -> Findings:
        plan = Plan(
            calm=0.0,
            seconds=0.5,
            limit=limit,
            hurry=0.1,
            kinds=kinds,
            each=3,
            planted=name,
            tables=1,
        )
        return Findings({}, tuple(run_attack(plan, Progress(options)).faults))

    return PlantedFault("P6", SAYS[name], run)


SAYS: Final = {
    "no-gate": "uvicorn as it comes",
    "frames-uncounted": "as many frames as one likes",
    "waits-in-the-actor": "a table waits until everybody has taken what it sends",
}

PROOF: Final = Proof(
    "attackers",
    ("P6",),
    "sixteen kinds of attackers beside honest people",
    prove,
    quick=0.3,
    planted={
        "no-gate": planted("no-gate", "silent", "pings"),
        "frames-uncounted": planted("frames-uncounted", "pings-and-reads"),
        "waits-in-the-actor": planted("waits-in-the-actor", "never-reads"),
    },
)
