"""The proof `erasure`: nothing of a deleted person can be found.

The person fills in all forms, plays, talks, is deleted, and is then looked for everywhere.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.games import BY_SLUG, GAMES
from app.ops.backup import as_sql, backup
from app.ops.verify_records import verify
from app.store.database.pools import Database
from app.store.upkeep import erasure
from app.table.model.client_messages import AddBot, CallLastDeal, Ready, Say, Start
from app.table.model.server_messages import Chat
from tests.database import connected
from tests.prove.records.erasure_faults import FAULTS
from tests.prove.records.in_process_app import InProcessApp, Visitor, running_app
from tests.prove.records.stored_bytes import WAL_FOLDER, files_with, table_files_with
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_postgres

PASSWORD: Final = "canary passphrase zq"


class Tally(msgspec.Struct):
    people: int = 0
    canaries: int = 0
    places: int = 0
    """Texts that were searched: rows, pages, messages, log lines."""
    stale: int = 0
    """Files of tables and indexes with a canary before anything was vacuumed."""
    swept: int = 0
    """Files with a canary after the server's own sweep."""
    log: int = 0
    """Segments of the write-ahead log with a canary: nothing is promised of them."""
    faults: list[str] = []


class Traces(msgspec.Struct):
    """The words that one person leaves behind; each is that person's alone."""

    guest: str
    renamed: str
    member: str
    said: str
    agent: str
    password: str = PASSWORD

    @property
    def canaries(self) -> tuple[str, ...]:
        return (self.guest, self.renamed, self.member, self.said, self.agent, self.password)


def traces_of(seed: int) -> Traces:
    word = "".join(Random(seed).choices("bcdfghjklmnpqrstvwxz", k=8))
    return Traces(
        f"Guest{word}",
        f"Named{word}",
        f"Member{word}",
        f"I am said{word} and nobody else",
        f"Agent{word}/1.0",
    )


def hits(text: str, canaries: Sequence[str]) -> list[str]:
    lowered = text.lower()
    return [canary for canary in canaries if canary.lower() in lowered]


async def live_and_delete(app: InProcessApp, seed: int, tally: Tally) -> None:
    """One person's visit, which ends with the deletion of the account.

    The person is named, renamed, signed up, seated, talks, and plays two matches, the second
    unfinished and in the end on two devices.
    """
    mine, game = traces_of(seed), GAMES[seed % len(GAMES)]
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(app.visitor(f"Olga {seed}"))
        one = await stack.enter_async_context(app.visitor(mine.guest, agent=mine.agent))
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
        assert (
            await one.post("/signup", name=mine.member, password=mine.password)
        ).status_code == 303
        await one.do(Ready(one.id(), True))
        await other.do(Start(other.id(), True))
        while other.frames[-1].match == last.match or other.frames[-1].outcome is not None:
            await other.news()
        before = await found_in(app, room, other, last.match, mine)
        if not {mine.guest, mine.member, mine.said} <= set(before):
            tally.faults.append(
                f"seed {seed}: the canaries cannot be seen even before: the proof proves nothing"
            )
        phone = await stack.enter_async_context(app.visitor(agent=f"{mine.agent} pocket"))
        assert (
            await phone.post("/device/continue", token=await link(one, room))
        ).status_code == 303
        unused = await link(phone, room)
        own = str(one.room.you)
        for who, person in ((one, str(other.room.you)), (other, own)):
            muted = await who.post("/account/mute", person=person, level="block")
            assert muted.status_code == 303, muted.text
        assert (await one.post("/account/delete", confirm=mine.password)).status_code == 303
        if (await phone.post("/device/continue", token=unused)).status_code != 404:
            tally.faults.append(
                f"seed {seed}: a link for another device logs in whoever is forgotten"
            )
        tally.faults += [
            f"seed {seed}: a mute still names whoever is forgotten"
            for table, row in await rows(str(app.services.db.dsn))
            if table == "mutes" and own in row
        ]
        tally.people += 1
        tally.canaries += len(mine.canaries)
        left = await found_in(app, room, other, last.match, mine, tally)
        tally.faults += [
            f"seed {seed}: {place} still shows {canary}" for canary, place in left.items()
        ]


async def link(one: Visitor, room: Any) -> str:
    """The token that takes this login to another device."""
    made = await one.post(f"/table/{room}/device-link")
    assert made.status_code == 200, made.text
    return str(made.json()["link"].partition("#")[2])


