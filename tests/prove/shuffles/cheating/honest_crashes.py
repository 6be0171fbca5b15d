"""Honest trouble while cards are shuffled: no page and no verifier may accuse anybody."""

import asyncio
from random import Random
from typing import Final, NamedTuple

from app.rules.replay import Shuffled
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.server_messages import Done
from tests.prove.shuffles.cheating.games import GAMES
from tests.prove.shuffles.cheating.pages import PageProcess
from tests.prove.shuffles.cheating.stage import (
    NAMES,
    NOT_FAIR,
    NOT_READ,
    Cheat,
    Stage,
    Window,
)
from tests.table.table_server import Guest, command_id, table_server

TROUBLES: Final = 3
"""Of each match."""
STEPS: Final = 75
"""A match of two deals has more messages and commands than this."""
KINDS: Final = ("crash", "crash", "crash", "takeover", "close", "reconnect", "reload", "slow")
"""takeover: another process begins, and the old one lives on."""
SERVERS_OWN: Final = frozenset({"crash", "takeover", "close"})
WRITES: Final = ("lost answer", "failed write")


class Suffered(NamedTuple):
    """The result of one match under trouble."""

    accusations: list[str]
    troubles: int
    crashes: int
    """The troubles that ended the server."""


class Trouble(Exception):
    """Something happens to the server or to one page between two messages."""

    def __init__(self, kind: str, window: Window) -> None:
        super().__init__(kind)
        self.kind, self.window = kind, window


class Troubles:
    """The troubles of one match, each at a step that chance gave it."""

    def __init__(self, stage: "Table", chance: Random) -> None:
        self._stage, self._count = stage, 0
        self._coming = dict.fromkeys(chance.sample(range(STEPS), TROUBLES), "")
        for at in self._coming:
            self._coming[at] = chance.choice(KINDS)
        self.happened: list[str] = []
        self._write = chance.choice(("", "", *WRITES))
        if self._write == "lost answer":
            stage.server.store.lose_at = chance.randrange(1, 12)
        elif self._write:
            stage.server.store.fail_at = chance.randrange(1, 12)
        self._crash_on_write = chance.random() < 0.7

    def step(self, window: Window) -> None:
        self._count += 1
        store = self._stage.server.store
        if self._write and (store.lose_at, store.fail_at) == (None, None):
            self._write = ""
            if self._crash_on_write:
                self._coming[self._count] = "crash"
        kind = self._coming.pop(self._count, None)
        if kind is not None:
            asked = self._stage.asked
            self.happened.append(f"{kind} at step {self._count}, {asked}")
            raise Trouble(kind, window)


class Table(Stage):
    """A table under trouble, played to the end."""

    @property
    def asked(self) -> str:
        kinds = [one["type"] for one in self.windows[0].told[-1:]] if self.windows else []
        return "after " + "".join(kinds)

    async def on(self, guest: Guest) -> bool:
        """This guest answers, if asked."""
        prompt = guest.frame.prompt if guest.messages and _frames(guest) else None
        if prompt is None:
            return False
        card = {"type": "choose", "card": guest.hand[0]} if prompt.kind == "choose" else None
        move = card or {"type": "crow", "loud": False}
        answer = await guest.send(say.Play(command_id(), prompt.key, move))
        return isinstance(answer, Done)

    async def to_the_end(self) -> None:
        slow: dict[Window, int] = {}
        for _ in range(300):
            try:
                await self.pump()
                if all(_over(guest) for guest in self.guests) and not slow:
                    return
                acted = any([await self.on(guest) for guest in self.guests])
            except Trouble as trouble:
                await self._suffer(trouble, slow)
                continue
            if not acted:
                await self.server.pass_by(1.1, *self.guests)
            for window in [one for one in slow if slow[one] <= 0]:
                window.slow = False
                del slow[window]
            for window in slow:
                slow[window] -= 1
        raise AssertionError("the match did not end")

    async def _suffer(self, trouble: Trouble, slow: dict[Window, int]) -> None:
        window = trouble.window
        try:
            if trouble.kind in {"crash", "takeover", "close"}:
                await self.crash(trouble.kind == "close", killed=trouble.kind == "crash")
            elif trouble.kind == "slow":
                window.slow, slow[window] = True, 5
            else:
                if trouble.kind == "reload":
                    window.reload()
                await self.reconnect(window)
        except Trouble as more:
            await self._suffer(more, slow)


def _frames(guest: Guest) -> bool:
    return bool(guest.all(Frame))


def _over(guest: Guest) -> bool:
    return _frames(guest) and guest.frame.outcome is not None


async def _crashed(pages: PageProcess, game: str, seed: str) -> Suffered:
    chance = Random(seed)
    async with table_server(games=(GAMES[game],)) as server:
        stage = Table(server, pages, Cheat(), game, seed)
        stage.one_by_one = True
        await stage.begin(*NAMES)
        troubles = Troubles(stage, chance)
        stage.step = troubles.step
        await stage.to_the_end()
        kinds = {one.partition(" ")[0] for one in troubles.happened}
        where = f"seed {seed!r}, {game}, {'; '.join(troubles.happened)}"
        crashes = sum(one.startswith(("crash", "takeover", "close")) for one in troubles.happened)
        accused = _accusations(stage)
        if kinds <= SERVERS_OWN:
            accused += _named(stage)
        said = [f"{one} ({where})" for one in accused]
        return Suffered(said, len(troubles.happened), crashes)


def _named(stage: Stage) -> list[str]:
    """The shuffles in which somebody is named, though only the server had trouble."""
    lines = stage.server.store.matches[stage.server.match_id].lines
    proofs = (line.entry.proof for line in lines if isinstance(line.entry, Shuffled))
    return [f"shuffle {one.number} names {one.refused}" for one in proofs if one and one.refused]


def _accusations(stage: Stage) -> list[str]:
    said = [f"{one.name}'s page: {lie}" for one in stage.windows for lie in one.lies]
    for files in (stage.windows, *([one] for one in stage.windows)):
        verdict, found = stage.verdict(*files, receipt=files[0].receipt)
        if verdict in {NOT_FAIR, NOT_READ}:
            said.append(f"the verifier with {[one.name for one in files]}: {found}")
    return said


def crashed(pages: PageProcess, seed: str) -> Suffered:
    """One match with its troubles."""
    game = "covered" if Random(seed).random() < 0.2 else "open"
    return asyncio.run(_crashed(pages, game, seed))
