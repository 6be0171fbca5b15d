"""examples/verify.py on records of real tables: people seal, open, or do not, and one restarts."""

from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from app.table.model import client_messages as say
from app.table.model.match_messages import CardsOpened, DealtShown, ShuffleShown
from app.table.model.server_messages import Bye
from tests.fair.load_verifier import verify
from tests.prove.shuffles.table_check import record_of
from tests.table.fair_check import opening, sealing
from tests.table.table_server import Guest, TableServer, table_server


class Browser:
    """A guest who takes part in shuffles, and keeps what was heard and said as a page does."""

    def __init__(self, guest: Guest, opens: bool = True) -> None:
        self.guest, self.opens = guest, opens
        self.kept: list[dict[str, Any]] = []
        self._read = 0
        self._sealed: dict[tuple[int, int], bytes] = {}

    def come_back(self, guest: Guest) -> None:
        """On another connection, with the parts that were sealed before."""
        self.guest, self._read = guest, 0

    def listen(self) -> None:
        new = self.guest.messages[self._read :]
        self._read += len(new)
        for one in new:
            if isinstance(one, ShuffleShown | DealtShown | CardsOpened):
                self.kept.append(msgspec.json.decode(msgspec.json.encode(one)))

    async def seal(self, chance: Random) -> None:
        coming = self.guest.last(ShuffleShown)
        place = (coming.number, coming.attempt)
        if coming.seat is None or coming.opening or coming.seat in coming.refused:
            return
        if coming.seat not in coming.sealed:
            part = self._sealed[place] = chance.randbytes(32)
            await self.guest.send(sealing(coming, part, f"s{len(self.guest.messages)}"))

    async def open(self) -> None:
        self.listen()
        coming = self.guest.last(ShuffleShown)
        place = (coming.number, coming.attempt)
        if self.opens and coming.opening and coming.due is not None and place in self._sealed:
            said = opening(coming, self._sealed[place], f"o{len(self.guest.messages)}")
            self.kept.append(msgspec.json.decode(msgspec.json.encode(said)))
            await self.guest.send(said)
            self.listen()


async def deal(server: TableServer, browsers: Sequence[Browser], chance: Random) -> None:
    """Every browser takes part in the shuffle that is due, until the cards are dealt."""
    for _ in range(3):
        for step in (Browser.seal, lambda one, _: one.open()):
            for browser in browsers:
                await step(browser, chance)
        if all(one.guest.frame.prompt is not None for one in browsers):
            break
        await server.pass_by(3.1, *(one.guest for one in browsers))
    for browser in browsers:
        browser.listen()


async def played(server: TableServer, browsers: Sequence[Browser], chance: Random) -> None:
    """Three deals to the end of the match."""
    for _ in range(3):
        await deal(server, browsers, chance)
        for one in browsers:
            await one.guest.choose()
        winner = next(one.guest for one in browsers if one.guest.frame.prompt is not None)
        await winner.crow()
    assert browsers[0].guest.frame.outcome is not None
    for one in browsers:
        one.listen()


@pytest.fixture
async def server() -> AsyncIterator[TableServer]:
    async with table_server() as server:
        server.dealer.fair = True
        yield server


async def begun(server: TableServer, *names: str) -> list[Browser]:
    host = await server.room(names[0], deals=3)
    guests = [host, *[await server.come(name) for name in names[1:]]]
    for guest in guests:
        await guest.do(say.JoinShuffles)
    await server.start(*guests)
    return [Browser(guest) for guest in guests]


async def all_come_back(server: TableServer, browsers: Sequence[Browser]) -> None:
    for one in browsers:
        one.listen()
        one.come_back(await server.connect(one.guest.name))
        await one.guest.do(say.JoinShuffles)


async def test_a_match_of_people_who_take_part_is_fair(server: TableServer) -> None:
    browsers = await begun(server, "Ann", "Bob", "Cat")
    await played(server, browsers, Random(1))
    lines = await record_of(server)
    for files in ([one.kept] for one in browsers):
        found = list(verify.check(lines, lines[0]["receipt"], files))
        assert verify.verdict(found) is verify.Verdict.HOLDS, found
    found = list(verify.check(lines, None, [one.kept for one in browsers]))
    assert verify.verdict(found) is verify.Verdict.HOLDS, found
    assert sum(one.parts for one in found) == 9


async def test_a_match_in_which_somebody_never_opens_is_fair_to_the_others(
    server: TableServer,
) -> None:
    browsers = await begun(server, "Ann", "Bob", "Cat")
    browsers[1].opens = False
    await played(server, browsers, Random(2))
    lines = await record_of(server)
    assert lines[0]["shuffles"]["shuffles"][0]["refused"] == [1]
    found = list(verify.check(lines, None, [browsers[0].kept, browsers[2].kept]))
    assert verify.verdict(found) is verify.Verdict.HOLDS, found
    found = list(verify.check(lines, None, [browsers[1].kept]))
    assert verify.verdict(found) is verify.Verdict.NOT_CHECKED, found


@pytest.mark.parametrize("times", [1, 3])
async def test_a_crash_while_parts_are_opened_changes_nothing(
    server: TableServer, times: int
) -> None:
    browsers, chance = await begun(server, "Ann", "Bob"), Random(3)
    for _ in range(times):
        for one in browsers:
            await one.seal(chance)
        await browsers[0].open()
        await server.restart()
        await all_come_back(server, browsers)
    await played(server, browsers, chance)
    lines = await record_of(server)
    found = list(verify.check(lines, None, [one.kept for one in browsers]))
    assert verify.verdict(found) is verify.Verdict.HOLDS, found
    questions = [one for one in browsers[0].kept if one["type"] == "shuffle" and one["opening"]]
    first = [one["seals"] for one in questions if one["number"] == 0]
    assert len(first) == 1 + times
    assert all(seals == first[0] for seals in first)


async def test_a_server_that_comes_back_after_another_went_on_accuses_nobody(
    server: TableServer,
) -> None:
    """It had all parts when the store went away. Meanwhile another server asks for them again."""
    browsers, chance = await begun(server, "Ann", "Bob"), Random(4)
    for one in browsers:
        await one.seal(chance)
    await browsers[0].open()
    server.store.fail_at = 1
    await browsers[1].open()
    assert server.entries == [], "the deal was not written"
    await server.restart()
    await all_come_back(server, browsers)
    await browsers[0].open()
    await server.pass_by(0.5, *(one.guest for one in browsers))
    await browsers[1].open()
    if browsers[0].guest.all(Bye):
        await all_come_back(server, browsers)
    await played(server, browsers, chance)
    lines = await record_of(server)
    found = list(verify.check(lines, None, [one.kept for one in browsers]))
    assert verify.verdict(found) is verify.Verdict.HOLDS, found