async def found_in(
    app: InProcessApp,
    room: Any,
    other: Visitor,
    match: str,
    mine: Traces,
    tally: Tally | None = None,
) -> dict[str, str]:
    """Each canary that can still be seen or is in the database, with a place where it is."""
    found: dict[str, str] = {}

    def look(place: str, text: str) -> None:
        if tally is not None:
            tally.places += 1
        for canary in hits(text, mine.canaries):
            found.setdefault(canary, place)

    for path in (
        f"/match/{match}", f"/api/matches/{match}/export",
        f"/api/matches/{match}/steps?seat=all&count=200", f"/table/{room}", "/",
        "/api/tables", "/history", *(f"/leaderboard/{slug}" for slug in BY_SLUG),
    ):  # fmt: skip
        look(path, (await other.http.get(path)).text)
    name = (
        "Nora" if tally is None else "Nele"
    )  # who came before has stayed, and nobody is called like another there
    async with app.visitor() as newcomer, app.visitor(name) as joiner:
        assert (
            await joiner.post(f"/join/{other.room.secret}", name=name, sit="false")
        ).status_code == 303
        for fresh in (newcomer, joiner):
            await fresh.sit(room)
            while not fresh.frames or (
                fresh is joiner and not any(isinstance(message, Chat) for message in fresh.seen)
            ):
                await fresh.news()
            for message in fresh.seen:
                look(
                    f"{type(message).__name__} of the table", msgspec.json.encode(message).decode()
                )
    for table, row in await rows(str(app.services.db.dsn)):
        look(f"table {table}", row)
    for line in app.logged:
        look("the log", line)
    return found


async def rows(url: str) -> list[tuple[str, str]]:
    """The whole database as text, row by row."""
    async with connected(url) as connection:
        names = await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        )
        return [
            (
                name["tablename"],
                json.dumps([str(value) for value in row.values()], ensure_ascii=False),
            )
            for name in names
            for row in await connection.fetch(f'SELECT * FROM "{name["tablename"]}"')
        ]


async def campaign(url: str, folder: Path, options: RunOptions) -> Tally:
    tally, progress, seed = Tally(), Progress(options), options.seed
    async with running_app(url) as app:
        while not tally.faults and not (progress.over and tally.people):
            await live_and_delete(app, seed, tally)
            seed += 1
            progress.show(f"{tally.people} people forgotten  {tally.places:,} places searched")
    if tally.faults:
        return tally
    tally.faults += (await verify(url, BY_SLUG)).problems
    await look_below(
        url,
        folder,
        [word for past in range(options.seed, seed) for word in traces_of(past).canaries],
        tally,
    )
    return tally


async def look_below(url: str, folder: Path, canaries: Sequence[str], tally: Tally) -> None:
    """Searches PostgreSQL's files before and after the sweep, and a backup."""
    tally.stale = len(await table_files_with(url, folder, canaries))
    database = Database(url)
    try:
        await erasure.vacuum_erased(database)
    finally:
        await database.close()
    left = await table_files_with(url, folder, canaries)
    tally.swept = len(left)
    tally.faults += [
        f"{file.relative_to(folder)} still holds a canary after the sweep" for file in left[:3]
    ]
    tally.log = len(
        [
            file
            for file in await asyncio.to_thread(files_with, folder, canaries)
            if WAL_FOLDER in file.parts
        ]
    )
    with NamedTemporaryFile(suffix=".dump") as dump, NamedTemporaryFile(suffix=".sql") as script:
        await asyncio.to_thread(backup, url, Path(dump.name))
        await asyncio.to_thread(as_sql, Path(dump.name), Path(script.name))
        text = (await asyncio.to_thread(Path(script.name).read_bytes)).decode(errors="replace")
    assert "COPY public.accounts" in text, "it is the whole database"
    tally.places += 1
    tally.faults += [f"a backup made afterwards holds {canary}" for canary in hits(text, canaries)]


def prove(options: RunOptions) -> Findings:
    with temp_postgres() as postgres:
        tally = asyncio.run(campaign(postgres.url, postgres.data_dir, options))
    figure = (
        f"{len(tally.faults)} hits of {tally.canaries:,} canaries of {tally.people} deleted people "
        f"in {tally.places:,} rows, pages, messages, log lines and a backup; their matches verify; "
        f"dead bytes in {tally.stale} files of tables before the sweep, in {tally.swept} after; in "
        f"{tally.log} segments of the write-ahead log (of which nothing is promised)"
    )
    return Findings({"P15": figure}, tuple(tally.faults))


def erase_once(options: RunOptions) -> Findings:
    return Findings({}, prove(replace(options, minutes=0.0)).faults)


PROOF: Final = Proof(
    "erasure",
    ("P15",),
    "somebody plays, talks, is deleted, and is looked for everywhere",
    prove,
    quick=0.1,
    planted={
        name: PlantedFault("P15", with_patch(plant, erase_once)) for name, plant in FAULTS.items()
    },
)
