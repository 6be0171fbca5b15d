"""The proof `new-rules`: a match that a newer release cannot go on with is told, read and verified.

A game has two versions; the second knows none of the moves of the first.
"""

import asyncio
import json
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from app import main
from app.games import GAMES
from app.ops import changed_rules
from app.ops.changed_rules import warning_of
from app.ops.verify_records import verify
from app.rules import codec
from app.rules.game import AnyGame
from app.store.log import move_log
from app.table.model.client_messages import AddBot, Start
from app.table.model.room import RoomId
from app.table.model.server_messages import Chat
from app.web.context import match_access
from app.web.replay.line_keeper import LineKeeper
from app.web.server import readiness
from tests.fair.load_verifier import verify as verifier
from tests.prove.records.in_process_app import Visitor, running_app
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_database
from tests.web.replay.inline_maker import InlineMaker

PATIENCE: Final = 60.0
"""Seconds for a busy machine to keep the lines of a match as its server closes."""
UNDER_WAY: Final = 5
"""Frames after which a match counts as running."""
WHY: Final = "rules have changed"


class Hum(msgspec.Struct, frozen=True, tag_field="type", tag="hum"):
    """The only move of the second version."""


def second_version(game: AnyGame) -> AnyGame:
    changed = {"rules_version": game.rules_version + 1, "moves": Hum}
    newer: AnyGame = type(game.slug, (type(game),), changed)()
    return newer


async def one_match(url: str, game: AnyGame, seed: int) -> list[str]:
    """The faults of one match that is begun by one version and met by the next."""
    newer = second_version(game)
    with pytest.MonkeyPatch.context() as versions:
        versions.setattr(main, "BY_SLUG", {game.slug: game})
        versions.setattr(readiness, "LINES_SECONDS", PATIENCE)
        async with running_app(url) as app, app.visitor("Dora") as host:
            room = await host.open_room(game.slug)
            await _begin(host, room, game, seed)
            match, cookies = str(host.room.match), dict(host.http.cookies)
            told = await _told_so_far(host, match)
        said = await warning_of(url, {game.slug: newer})
        faults = [] if said and said.startswith("1 running match") else [f"before it: {said}"]
        versions.setattr(main, "BY_SLUG", {game.slug: newer})
        async with running_app(url) as app:
            # the process of records would know the rules of this checkout
            versions.setattr(app.services.records, "make", InlineMaker({game.slug: newer}).exchange)
            for time in ("first", "second"):
                async with app.visitor("Dora") as host:
                    host.http.cookies.update(cookies)
                    try:
                        await asyncio.wait_for(host.sit(room), 10)
                    except Exception as error:
                        faults.append(f"nobody comes back to the table: {type(error).__name__}")
                        break
                    faults += [f"{time} time: {fault}" for fault in _told(host)]
                    faults += await _record(host, match, told)
    found = await verify(url, {game.slug: newer})
    return [f"seed {seed}, {game.slug}: {fault}" for fault in (*faults, *found.problems)]


async def _begin(host: Visitor, room: RoomId, game: AnyGame, seed: int) -> None:
    await host.sit(room)
    for _ in range(game.seats[0] - 1):
        await host.do(AddBot(host.id(), "casual"))
    await host.do(Start(host.id(), False))
    await host.play(Random(seed), frames=UNDER_WAY)


async def _told_so_far(host: Visitor, match: str) -> list[str]:
    """The sentences of the running match, as everybody reads them."""
    answer = await host.http.get(f"/api/matches/{match}/steps?seat=public&count=200")
    return [event["text"] for step in answer.json()["steps"] for event in step["events"]]


def _told(host: Visitor) -> list[str]:
    """The faults of what somebody reads who comes back."""
    chats = [one for one in host.seen if isinstance(one, Chat)]
    said = [line.text for one in chats for line in one.lines if line.person is None]
    if not host.room.stopped:
        return ["the room does not say that its match was stopped"]
    return [] if sum(WHY in text for text in said) == 1 else [f"the reason stands in {said}"]


async def _record(host: Visitor, match: str, told: list[str]) -> list[str]:
    page = await host.http.get(f"/match/{match}")
    faults = [] if WHY in page.text.replace("&#39;", "’") else ["its page does not say why"]
    text = await host.http.get(f"/api/matches/{match}/transcript")
    export = await host.http.get(f"/api/matches/{match}/export")
    if (text.status_code, export.status_code) != (200, 200):
        return [*faults, f"the record is closed: {text.status_code}, {export.status_code}"]
    said = iter([line[10:] for line in text.text.splitlines()])
    lost = [sentence for sentence in told if sentence not in said]
    if not told or lost:
        faults.append(f"{len(lost)} of {len(told)} sentences are lost")
    lines: list[Any] = [json.loads(line) for line in export.text.splitlines()]
    findings = list(verifier.check(lines, lines[0]["receipt"]))
    return faults + [one.sentence for one in findings if one.verdict is verifier.Verdict.NOT_FAIR]


def prove(options: RunOptions) -> Findings:
    games = [game for game in GAMES if game.reveals_after_match]
    faults, count, progress = list[str](), 0, Progress(options)
    with temp_database() as url:
        while not faults and (count < 1 or not progress.over):
            seed = options.seed + count
            faults = asyncio.run(one_match(url, games[seed % len(games)], seed))
            count += 1
            progress.show(f"{count} matches")
    figure = f"{len(faults)} faults in {count} matches that met newer rules"
    return Findings({"P10": figure}, tuple(faults))


def prove_once(options: RunOptions) -> Findings:
    return prove(replace(options, minutes=0.0))


# -- planted


def decodes_first(patch: pytest.MonkeyPatch) -> None:
    """Entries are decoded by today's rules before anybody looks at their version."""
    read = move_log._read

    async def former(connection: Any, match: Any, row: Any, game: AnyGame) -> Any:
        for entry in await connection.fetch(move_log._ENTRIES, match, row["month"]):
            codec.read_entry(game, msgspec.json.decode(entry["body"]))
        return await read(connection, match, row, game)

    patch.setattr(move_log, "_read", former)


def closes_the_record(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_access, "WITHOUT_RULES", ())


def keeps_no_lines(patch: pytest.MonkeyPatch) -> None:
    """As it was: the sentences are gone with the rules."""

    async def nothing(self: LineKeeper, running: object) -> None:
        pass

    patch.setattr(LineKeeper, "keep", nothing)


def says_nothing_before(patch: pytest.MonkeyPatch) -> None:
    async def silent(connection: object, games: object) -> None:
        return None

    patch.setattr(changed_rules, "warning", silent)


FAULTS: Final = (decodes_first, closes_the_record, keeps_no_lines, says_nothing_before)
PROOF: Final = Proof(
    "new-rules",
    ("P10",),
    "a running match meets a release with other rules",
    prove,
    quick=0.0,
    planted={
        plant.__name__.replace("_", "-"): PlantedFault("P10", with_patch(plant, prove_once))
        for plant in FAULTS
    },
)
