"""P5, reconnect is invisible: connections cut at every byte and in every way, and what their owners see when they are back.

At each table sits one person with two windows. One stays open and is the measure; the other plays through a proxy that cuts it.
After each cut the person comes back, says again what was not answered, and must see what the first window sees.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any, Final

import msgspec

from tests.house import House
from tests.prove.patience import patient
from tests.prove.proof import Ask, Found, Planted, Progress, Proof, say
from tests.prove.wire import stage
from tests.prove.wire.line import Ended, Line
from tests.prove.wire.proxy import Plan, Proxy, Way
from tests.prove.wire.stage import Place

TABLES: Final = 16
PATIENCE: Final = 60.0
"""Seconds of Patience within which the two windows must show the same."""
LEAST: Final = 100
"""Cuts before which it does not end: what was never tried has not held."""
SHORT: Final = 3.0
"""The same for planted faults, which never come right."""
LAST: Final = 3.0
"""Seconds that the last cuts are given once time is up."""
GIVE_UP: Final = 0.15
"""Seconds of silence after which a person whose connection was swallowed tries another."""
FIRST_EVENTS: Final = 100
"""How many of the last events a newcomer is told."""
STREAM: Final = 24_000
"""Bytes from the house after which the next cut begins at none again, unless a connection brought more."""
ENVIRONMENT: Final = {"PECKING_ORDER_LIMITS": "1000", "PECKING_ORDER_PATIENCE": "100", "PECKING_ORDER_LOG_LEVEL": "warning"}
IGNORED: Final = ("type", "n", "now", "events", "acting", "clocks")
"""What differs between two windows of one person, or between two moments."""


class Window:
    """What one connection has shown so far."""

    def __init__(self) -> None:
        self.room: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.events: list[Any] = []
        self.answers: dict[str, dict[str, Any]] = {}

    def hear(self, notice: dict[str, Any]) -> None:
        match notice["type"]:
            case "room":
                self.room = notice
            case "frame":
                if self.frame is not None and self.frame["match"] != notice["match"]:
                    self.events = []
                self.frame = notice
                self.events += notice["events"]
            case "done" | "refused":
                self.answers[str(notice["id"])] = notice

    @property
    def question(self) -> str | None:
        """The key of what is asked here."""
        asked = self.frame and not self.frame["outcome"] and self.frame["prompt"]
        return asked["key"] if asked else None


def differences(new: Window, old: Window) -> str | None:
    """How the window that came back differs from the one that stayed, or None."""
    for name in ("room", "frame"):
        mine, measure = getattr(new, name), getattr(old, name)
        if (mine is None) != (measure is None):
            return f"one window has a {name}, the other has none"
        for field in measure or ():
            if field not in IGNORED and mine[field] != measure[field]:
                return f"{name}.{field} is {_short(mine[field])} and should be {_short(measure[field])}"
    if len(new.events) < min(FIRST_EVENTS, len(old.events)):
        return f"{len(new.events)} events are known and {min(FIRST_EVENTS, len(old.events))} should be"
    if new.events and new.events != old.events[-len(new.events) :]:
        return "the events are not those that the other window has"
    return None


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 200 else f"{text[:200]}…"


class Tally(msgspec.Struct):
    """What all tables together saw."""

    cuts: Counter[str] = msgspec.field(default_factory=Counter)
    """By way."""
    returns: list[float] = []
    """Seconds from a new connection to a view."""
    moves: int = 0
    repeated: int = 0
    """Commands that were said again, because their answer was lost."""
    longest: int = STREAM
    """Bytes of the longest stream."""
    faults: list[str] = []


class Person:
    """One table's person: a window that stays, and one that is cut."""

    def __init__(self, place: Place, house: House, first: int, stride: int, chance: Random, tally: Tally, patience: float) -> None:
        self._place, self._house, self._chance, self._tally, self._patience = place, house, chance, tally, patience
        self._port = house.port
        self._at, self._stride = first, stride
        self._path = f"/ws/table/{place.room}"
        self._proxy = Proxy(house.port)
        self._measure = Window()
        self._changed = asyncio.Event()
        self._said: dict[str, Any] | None = None
        """What was said and not answered yet."""
        self._hasty = False
        """The question has a window: it may be over before the answer to it is said again."""
        self._number = 0

    async def run(self, over: asyncio.Event) -> None:
        await self._proxy.open()
        line = await Line.to(self._port, self._path, self._place.origin, self._place.cookie)
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

    async def _stay(self, line: Line) -> None:
        try:
            while True:
                self._measure.hear(await line.hear())
                self._changed.set()
        except Ended as ended:
            self._tally.faults.append(f"the window that should have stayed open was ended: {ended}")
            self._changed.set()

    # -- one cut

    def _plan(self) -> tuple[Plan, bool]:
        """The next plan, and whether the answer to what is said gets lost as well."""
        chance, kind = self._chance, self._chance.random()
        if kind < 0.7:
            self._at = self._at + self._stride if self._at < self._tally.longest else self._at % self._stride
            return Plan(chance.choice((Way.RESET, Way.CLOSE)), down=self._at), False
        if kind < 0.84:
            return Plan(chance.choice((Way.RESET, Way.CLOSE, Way.HALF)), up=chance.randrange(800)), False
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
        window, line = Window(), None
        try:
            async with asyncio.timeout(self._patience):
                line = await self._connect(plan)
                while self._said is None or self._said["id"] not in window.answers or window.question is None:
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

    async def _connect(self, plan: Plan) -> Line:
        coming = Line.to(self._proxy.port, self._path, self._place.origin, self._place.cookie)
        if plan.way is not Way.BLACKHOLE:
            return await coming
        try:
            return await asyncio.wait_for(coming, GIVE_UP)
        except TimeoutError:
            raise Ended("swallowed") from None

    async def _hear(self, line: Line, plan: Plan) -> dict[str, Any]:
        if plan.way is not Way.BLACKHOLE:
            return await line.hear()
        try:
            return await asyncio.wait_for(line.hear(), GIVE_UP)
        except TimeoutError:
            raise Ended("swallowed") from None

    async def _happened(self, line: Line) -> None:
        """What is said takes effect, and its answer does not arrive."""
        before = self._measure.question
        await self._send(line)
        while self._measure.question == before and not self._tally.faults:
            self._changed.clear()
            await self._changed.wait()

    # -- coming back

    async def _return(self) -> None:
        self._proxy.next(Plan())
        began, window = monotonic(), Window()
        line: Line | None = None
        try:
            async with patient(self._patience, self._house.pid):
                line = await Line.to(self._proxy.port, self._path, self._place.origin, self._place.cookie)
                while window.frame is None and (window.room is None or window.room["match"] is not None):
                    window.hear(await line.hear())
                self._tally.returns.append(monotonic() - began)
                if self._said is not None:
                    self._tally.repeated += 1
                    await self._send(line)
                await self._agree(line, window)
        except TimeoutError:
            what = differences(window, self._measure)
            self._tally.faults.append(
                f"room {self._place.room} was not as it should be {self._patience:.0f} s after a return: {what or 'no answer'}"
            )
        except Ended as ended:
            self._tally.faults.append(f"room {self._place.room}: a connection that nobody cut was ended: {ended}")
        if line is not None:
            line.close()

    async def _agree(self, line: Line, window: Window) -> None:
        """Until both windows show the same, and what was said is answered."""
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
        """The table waits for this person: nothing happens until something is said."""
        return self._measure.question is not None

    @staticmethod
    def _over(window: Window) -> bool:
        return window.room is not None and window.room["stage"] == "gathering" and window.room["misfit"] is None

    # -- what is said

    def _start(self) -> None:
        self._number += 1
        self._said = {"type": "start", "id": f"s{self._number}"}

    def _speak(self, window: Window) -> bool:
        """Chooses the next move; whether there is one."""
        if window.question is None or not window.frame or not window.frame["moves"]:
            return False
        self._number += 1
        move = self._chance.choice(window.frame["moves"])
        self._said = {"type": "play", "id": f"m{self._number}", "key": window.question, "move": move}
        self._hasty = window.frame["prompt"]["window"] is not None
        return True

    async def _send(self, line: Line) -> None:
        assert self._said is not None, "something is to be said"
        text = {name: value for name, value in self._said.items() if name != "said"}
        self._said["said"] = True
        await line.say(text)

    def _take(self, window: Window) -> None:
        """Was it answered?"""
        answer = None if self._said is None else window.answers.get(self._said["id"])
        if answer is None or self._said is None:
            return
        if answer["type"] == "refused" and self._said["type"] == "play" and not self._hasty:
            self._tally.faults.append(f"room {self._place.room}: a legal move said again was refused: {answer['code']}")
        self._tally.moves += self._said["type"] == "play"
        self._said = None


