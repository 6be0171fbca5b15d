"""A server that is closed and opened again under play, and what its players lose by it.

Eight of ten restarts are by SIGTERM and one by SIGKILL. At one of ten the server comes back with
other versions of the rules, the only thing that stops matches. After each return the log is
compared with what the players saw.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from signal import SIGTERM
from time import monotonic, time
from typing import Final

import msgspec

from tests.database import fetch
from tests.prove.clients.bot_tables import bot_table
from tests.prove.clients.player_memory import Fault
from tests.prove.clients.random_player import PlayedTable, RandomPlayer
from tests.prove.connections.restarts.restart_clients import ClockWatch
from tests.prove.connections.restarts.stuck_connections import open_stuck_connections
from tests.prove.crashes.campaign import Campaign, Plan
from tests.prove.runner.patience import Patience
from tests.web.visitors import Visitor

RESTARTS: Final = (*["deploy"] * 8, "kill", "rules")
EXIT: Final = 10.0
"""Seconds of Patience within which the server must have ended."""
TOLERANCE: Final = 150
"""Milliseconds by which clocks that were read at different moments may differ."""
ENVIRONMENT: Final = {"PECKING_ORDER_PACE": "0.1", "PECKING_ORDER_LOG_LEVEL": "warning"}
_RUNNING: Final = "SELECT id FROM matches WHERE state = 'running'"


class Tally(msgspec.Struct):
    """The counts of one run."""

    exits: list[float] = []
    """Seconds from SIGTERM to the end of the process."""
    pauses: list[float] = []
    """For each table, seconds from the signal to a new frame."""
    told: int = 0
    """Open connections that got a goodbye."""
    open: int = 0
    """All connections that were open."""
    clocks: int = 0
    """Clocks that were compared before and after."""
    stopped: set[str] = set()
    """Matches stopped because their rules had changed."""


class Deployment(Campaign):
    """One run. `kills` counts the restarts by their kinds.

    `away`: seconds for which the server stays closed: a clock that runs on shows the more.
    """

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        verbose: bool = False,
        exit_limit: float = EXIT,
        away: float = 0.0,
    ) -> None:
        super().__init__(plan, folder, verbose)
        self.tally = Tally()
        self._exit_limit, self._away = exit_limit, away
        self._watches: list[ClockWatch] = []
        self._excused: set[str] = set()
        """Matches that ran when the rules changed."""
        self._rules = 1
        self._stuck_room = ""
        server = self._machine.new_server(folder, self._machine.url, plan.patches, **ENVIRONMENT)
        self._machine.server = server
        self._servers = [server]

    def _open_table(self, number: int) -> tuple[PlayedTable, Sequence[RandomPlayer]]:
        if not number:
            self._stuck_room = bot_table(self._machine.server.base_url, 0, people=1)[0].room
        table, players = super()._open_table(number)
        wind(table, players[0])
        self._watches += [ClockWatch(player) for player in players]
        return table, players

    async def _closing(self) -> None:
        self._machine.kill_server()

    # -- one restart

    async def _round(self) -> None:
        kind, server = self._chance.choice(self.plan.victims), self._machine.server
        await asyncio.sleep(self._chance.uniform(0, 0.4))
        stuck = open_stuck_connections(server.port, self._stuck_room)
        try:
            signalled = monotonic()
            for watch in self._watches:
                watch.said_goodbye = False
            connected = [watch for watch in self._watches if watch.player.connected]
            if kind == "kill":
                server.kill()
            else:
                await self._close()
        finally:
            for one in stuck:
                one.close()
        await self._heard_out()
        for watch in self._watches:
            watch.lost(round(time() * 1000))
        if kind != "kill" and not self.faults:
            self._count_goodbyes(connected)
        await self._check()
        if self.faults:
            return
        if kind == "rules":
            self._rules += 1
            server._environment["RULES"] = str(self._rules)
            self._excused |= {row["id"] for row in await fetch(self._machine.url, _RUNNING)}
        await asyncio.sleep(self._away)
        began = round(time() * 1000)
        await self._machine.start_server()
        self._back()
        self._returned = signalled
        await self._everybody()
        self.tally.pauses += [table.back for table in self._tables if table.back is not None]
        await self._all_have_frames()
        self.kills[kind] += 1
        self._compare_clocks(began)
        await self._check()

    async def _close(self) -> None:
        process = self._machine.server._process
        assert process is not None, "it runs"
        began, patience = monotonic(), Patience(self._exit_limit, process.pid)
        process.send_signal(SIGTERM)
        while process.poll() is None and not patience.over:
            await asyncio.sleep(0.01)
        self.tally.exits.append(monotonic() - began)
        if process.poll() is None:
            late = f"the server had not ended {self._exit_limit:.0f} s after SIGTERM"
            self.faults.append(Fault("late", late))
        self._machine.kill_server()

    async def _all_have_frames(self) -> None:
        """Waits until every player who had a frame has got another."""
        end = monotonic() + self.plan.dead

        def behind() -> bool:
            return any(watch.after is None for watch in self._watches if watch.frame is not None)

        while behind() and monotonic() < end:
            await asyncio.sleep(0.01)

    # -- what must hold

    def _count_goodbyes(self, connected: Sequence[ClockWatch]) -> None:
        told = sum(watch.said_goodbye for watch in connected)
        self.tally.told += told
        self.tally.open += len(connected)
        if 2 * told < len(connected):
            words = f"{told} of {len(connected)} connections were told to come back"
            self.faults.append(Fault("untold", words))

    def _compare_clocks(self, began: int) -> None:
        for watch in self._watches:
            charged = watch.charged(began)
            if charged is not None:
                self.tally.clocks += 1
                if charged > TOLERANCE:
                    words = f"a restart cost somebody {charged} ms of the time to move"
                    self.faults.append(Fault("charged", words))

    def _is_excused(self, fault: Fault) -> bool:
        stopped = {match for match in self._excused if match in fault.words}
        if not stopped or "broken off" not in fault.words:
            return False
        self.tally.stopped |= stopped
        return True


def wind(table: PlayedTable, host: RandomPlayer) -> None:
    """Puts a clock on that table."""
    visitor = Visitor(table.base_url, table.game)
    with visitor.http, visitor.connect(table.room, cookie=host.cookie) as line:
        answer = line.ask("set-room", clock="relaxed")
        assert answer["type"] == "done", answer
