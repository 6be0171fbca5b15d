"""A drill: a backup made under play is restored elsewhere, with every match as it was."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from app.games import BY_SLUG, GAMES
from app.ops.backup import backup, restore
from app.ops.migrations import migrate
from app.ops.verify_records import verify
from app.table.model.client_messages import AddBot, Start
from tests.database import connected, execute
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app

GOING: Final = 3
"""Matches that run when the backup is made."""
UNDER_WAY: Final = 5
"""Frames after which a match counts as running."""


class Drilled(msgspec.Struct, frozen=True):
    matches: int
    """In the restored database."""
    running: int
    """Of them, those that were under way."""
    entries: int
    faults: tuple[str, ...]


async def drill(url: str, folder: Path, seed: int, over: int) -> Drilled:
    """Backs up a database under play, restores it into another one, and compares.

    `over`: the matches in it that have ended.
    """
    file = folder / f"drill-{seed}.dump"
    async with running_app(url) as app, AsyncExitStack() as stack:
        hosts = [await _table(app, seed + number, stack) for number in range(GOING)]
        playing = [asyncio.create_task(host.play(Random(seed))) for host in hosts]
        while any(len(host.frames) < UNDER_WAY for host in hosts):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(backup, url, file)
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    elsewhere = await _database(url, f"drill_{seed}")
    await asyncio.to_thread(restore, elsewhere, file)
    await migrate(elsewhere)
    try:
        return await compared(url, elsewhere, over)
    finally:
        await _drop(url, elsewhere)


async def compared(here: str, elsewhere: str, over: int) -> Drilled:
    found = await verify(elsewhere, BY_SLUG)
    faults = [f"restored: {fault}" for fault in found.problems]
    now, then = await _hashes(here), await _hashes(elsewhere)
    running = sum(len(now.get(match, ())) > len(hashes) for match, hashes in then.items())
    for match, hashes in then.items():
        if now.get(match, ())[: len(hashes)] != hashes:
            faults.append(f"restored match {match} is not the one that was played")
    if found.matches < over:
        faults.append(f"{found.matches} matches were restored, {over} were over before the backup")
    return Drilled(found.matches, running, found.entries, tuple(faults))


async def _table(app: InProcessApp, seed: int, stack: AsyncExitStack) -> Visitor:
    """A table whose match has begun; its host."""
    game = GAMES[seed % len(GAMES)]
    host = await stack.enter_async_context(app.visitor("Dora"))
    await host.sit(await host.open_room(game.slug))
    for _ in range(game.seats[0] - 1):
        await host.do(AddBot(host.id(), "casual"))
    await host.do(Start(host.id(), False))
    return host


async def _database(url: str, name: str) -> str:
    await execute(url, f'CREATE DATABASE "{name}"')
    return url.replace("/postgres?", f"/{name}?")


async def _drop(url: str, elsewhere: str) -> None:
    await execute(
        url, f'DROP DATABASE "{elsewhere.partition("?")[0].rpartition("/")[2]}" WITH (FORCE)'
    )


async def _hashes(url: str) -> Mapping[str, tuple[bytes, ...]]:
    """Of every entry, by match."""
    async with connected(url) as connection:
        rows = await connection.fetch(
            "SELECT match_id, array_agg(hash ORDER BY ply) AS hashes FROM entries GROUP BY match_id"
        )
    return {row["match_id"]: tuple(row["hashes"]) for row in rows}
