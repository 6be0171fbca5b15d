"""The proof `stalls`: a stall of the server costs no player time, and late answers are judged once.

The server is frozen for longer than anybody has left, and its log says when their time was up.
Players also answer within a millisecond of their deadline.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random
from time import time
from typing import Any, Final

import asyncpg
import msgspec
from msgspec.structs import replace

from app.table.actor.wakeup import CHECK_INTERVAL
from tests.database import fetch
from tests.prove.clients.client import TableClient, new_id, text_of
from tests.prove.clients.decisions import question
from tests.prove.connections.planted_faults import late_and_taken, stall_charged
from tests.prove.races.scenes import open_room_with
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.patience import patient_timeout
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import logged_errors, temp_server
from tests.server_process import ServerProcess

TABLES: Final = 4
BOTS: Final = 3
FROZEN: Final = 5.0
"""Seconds of a stall."""
LITTLE: Final = 4.0
"""Seconds that a player has left at the freeze, at most."""
TOLERANCE: Final = 0.1
"""Seconds by which two processes may read the same clock differently, and a log rounds."""
CLOSE: Final = 0.001
"""Seconds from the deadline within which an answer leaves."""
LEAST: Final = 2
"""Stalls and rounds of late answers before a run ends: what was never tried has not held."""
LONG: Final = 60.0
"""Seconds of Patience for anything that must come."""
TRUE: Final = frozenset({"done", "stale-move", "not-your-turn", "game-over"})
"""The allowed answers at the deadline."""
ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PATIENCE": "100",
    "PECKING_ORDER_PACE": "0.1",
}
_EXPIRED: Final = """
SELECT recorded_at AS at FROM entries
WHERE match_id = $1 AND body ->> 'key' = $2 AND body ->> 'type' = 'expired'
"""
_ANSWERED: Final = """
SELECT command FROM entries
WHERE match_id = $1 AND seat = $3 AND body ->> 'key' = $2 AND body ->> 'type' = 'played'
"""


class Question(msgspec.Struct, frozen=True):
    """A prompt with a deadline."""

    match: str
    key: str
    seat: int
    due: float
    """Seconds since 1970."""

    def __str__(self) -> str:
        return f"match {self.match}, question {self.key}"


def asked(window: TableClient) -> Question | None:
    """The prompt of this client, if it asks for a move and has a deadline."""
    frame = window.frame
    if question(frame) is None or frame["match"] != window.room["match"]:
        return None
    own = next((clock for clock in frame["clocks"] if clock["seat"] == frame["seat"]), None)
    if (
        own is None
        or own["due"] is None
        or own["soft"]
        or frame["prompt"].get("window") is not None
    ):
        return None
    return Question(frame["match"], frame["prompt"]["key"], frame["seat"], own["due"] / 1000)


class StallRun:
    """One run. `faults` says what did not hold."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.faults: list[str] = []
        self.stalls = self.spared = 0
        """`spared`: prompts whose time would have run out during a stall."""
        self.answers: Counter[str] = Counter()
        self.most = 0.0
        """The most seconds that a stall took from a player."""
        self._server, self._chance = server, Random(seed)
        self._windows: list[TableClient] = []

    async def run(self, progress: Progress, stalls: bool = True, late: bool = True) -> None:
        """Runs stalls, late answers, or both in turn."""
        turns = 0
        try:
            for number in range(TABLES):
                window = (await open_room_with(self._server.base_url, f"Watch {number}", 1, BOTS))[
                    0
                ][0]
                self._windows.append(window)
                await window.require("set-room", clock="brisk")
                await window.require("start")
            while not self.faults and (not progress.over or turns < LEAST):
                turns += 1
                if stalls:
                    await self._stall()
                if late and not self.faults:
                    await self._late()
                progress.show(
                    f"{self.stalls} stalls  {self.answers.total()} late answers  "
                    f"{len(self.faults)} faults"
                )
        except TimeoutError:
            self.faults.append(f"nobody was asked, or nothing was answered, for {LONG:.0f} s")
        finally:
            for window in self._windows:
                await window.close()

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with patient_timeout(LONG, self._server.pid):
            while not holds():
                await self._keep_playing()
                await asyncio.sleep(0.005)

    async def _keep_playing(self) -> None:
        """Starts the next match where one is over."""
        for window in self._windows:
            if window.room["stage"] == "gathering" and window.room["config_problem"] is None:
                await window.ask("start")

    # -- standing still

    async def _stall(self) -> None:
        await self._until(
            lambda: any(
                (one := asked(window)) and 0.5 < one.due - time() < LITTLE
                for window in self._windows
            )
        )
        os.kill(self._server.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(0.05)  # what it had sent arrives
            stood = time()
            questions = [
                one for window in self._windows if (one := asked(window)) and one.due > stood
            ]
            await asyncio.sleep(FROZEN)
            lasted = (
                time() - stood
            )  # at least: before it goes on, lest time in which nobody lets us look count as well
        finally:
            os.kill(self._server.pid, signal.SIGCONT)
        self.stalls += 1
        await self._until(lambda: self._settled(questions))
        for one in questions:
            if one.due < stood + lasted:
                self.spared += 1
            await self._judge(one, lasted)

    def _settled(self, questions: Sequence[Question]) -> bool:
        """None of these prompts is open any more."""
        open_keys = {
            (window.frame["match"], window.frame["prompt"]["key"])
            for window in self._windows
            if window.frame.get("prompt")
        }
        return not any((one.match, one.key) in open_keys for one in questions)

    async def _judge(self, one: Question, lasted: float) -> None:
        """Judges a prompt without an answer: all of the stall but one check interval was given
        back."""
        for row in await self._rows(_EXPIRED, one.match, one.key):
            at: datetime = row["at"]
            charged = one.due + lasted - at.timestamp()
            self.most = max(self.most, charged)
            if charged > CHECK_INTERVAL + TOLERANCE:
                self.faults.append(f"{one}: a stall of {lasted:.1f} s cost {charged:.2f} s")

    # -- at the last moment

    async def _late(self) -> None:
        """Every client answers at its deadline."""
        await asyncio.gather(*(self._answer(window) for window in self._windows))

    async def _answer(self, window: TableClient) -> None:
        await self._until(lambda: asked(window) is not None)
        one = asked(window)
        assert one is not None
        move, named = self._chance.choice(window.frame["moves"]), new_id()
        await window.ask("play-here")
        await asyncio.sleep(max(0.0, one.due - time() - 0.02))
        leaves = one.due + self._chance.uniform(-CLOSE, CLOSE)
        while time() < leaves:
            await asyncio.sleep(0)
        await window.socket.send(text_of("play", named, key=one.key, move=move))
        await self._until(lambda: named in window.answers)
        code, _ = window.answers.pop(named)
        self.answers[code] += 1
        rows = [
            str(row["command"]) for row in await self._rows(_ANSWERED, one.match, one.key, one.seat)
        ]
        expired = len(await self._rows(_EXPIRED, one.match, one.key))
        taken = any(command.endswith(f":{named}") for command in rows)
        if code not in TRUE:
            self.faults.append(f"{one}: an answer at the deadline was refused as {code}")
        elif (code == "done") != taken:
            self.faults.append(
                f"{one}: an answer at the deadline got {code} and is "
                f"{'in' if taken else 'not in'} the log"
            )
        elif taken and expired:
            self.faults.append(f"{one}: it was answered, and its time was up as well")

    async def _rows(self, query: str, *values: Any) -> list[asyncpg.Record]:
        return await fetch(self._server.database_url, query, *values)


def run_stalls(
    options: RunOptions, *faults: Patch, stalls: bool = True, late: bool = True
) -> StallRun:
    with temp_server(*faults, **ENVIRONMENT) as server:
        run = StallRun(server, options.seed)
        asyncio.run(run.run(Progress(options), stalls, late))
        run.faults += logged_errors(server)
    return run


def prove(options: RunOptions) -> Findings:
    run = run_stalls(options)
    answers = ", ".join(f"{many} {code}" for code, many in sorted(run.answers.items()))
    figure = (
        f"{len(run.faults)} wrong: {run.stalls} stalls of {FROZEN:.0f} s, {run.spared} prompts "
        f"that would have run out meanwhile, {max(0.0, run.most):.2f} s the most that one lost; "
        f"{run.answers.total()} answers within a millisecond of the deadline ({answers})"
    )
    return Findings({"P12": figure}, tuple(run.faults))


def planted(fault: Patch, late: bool) -> PlantedFault:
    """Found by late answers, or by stalls."""

    def run(options: RunOptions) -> Findings:
        once = replace(options, minutes=0.0)
        return Findings({}, tuple(run_stalls(once, fault, stalls=not late, late=late).faults))

    return PlantedFault("P12", run)


PROOF: Final = Proof(
    "stalls",
    ("P12",),
    "the server is frozen while clocks run, and players answer at the last moment",
    prove,
    quick=0.15,
    planted={
        "stall-charged": planted(stall_charged, late=False),
        "late-and-taken": planted(late_and_taken, late=True),
    },
)
