"""Three processes on one PostgreSQL that are killed, frozen, cut off and restarted in turn.

Players reach their tables through any process. All checks of the crash campaign are made, and one
more: a table never leaves a process that lives.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Final

from tests.prove.clients.player_memory import Fault
from tests.prove.crashes.campaign import Campaign, Plan
from tests.server_process import ServerProcess

PROCESSES: Final = 3
SHARED: Final = {"PECKING_ORDER_SIBLINGS_SECRET": "only-for-processes-of-this-proof"}
EVENTS: Final = ("kill", "freeze", "cut", "restart")
NOTICED: Final = 7.0
"""Seconds until a page leaves a connection on which nothing comes."""
_OWNERS: Final = """
SELECT rooms.id, owner FROM rooms JOIN processes ON processes.number = owner
WHERE processes.name <> ALL($1::text[])
"""
_CUT: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name LIKE 'pecking-order server, process ' || $1 || ' on %'
"""


class ManyProcesses(Campaign):
    """`kills` counts the events by their kinds."""

    def __init__(self, plan: Plan, folder: Path, verbose: bool = False) -> None:
        super().__init__(plan, folder, verbose)
        self._servers = [
            self._machine.new_server(
                self._folder(number),
                self._machine.url,
                plan.patches,
                PECKING_ORDER_PROCESS_NAME=f"p{number}",
                **SHARED,
            )
            for number in range(PROCESSES)
        ]
        self._machine.server = self._servers[0]

    def _folder(self, number: int) -> Path:
        made = self.folder / f"p{number}"
        made.mkdir()
        return made

    async def _opened(self) -> None:
        for server in self._servers[1:]:
            await asyncio.to_thread(server.start)

    async def _closing(self) -> None:
        for server in self._servers[1:]:
            server.kill()

    async def _round(self) -> None:
        await self._everybody()
        await asyncio.sleep(self._chance.uniform(0, 0.5))
        number, event = self._chance.randrange(PROCESSES), self._chance.choice(EVENTS)
        victim, before = self._servers[number], await self._owners(number)
        self.kills[event] += 1
        if event == "cut":
            await self._cut(victim)
        elif event == "freeze":
            os.kill(victim.pid, signal.SIGSTOP)
            await asyncio.sleep(NOTICED)
        elif event == "restart":
            await asyncio.to_thread(victim.stop)
        else:
            victim.kill()
        self._lead_away(number if event != "cut" else None)
        self._back(30.0)
        await self._everybody()
        if event == "freeze":
            os.kill(victim.pid, signal.SIGCONT)
        elif event != "cut":
            await asyncio.to_thread(victim.start)
        await self._check()
        after = await self._owners(number)
        self.faults += [
            Fault("taken", f"table {room} left a process that lives")
            for room, owner in before.items()
            if after.get(room, owner) != owner
        ][:3]
        self._lead_away(None)
        self._back(30.0)
        self._tell()

    def _lead_away(self, ended: int | None) -> None:
        """Players come back through some process that is not the one that has ended."""
        there: list[ServerProcess] = [
            server for number, server in enumerate(self._servers) if number != ended
        ]
        for table in self._tables:
            table.base_url = self._chance.choice(there).base_url
        for player in self._players:
            player.leave()

    async def _owners(self, besides: int) -> dict[str, int]:
        """The owner of each room that a process other than that one runs."""
        connection = await self._machine.connect()
        try:
            rows = await connection.fetch(_OWNERS, [f"p{besides}"])
        finally:
            await connection.close()
        return {row["id"]: row["owner"] for row in rows}

    async def _cut(self, victim: ServerProcess) -> None:
        """Ends the session that holds the process's locks."""
        connection = await self._machine.connect()
        try:
            await connection.execute(_CUT, str(victim.pid))
        finally:
            await connection.close()