async def evening(seed: int, house: House, places: list[Place], progress: Progress, most: int | None, patience: float) -> Tally:
    """Until time is up, something did not hold, or there were so many cuts."""
    chance, tally, over = Random(seed), Tally(), asyncio.Event()
    people = [
        Person(place, house, number + chance.randrange(STREAM), len(places), Random(chance.getrandbits(64)), tally, patience)
        for number, place in enumerate(places)
    ]
    tasks = [asyncio.create_task(person.run(over)) for person in people]
    while not tally.faults and (not progress.over or tally.cuts.total() < LEAST) and (most is None or tally.cuts.total() < most):
        await asyncio.wait(tasks, timeout=0.1, return_when=asyncio.FIRST_EXCEPTION)
        if any(task.done() for task in tasks):
            break
        progress.tell(f"{tally.cuts.total():,} cuts  {tally.moves:,} moves  {len(tally.faults)} faults")
    over.set()
    done, late = await asyncio.wait(tasks, timeout=LAST)
    for task in late:  # in the middle of a cut that waits for bytes which may never come: not judged
        task.cancel()
    await asyncio.gather(*done)
    await asyncio.gather(*late, return_exceptions=True)
    return tally


def proven(ask: Ask, planted: str = "", tables: int = TABLES, most: int | None = None, patience: float = PATIENCE) -> Tally:
    with stage.house("tests.prove.wire.broken_house", PLANTED=planted, **ENVIRONMENT) as house:
        places = [stage.table(house.base_url, number, people=1, listed=False)[0] for number in range(tables)]
        tally = asyncio.run(evening(ask.seed, house, places, Progress(ask), most, patience))
        tally.faults += stage.trouble(house)
    return tally


