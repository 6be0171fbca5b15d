"""A player whose connection is cut again and again, beside a window that stays open."""

import asyncio
from collections import Counter
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec

from tests.prove.clients.bot_tables import Place
from tests.prove.clients.decisions import gathering, question, random_play
from tests.prove.connections.cuts.byte_client import ByteClient, Ended
from tests.prove.connections.cuts.proxy import Plan, Proxy, Way
from tests.prove.connections.cuts.window_state import WindowState, differences
from tests.prove.runner.patience import patient_timeout
from tests.server_process import ServerProcess

GIVE_UP: Final = 0.15
"""Seconds of silence after which a player whose connection was swallowed tries another."""
STREAM: Final = 24_000
"""Bytes of a stream after which cuts begin at byte 0 again, unless one was longer."""


class Tally(msgspec.Struct):
    """The counts of all tables together."""

    cuts: Counter[str] = msgspec.field(default_factory=Counter)
    """By way."""
    returns: list[float] = []
    """Seconds from a new connection to a view."""
    moves: int = 0
    repeated: int = 0
    """Commands repeated because their answer was lost."""
    longest: int = STREAM
    """Bytes of the longest stream."""
    faults: list[str] = []


class ReturningPlayer:
    """The player of one table: a window that stays open, and one that is cut."""

    def __init__(
        self,
        place: Place,
        server: ServerProcess,
        first: int,
        stride: int,
        chance: Random,
        tally: Tally,
        patience: float,
    ) -> None:
        self._place, self._server, self._chance, self._tally, self._patience = (
            place,
            server,
            chance,
            tally,
            patience,
        )
        self._port = server.port
        self._at, self._stride = first, stride
        self._path = f"/ws/table/{place.room}"
        self._proxy = Proxy(server.port)
        self._measure = WindowState()
        self._changed = asyncio.Event()
        self._said: dict[str, Any] | None = None
        """The command that is not answered yet."""
        self._hasty = False
        """The prompt may end before the answer is repeated: by its window, or by itself."""
        self._number = 0

    async def run(self, over: asyncio.Event) -> None:
        await self._proxy.open()
        line = await ByteClient.to(self._port, self._path, self._place.origin, self._place.cookie)
        staying = asyncio.create_task(self._stay(line))
        try:
            while not over.is_set() and not self._tally.faults:
                await self._cut()
                await self._return()
        finally:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
            line.close()
            await self._proxy.close()

    async def _stay(self, line: ByteClient) -> None:
        try:
            while True:
                self._measure.hear(await line.hear())
                self._changed.set()
        except Ended as ended:
            self._tally.faults.append(f"the window that should have stayed open was ended: {ended}")
            self._changed.set()

    # -- one cut

    def _plan(self) -> tuple[Plan, bool]:
        """The next plan; True if the answer to the command gets lost as well."""
        chance, kind = self._chance, self._chance.random()
        if kind < 0.7:
            self._at = (
                self._at + self._stride
                if self._at < self._tally.longest
                else self._at % self._stride
            )
            return Plan(chance.choice((Way.RESET, Way.CLOSE)), down=self._at), False
        if kind < 0.84:
            return Plan(
                chance.choice((Way.RESET, Way.CLOSE, Way.HALF)), up=chance.randrange(800)
            ), False
        if kind < 0.90:
            return Plan(Way.RESET), True
        if kind < 0.93:
            return Plan(Way.BLACKHOLE, down=chance.randrange(self._tally.longest)), False
        if kind < 0.96:
            return Plan(Way.RESET, down=chance.randrange(self._tally.longest), delay=0.002), False
        if kind < 0.98:
            return Plan(Way.RESET, down=chance.randrange(self._tally.longest), rate=400_000), False
        return Plan(Way.CLOSE, down=chance.randrange(2000), crumbs=True), False

    async def _cut(self) -> None:
        plan, lost = self._plan()
        self._proxy.next(plan)
        window, line = WindowState(), None
        try:
            async with asyncio.timeout(self._patience):
                line = await self._connect(plan)
                while (
                    self._said is None
                    or self._said["id"] not in window.answers
                    or window.question is None
                ):
                    if self._said is None and self._speak(window) and lost:
                        self._proxy.mute()
                        await self._happened(line)
                        break
                    if self._said is not None and "said" not in self._said:
                        await self._send(line)
                    window.hear(await self._hear(line, plan))
        except (Ended, TimeoutError):
            pass
        self._take(window)
        if line is not None:
            line.close()
        self._tally.longest = max(self._tally.longest, self._proxy.passed[1])
        self._tally.cuts["answer lost" if lost else plan.way.value] += 1

    async def _connect(self, plan: Plan) -> ByteClient:
        coming = ByteClient.to(self._proxy.port, self._path, self._place.origin, self._place.cookie)
        if plan.way is not Way.BLACKHOLE:
            return await coming
        try:
            return await asyncio.wait_for(coming, GIVE_UP)
        except TimeoutError:
            raise Ended("swallowed") from None

    async def _hear(self, line: ByteClient, plan: Plan) -> dict[str, Any]:
        if plan.way is not Way.BLACKHOLE:
            return await line.hear()
        try:
            return await asyncio.wait_for(line.hear(), GIVE_UP)
        except TimeoutError:
            raise Ended("swallowed") from None

    async def _happened(self, line: ByteClient) -> None:
        """The command takes effect, and its answer does not arrive."""
        before = self._measure.question
        await self._send(line)
        while self._measure.question == before and not self._tally.faults:
            self._changed.clear()
            await self._changed.wait()

    # -- coming back

    async def _return(self) -> None:
        self._proxy.next(Plan())
        began, window = monotonic(), WindowState()
        line: ByteClient | None = None
        try:
            async with patient_timeout(self._patience, self._server.pid):
                line = await ByteClient.to(
                    self._proxy.port, self._path, self._place.origin, self._place.cookie
                )
                while window.frame is None and (
                    window.room is None or window.room["match"] is not None
                ):
                    window.hear(await line.hear())
                self._tally.returns.append(monotonic() - began)
                if self._said is not None:
                    self._tally.repeated += 1
                    await self._send(line)
                await self._agree(line, window)
        except TimeoutError:
            what = differences(window, self._measure)
            self._tally.faults.append(
                f"room {self._place.room} was wrong {self._patience:.0f} s after a return: "
                f"{what or 'no answer'}"
            )
        except Ended as ended:
            self._tally.faults.append(
                f"room {self._place.room}: a connection that nobody cut was ended: {ended}"
            )
        if line is not None:
            line.close()

    async def _agree(self, line: ByteClient, window: WindowState) -> None:
        """Waits until both windows show the same and the command is answered."""
        hearing = asyncio.create_task(line.hear())
        try:
            while self._said is not None or not self._calm() or differences(window, self._measure):
                self._changed.clear()
                changing = asyncio.create_task(self._changed.wait())
                await asyncio.wait((hearing, changing), return_when=asyncio.FIRST_COMPLETED)
                changing.cancel()
                if hearing.done():
                    window.hear(hearing.result())
                    hearing = asyncio.create_task(line.hear())
                self._take(window)
                if self._over(self._measure) and self._said is None:
                    self._start()
                    await self._send(line)
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    def _calm(self) -> bool:
        """The table waits for this player's move."""
        return self._measure.question is not None

    @staticmethod
    def _over(window: WindowState) -> bool:
        room = window.room
        return (
            room is not None
            and room["stage"] == "gathering"
            and gathering(room, host=True) is not None
        )

    # -- what is said

    def _start(self) -> None:
        self._number += 1
        self._said = {"type": "start", "id": f"s{self._number}"}

    def _speak(self, window: WindowState) -> bool:
        """Chooses the next move; False if there is none."""
        if window.frame is None or question(window.frame) is None:
            return False
        self._number += 1
        self._said = random_play(window.frame, self._chance) | {"id": f"m{self._number}"}
        prompt = window.frame["prompt"]
        self._hasty = any(prompt.get(name) for name in ("window", "within", "automatic"))
        return True

    async def _send(self, line: ByteClient) -> None:
        assert self._said is not None, "something is to be said"
        text = {name: value for name, value in self._said.items() if name != "said"}
        self._said["said"] = True
        await line.say(text)

    def _take(self, window: WindowState) -> None:
        """Takes the answer, if it has come."""
        answer = None if self._said is None else window.answers.get(self._said["id"])
        if answer is None or self._said is None:
            return
        if answer["type"] == "refused" and self._said["type"] == "play" and not self._hasty:
            self._tally.faults.append(
                f"room {self._place.room}: a legal move was refused: {answer['code']}, {self._said}"
            )
        self._tally.moves += self._said["type"] == "play"
        self._said = None
