"""A real table whose clients are the real pages' shuffle code, with a cheat between them."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Final

import msgspec

from app.table.model import client_messages as say
from app.table.model.room import MatchId
from tests.fair.load_verifier import verify
from tests.fair.sample_table import chained
from tests.prove.shuffles.cheating.games import GAMES
from tests.prove.shuffles.cheating.pages import Json, PageProcess
from tests.table.exported_record import exported
from tests.table.table_server import Guest, TableServer

NAMES: Final = ("Ann", "Bob", "Cat")
DEALS: Final = 2
HOLDS, NOT_FAIR, NOT_CHECKED, NOT_READ = "HOLDS", "NOT_FAIR", "NOT_CHECKED", "NOT_READ"
HEARD: Final = frozenset({"frame", "room", "done", "refused", "shuffle", "dealt", "cards-opened"})


class Cheat:
    """An honest server. A cheat changes what pages are told, what is taken of what they say, and
    what is revealed at the end.
    """

    done = False
    """Something was changed."""

    async def begin(self, stage: "Stage") -> None:
        """Called before the match begins."""

    def tell(self, window: "Window", message: Json) -> Sequence[Json]:
        """The messages that the page gets instead of this one."""
        return (message,)

    def take(self, window: "Window", command: Json) -> Sequence[Json]:
        """The commands that the table gets instead of this one."""
        return (command,)

    def reveal(self, window: "Window | None", lines: list[Json]) -> None:
        """Changes the record at the end, as this player's page gets it; None: as everybody does."""


class Window:
    """The page of one player: its code in Node, its connection here."""

    def __init__(self, stage: "Stage", guest: Guest) -> None:
        self.stage, self.name = stage, guest.name
        self.said: list[Json] = []
        self.told: list[Json] = []
        """Messages about shuffles, as they came to the page."""
        self.lies: list[str] = []
        self.at_once: list[str] = []
        """Lies that were said before the match was over."""
        self.lines: list[str] = []
        """The sentences about deals, as the player read them."""
        self.report: Json = {}
        self.unearned: set[str] = set()
        """Heads that the page told as four words before it opened a part."""
        self._receipt: str | None = None
        self._playing = False
        self.slow = False
        """The page hears nothing for a while."""
        self.connect(guest)

    def connect(self, guest: Guest) -> None:
        self.guest, self._read = guest, 0
        self._unsent = self._feed([{"type": "connected"}])

    @property
    def seat(self) -> int | None:
        return self.guest.room.seat

    def reload(self) -> None:
        self._feed([{"type": "load"}])

    def lose(self) -> None:
        self._feed([{"type": "lost"}])

    async def pump(self) -> bool:
        """Carries what is new to the page, and the page's commands to the table."""
        if self.slow:
            return False
        new = self.guest.messages[self._read :]
        self._read += len(new)
        messages: list[Json] = []
        for heard in new:
            self.stage.step(self)
            message: Json = msgspec.json.decode(msgspec.json.encode(heard))
            if message["type"] not in HEARD:
                continue
            self._playing |= message.get("stage") == "playing"
            if self._playing and ends(message):
                messages.append({"type": "revealed", "revealed": self.stage.revealed(self)})
                self.stage.over = True
            told = self.stage.cheat.tell(self, message)
            for one in told:
                self._receipt = one.get("receipt") or self._receipt
            messages += told
            if self.stage.one_by_one:
                self._unsent += self._feed(told)
                messages.clear()
        commands, self._unsent = self._unsent, []
        commands += self._feed(messages) if messages else []
        for command in commands:
            self.stage.step(self)
            if command["type"] in self.stage.lost.get(self.name, ()):
                continue
            for taken in self.stage.cheat.take(self, command):
                await self.guest.send(msgspec.convert(taken, say.AnyCommand))
        return bool(new or commands)

    def _feed(self, messages: Sequence[Json]) -> list[Json]:
        self.told += [one for one in messages if one["type"] in HEARD - {"frame", "room"}]
        self.report = self.stage.pages.hear(self.name, self.stage.game, messages)
        sent: list[Json] = self.report["sent"]
        self.said += sent
        self.lies = self.report["lies"]
        if not self.stage.over:
            self.at_once = list(self.lies)
        if self.report["words"] and not any(one["type"] == "open" for one in self.said):
            self.unearned.add(self.report["words"]["head"])
        line = self.report["line"]
        if line and line["says"] not in self.lines[-1:]:
            self.lines.append(line["says"])
        return sent

    @property
    def receipt(self) -> str | None:
        """The receipt that this page was shown with the result."""
        return self._receipt

    @property
    def kept(self) -> list[Json]:
        return self.stage.pages.kept(self.name, self.stage.match or "")


def ends(message: Json) -> bool:
    """True if this message says that the match is over."""
    if message["type"] == "frame":
        return message.get("outcome") is not None
    return bool(message["type"] == "room" and message["stage"] != "playing")