def prove(ask: Ask) -> Found:
    tally = proven(ask)
    if ask.loud:
        for line in told(tally):
            say(line)
    times = sorted(tally.returns) or [0.0]
    figure = (
        f"{len(tally.faults)} mismatches in {tally.cuts.total():,} cuts ({tally.moves:,} moves, {tally.repeated:,} said again); "
        f"a current view after {times[len(times) // 2] * 1000:.1f} ms (p50), {times[len(times) * 99 // 100] * 1000:.0f} ms (p99)"
    )
    return Found({"P5": figure}, tuple(tally.faults))


def told(tally: Tally) -> Iterator[str]:
    for way, count in sorted(tally.cuts.items()):
        yield f"{count:8,} {way}"
    yield f"the longest stream had {tally.longest:,} bytes"


def planted(name: str, says: str) -> Planted:
    return Planted("P5", says, lambda ask: Found({}, tuple(proven(ask, name, tables=2, most=400, patience=SHORT).faults)))


PROOF: Final = Proof(
    "cuts",
    ("P5",),
    "connections are cut at every byte, and come back",
    prove,
    quick=0.15,
    planted={
        "nothing-of-before": planted("nothing-of-before", "who comes back is not told what happened meanwhile"),
        "yesterdays-frame": planted("yesterdays-frame", "who comes back is shown the frame before the present one"),
        "told-twice": planted("told-twice", "the last event is told to a newcomer twice"),
        "repeat-unknown": planted("repeat-unknown", "a command said again is a new one"),
    },
)
