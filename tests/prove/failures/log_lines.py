"""The proof `log-lines`: whatever breaks at a table, its line says where, and tells no secret.

A match of each game runs with bots. A bot fails, a table crashes, and the database goes away; each
line must name room, game, match and ply, the seat of a bot, and the whole chain of exceptions.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final

import pytest

from app.bot_workers.bot_service import BotService
from app.games import GAMES
from app.store.log.move_log import PostgresMoveLog
from app.table.lobby import quarantine, registry
from app.table.model.client_messages import AddBot, Say, Start
from app.table.ports import StoreAway
from app.table.turn import commands
from app.table.turn.change import Change
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app
from tests.prove.runner.planting import Plant, with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_database

SECRET: Final = "the ace of spades"
LIMIT: Final = 60.0
PLACE: Final = ("room", "game", "match", "ply")
EXPECTED: Final = {
    "bot failed": (*PLACE, "seat", "strength", "error"),
    "store away": (*PLACE, "retry_in", "error"),
    "table broke": (*PLACE, "error", "handling"),
}
"""The fields that each line must have."""


def fail() -> None:
    """Two exceptions, one the cause of the other, both with a secret."""
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise RuntimeError(SECRET) from error


class Breaking:
    """The parts that are broken now."""

    def __init__(self) -> None:
        self.bots = self.talk = self.store = False


def install(patch: pytest.MonkeyPatch, breaking: Breaking) -> None:
    choose, obey, append = BotService.choose, commands.obey, PostgresMoveLog.append

    def chosen(self: BotService, *given: Any) -> Any:
        if breaking.bots:
            fail()
        return choose(self, *given)

    def obeyed(state: Any, people: Any, client: Any, command: Any) -> Change:
        if breaking.talk and isinstance(command, Say):
            fail()
        return obey(state, people, client, command)

    async def appended(self: PostgresMoveLog, line: Any) -> None:
        if breaking.store:
            try:
                fail()
            except RuntimeError as error:
                raise StoreAway(SECRET) from error
        await append(self, line)

    patch.setattr(BotService, "choose", chosen)
    patch.setattr(commands, "obey", obeyed)
    patch.setattr(PostgresMoveLog, "append", appended)


async def wait_for(condition: Callable[[], bool]) -> bool:
    end = monotonic() + LIMIT
    while not condition():
        if monotonic() > end:
            return False
        await asyncio.sleep(0.01)
    return True


def said(app: InProcessApp, event: str) -> list[str]:
    return [line for line in app.logged if f"'event': '{event}'" in line]


async def break_all(app: InProcessApp, breaking: Breaking, slug: str, seats: int) -> list[str]:
    """Sentences about what the lines of one match do not say."""
    del app.logged[:]
    async with app.visitor("Breaker") as host:
        room = await host.open_room(slug)
        await host.sit(room)
        for _ in range(seats - 1):
            await host.do(AddBot(host.id(), "steady"))
        breaking.bots = True
        await host.do(Start(host.id(), False))
        playing = asyncio.create_task(play(host))
        found = await wait_for(lambda: bool(said(app, "bot failed")))
        breaking.bots, breaking.store = False, True
        found &= await wait_for(lambda: bool(said(app, "store away")))
        breaking.store = False
        await asyncio.sleep(0.5)  # the table asks the store again
        breaking.talk = True
        assert host._client is not None, "seated"
        host._client.send(Say(host.id(), "hello"))
        found &= await wait_for(lambda: bool(said(app, "table broke")))
        breaking.talk = False
        playing.cancel()
        await asyncio.wait([playing])
    faults = [f"{slug}: {wrong}" for wrong in unsaid(app)]
    missing = [event for event in EXPECTED if not said(app, event)]
    return faults if found else [*faults, f"{slug}: no line says {', '.join(missing)}"]


async def play(host: Visitor) -> None:
    """Until the table is gone."""
    with suppress(AssertionError):
        await host.play(Random(1))


def unsaid(app: InProcessApp) -> list[str]:
    faults = [f"a line tells a secret: {line}" for line in app.logged if SECRET in line]
    for event, fields in EXPECTED.items():
        for line in said(app, event):
            faults += [f"{event!r} has no {one}" for one in fields if f"'{one}': " not in line]
            if "error" in fields and not ("RuntimeError at" in line and "KeyError at" in line):
                faults.append(f"{event!r} does not tell the whole chain")
    return faults


async def run_all(url: str, options: RunOptions) -> tuple[list[str], int]:
    """Faults, and the number of matches."""
    breaking, progress, faults, count = Breaking(), Progress(options), list[str](), 0
    with pytest.MonkeyPatch.context() as patch:
        install(patch, breaking)
        async with running_app(url) as app:
            for game in GAMES:
                if options.games and game.slug not in options.games:
                    continue
                faults += await break_all(app, breaking, game.slug, game.seats[0])
                count += 1
                progress.show(f"{count} games")
    return sorted(set(faults)), count


def prove(options: RunOptions) -> Findings:
    with temp_database() as url:
        faults, count = asyncio.run(run_all(url, options))
    figure = f"{len(faults)} faults in the lines of {3 * count} failures at tables of {count} games"
    return Findings({"P18": figure}, tuple(f"log-lines: {one}" for one in faults[:20]))


# -- planted faults


def no_place(patch: pytest.MonkeyPatch) -> None:
    """As it was: a line names what its own call names."""
    patch.setattr(registry, "speak_from", lambda _: None)


def one_frame(patch: pytest.MonkeyPatch) -> None:
    """As it was: the kind and the innermost place of the last exception."""
    patch.setattr(
        quarantine, "error_chain", lambda error: type(error).__name__ + " at one.module:1"
    )


def quotes_the_error(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(quarantine, "error_chain", lambda error: (repr(error), repr(error.__cause__)))


PLANTS: Final[dict[str, Plant]] = {
    "no-place": no_place,
    "one-frame": one_frame,
    "quotes-the-error": quotes_the_error,
}


def look(options: RunOptions) -> Findings:
    first = RunOptions(options.minutes, options.seed, (GAMES[0].slug,), options.verbose)
    return Findings({}, prove(first).faults)


PROOF: Final = Proof(
    "log-lines",
    ("P18",),
    "whatever breaks at a table, its line in the log says where, and no secret",
    prove,
    quick=0.1,
    planted={name: PlantedFault("P18", with_patch(plant, look)) for name, plant in PLANTS.items()},
)