class Stage:
    """One match of a server with a cheat, and the pages of its players."""

    def __init__(
        self, server: TableServer, pages: PageProcess, cheat: Cheat, game: str, seed: str
    ) -> None:
        self.server, self.pages, self.cheat, self.game = server, pages, cheat, game
        self.seed, self.over = seed, False
        self.chance = Random(seed)
        self.match: MatchId | None = None
        self.windows: list[Window] = []
        self.one_by_one = False
        """Each message is heard before the next one is read, so that any of them may be lost."""
        self.step: Callable[[Window], None] = lambda window: None
        """Called before each message is heard and before each command is taken."""
        self.lost: dict[str, frozenset[str]] = {}
        """Types of commands that never arrive, by name of the player."""

    async def begin(self, *names: str, bots: int = 0) -> None:
        self.pages.begin(self.seed)
        server = self.server
        server.dealer.fair = True
        server.dealer._secrets = self.chance.randrange(10**9)
        server.dealer._tokens = self.chance.randrange(10**6)
        host = await server.room(names[0], deals=DEALS)
        guests = [host, *[await server.come(name) for name in names[1:]]]
        for _ in range(bots):
            await host.do(say.AddBot, strength="casual")
        self.windows = [Window(self, guest) for guest in guests]
        await self.cheat.begin(self)
        await self.pump()
        await server.start(*guests)
        self.match = server.match_id
        await self.pump()

    @property
    def guests(self) -> list[Guest]:
        return [one.guest for one in self.windows]

    async def pump(self) -> None:
        """Carries messages until everybody is silent."""
        while any([await window.pump() for window in self.windows]):  # each of them
            pass

    async def deal(self) -> None:
        """Waits for the cards of the shuffle that is due."""
        await self.pump()
        for _ in range(40):
            if all(one.frame.prompt is not None for one in self.guests):
                return
            await self.server.pass_by(1.6, *self.guests)
            await self.pump()
        raise AssertionError("nobody was dealt anything")

    async def hand(self) -> None:
        """Everybody puts a card down; then the winner crows, or a bot has its time to."""
        for guest in self.guests:
            await guest.choose()
            await self.pump()
        await self.crow()

    async def crow(self) -> None:
        for _ in range(10):
            for guest in self.guests:
                prompt = guest.frame.prompt
                if prompt is not None and prompt.kind == "crow":
                    await guest.crow()
                    await self.pump()
                    return
            if self.guests[0].frame.view["public"].get("phase") != "crow" and self._moved_on():
                return
            await self.server.pass_by(1.6, *self.guests)
            await self.pump()

    def _moved_on(self) -> bool:
        return any(one.frame.outcome is not None for one in self.guests) or all(
            one.frame.prompt is not None for one in self.guests
        )

    async def play(self, deals: int = DEALS) -> None:
        for _ in range(deals):
            await self.deal()
            await self.hand()

    async def crash(
        self, drained: bool = False, killed: bool = True, away: Collection[str] = ()
    ) -> None:
        """Another process begins, and every page but those `away` comes back; the old one may
        live on.
        """
        for window in self.windows:
            window.lose()
        if killed:
            await self._kill()
        await self.server.restart(drained)
        for window in self.windows:
            if window.name not in away:
                window.connect(await self.server.connect(window.name))
        await self.pump()

    async def _kill(self) -> None:
        """Nothing of the process lives on: no task, and no timer."""
        self.server.clock._timers.clear()
        dead = asyncio.all_tasks() - {asyncio.current_task()}
        for task in dead:
            task.cancel()
        await asyncio.gather(*dead, return_exceptions=True)

    async def reconnect(self, window: Window) -> None:
        window.lose()
        await window.guest.leave()
        window.connect(await self.server.connect(window.name))
        await self.pump()

    # -- the end

    def revealed(self, window: Window | None = None) -> Json:
        revealed: Json = self.export(window)[0]["shuffles"]
        return revealed

    def export(self, window: Window | None = None) -> list[Json]:
        """The record as this player gets it."""
        assert self.match is not None
        stored = self.server.store.matches[self.match]
        lines = exported(stored.record(self.match), GAMES[self.game], stored.state)
        self.cheat.reveal(window, lines)
        chained(lines)
        return lines

    def verdict(self, *windows: Window, receipt: str | None = None) -> tuple[str, list[str]]:
        """The verdict of examples/verify.py with what these pages kept, of the first's record."""
        lines = self.export(windows[0])
        if not GAMES[self.game].reveals_after_match:
            lines = [lines[0]["shuffles"]]  # such games give no export
        try:
            found = list(verify.check(lines, receipt, [one.kept for one in windows]))
        except verify.Unreadable as fault:
            return NOT_READ, [str(fault)]
        return verify.verdict(found).name, [one.sentence for one in found]
