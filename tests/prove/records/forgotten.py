"""P15, forgotten means gone: somebody fills in all that can be filled in, plays, talks, is deleted, and is then looked for everywhere."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, nullcontext
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncpg
import msgspec

from app.games import BY_SLUG, GAMES
from app.ops.records import replayed
from app.settings import plain_database_url
from app.table.commands import AddBot, CallLastDeal, Ready, Say, Start
from app.table.notices import Chat
from tests.prove.proof import Ask, Found, Progress
from tests.prove.records.inside import Guestbook, Visitor, opened, store

PASSWORD: Final = "canary passphrase zq"


class Tally(msgspec.Struct):
    people: int = 0
    canaries: int = 0
    places: int = 0
    """Texts that were searched: rows, pages, notices, log lines."""
    stale: int = 0
    """Files of tables and indexes that still held a canary before anything was vacuumed."""
    swept: int = 0
    """And after."""
    faults: list[str] = []


class Trace(msgspec.Struct):
    """What one person leaves behind on purpose; every word is theirs alone."""

    guest: str
    renamed: str
    member: str
    said: str
    agent: str
    password: str = PASSWORD

    @property
    def canaries(self) -> tuple[str, ...]:
        return (self.guest, self.renamed, self.member, self.said, self.agent, self.password)


def trace(seed: int) -> Trace:
    word = "".join(Random(seed).choices("bcdfghjklmnpqrstvwxz", k=8))
    return Trace(f"Guest{word}", f"Named{word}", f"Member{word}", f"I am said{word} and nobody else", f"Agent{word}/1.0")


def hits(text: str, canaries: Sequence[str]) -> list[str]:
    lowered = text.lower()
    return [canary for canary in canaries if canary.lower() in lowered]


async def live(book: Guestbook, seed: int, tally: Tally) -> None:
    """A life in the house: named, renamed, signed up, seated, talking, playing two matches, the second unfinished; then deleted."""
    mine, game = trace(seed), GAMES[seed % len(GAMES)]
    async with AsyncExitStack() as doors:
        other = await doors.enter_async_context(book.visitor(f"Olga {seed}"))
        one = await doors.enter_async_context(book.visitor(mine.guest, agent=mine.agent))
        room = await other.open_room(game.slug, listed="true")
        await other.sit(room)
        assert (await one.post(f"/join/{other.room.secret}", name=mine.guest)).status_code == 303
        await one.sit(room)
        await one.do(Say(one.id(), mine.said))
        assert (await one.post("/account/rename", name=mine.renamed)).status_code == 303
        await one.do(Ready(one.id(), True))
        for _ in range(game.seats[0] - 2):
            await other.do(AddBot(other.id(), "casual"))
        await other.do(Start(other.id(), False))
        await other.say(CallLastDeal(other.id()))
        last, _ = await asyncio.gather(other.play(Random(seed)), one.play(Random(seed + 1)))
        assert (await one.post("/signup", name=mine.member, password=mine.password)).status_code == 303
        await one.do(Ready(one.id(), True))
        await other.do(Start(other.id(), True))
        while other.frames[-1].match == last.match or other.frames[-1].outcome is not None:
            await other.news()
        before = await found_in(book, room, other, last.match, mine)
        if not {mine.guest, mine.member, mine.said} <= set(before):
            tally.faults.append(f"seed {seed}: the canaries cannot be seen even before: the proof proves nothing")
        assert (await one.post("/account/delete", confirm=mine.password)).status_code == 303
        tally.people += 1
        tally.canaries += len(mine.canaries)
        left = await found_in(book, room, other, last.match, mine, tally)
        tally.faults += [f"seed {seed}: {place} still shows {canary}" for canary, place in left.items()]


async def found_in(book: Guestbook, room: Any, other: Visitor, match: str, mine: Trace, tally: Tally | None = None) -> dict[str, str]:
    """Each canary that somebody can still see or the database still holds, with a place where it is."""
    found: dict[str, str] = {}

    def look(place: str, text: str) -> None:
        if tally is not None:
            tally.places += 1
        for canary in hits(text, mine.canaries):
            found.setdefault(canary, place)

    for path in (
        f"/match/{match}", f"/api/matches/{match}/export", f"/api/matches/{match}/steps?seat=all&count=200", f"/table/{room}", "/",
        "/api/tables", "/history", *(f"/honour/{slug}" for slug in BY_SLUG),
    ):  # fmt: skip
        look(path, (await other.http.get(path)).text)
    async with book.visitor() as newcomer, book.visitor("Nora") as joiner:
        assert (await joiner.post(f"/join/{other.room.secret}", name="Nora", sit="false")).status_code == 303
        for fresh in (newcomer, joiner):
            await fresh.sit(room)
            while not fresh.frames or (fresh is joiner and not any(isinstance(notice, Chat) for notice in fresh.seen)):
                await fresh.news()
            for notice in fresh.seen:
                look(f"{type(notice).__name__} of the table", msgspec.json.encode(notice).decode())
    for table, row in await rows(str(book.house.db.dsn)):
        look(f"table {table}", row)
    for line in book.logged:
        look("the log", line)
    return found


async def rows(url: str) -> list[tuple[str, str]]:
    """The whole database as text, row by row."""
    connection = await asyncpg.connect(plain_database_url(url))
    try:
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [
            (name["tablename"], json.dumps([str(value) for value in row.values()], ensure_ascii=False))
            for name in names
            for row in await connection.fetch(f'SELECT * FROM "{name["tablename"]}"')
        ]
    finally:
        await connection.close()


def files_with(folder: Path, canaries: Sequence[str]) -> list[Path]:
    """Files in which a canary stands, deleted rows included."""
    wanted = [canary.encode() for canary in canaries]
    return [file for file in folder.rglob("*") if file.is_file() and any(one in _bytes(file) for one in wanted)]


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it was there a moment ago
        return b""


async def campaign(url: str, folder: Path, ask: Ask) -> Tally:
    tally, progress, seed = Tally(), Progress(ask), ask.seed
    async with opened(url) as book:
        while not tally.faults and not (progress.over and tally.people):
            await live(book, seed, tally)
            seed += 1
            progress.tell(f"{tally.people} people forgotten  {tally.places:,} places searched")
    tally.faults += (await replayed(url, BY_SLUG)).faults
    tally.stale = len(
        await asyncio.to_thread(files_with, folder, [word for past in range(ask.seed, seed) for word in trace(past).canaries])
    )
    return tally


def prove(ask: Ask) -> Found:
    with store() as (url, folder):
        tally = asyncio.run(campaign(url, folder, ask))
    figure = (
        f"{len(tally.faults)} hits of {tally.canaries:,} canaries of {tally.people} deleted people in {tally.places:,} rows, pages, "
        f"notices and log lines; their matches verify; dead bytes in {tally.stale} files of tables before a vacuum, in {tally.swept} after"
    )
    return Found({"P15": figure}, tuple(tally.faults))


def broken_by(spoil: Callable[[], AbstractContextManager[Any]] = nullcontext) -> Callable[[Ask], Found]:
    def run(ask: Ask) -> Found:
        with spoil(), store() as (url, folder):
            return Found({}, tuple(asyncio.run(campaign(url, folder, Ask(0.0, ask.seed, loud=False))).faults))

    return run
