"""Reports: the position attached, the queue, the answer, and erasure."""

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import match_search, reports, voiding
from app.store.admin.report_rows import Kind
from app.store.admin.reports import MAX_LENGTH, MAX_NOTED
from app.store.database.pools import Database
from app.store.database.storable_text import UnstorableText
from app.store.matches import summaries
from tests.store.conftest import Guest, Play, Playing


async def reported(
    db: AsyncSession,
    account_id: str,
    playing: Playing,
    said: str = "It stands still.",
    step: int | None = None,
    noted: str = "",
) -> int:
    return await reports.file(
        db, account_id, Kind.FAULT, playing.room.id, playing.match, step, said, noted
    )


async def test_a_report_is_about_the_last_entry_unless_it_names_one(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, deals=[(1, 0)])
    async with database.sessions.begin() as db:
        summary = await summaries.of_match(db, playing.match)
        assert summary is not None
        entries = summary.entries
        for step in (None, 0, 10_000):
            await reported(db, ada.id, playing, step=step)
        found = await reports.list_of_account(db, ada.id)
    assert entries > 1
    assert [report.step for report in found] == [entries - 1, 0, entries - 1]
    assert {(report.match_id, report.game, report.code, report.name) for report in found} == {
        (playing.match, playing.game.slug, playing.room.code, "Ada")
    }


async def test_how_far_a_running_match_has_come_is_told_to_nobody(
    database: Database, guest: Guest, play: Play
) -> None:
    """The number of entries counts secret answers, and an administrator may sit in the match."""
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob, deals=[(1, 0)], of=2)
    async with database.sessions.begin() as db:
        number = await reported(db, ada.id, playing)
        assert (await reports.by_number(db, number, "")).step is None
        await voiding.void(db, playing.match, "enough")
        assert (await reports.by_number(db, number, "")).step is not None


async def test_a_room_without_a_match_has_no_position(
    database: Database, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await play(ada, bots=1)
    async with database.sessions.begin() as db:
        await reports.file(db, ada.id, Kind.PEOPLE, playing.room.id, None, None, "Bob is rude.", "")
        (report,) = await reports.list_of_account(db, ada.id)
    assert report.kind is Kind.PEOPLE
    assert (report.match_id, report.step, report.game) == (None, None, None)


async def test_an_answer_is_given_once_and_read_by_who_asked(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob, deals=[(1, 0)])
    async with database.sessions.begin() as db:
        first, second = [await reported(db, account.id, playing) for account in (ada, bob)]
        assert await reports.count_open(db, ada.id) == 1
        await reports.close(db, first, keeper.id, "Mended.")
        assert [
            report.answer for report in await reports.list_of_account(db, ada.id, playing.room.id)
        ] == ["Mended."]
        assert await reports.count_open(db, ada.id) == 0
        for number in (first, second + 1000):
            with pytest.raises(LookupError):
                await reports.close(db, number, keeper.id, "Once more.")


async def test_what_a_report_may_hold_is_bounded(
    database: Database, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await play(ada, bots=1)
    async with database.sessions.begin() as db:
        await reported(
            db, ada.id, playing, said="x" * 3 * MAX_LENGTH, noted="\x00" + "y" * 3 * MAX_NOTED
        )
        (report,) = await reports.list_of_account(db, ada.id)
        assert (len(report.said), len(report.noted)) == (MAX_LENGTH, MAX_NOTED)
        assert report.noted[0] == "·"
        with pytest.raises(UnstorableText):
            await reported(db, ada.id, playing, said="a \x00 in it")


async def test_the_admin_finds_matches_that_were_reported_and_those_that_somebody_won(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    adas = await play(ada, bob, deals=[(1, 0)])
    bobs = await play(ada, bob, deals=[(0, 1)], hour=1)
    async with database.sessions.begin() as db:
        await reported(db, bob.id, adas)

        async def found(
            player: str = "", won: bool = False, is_reported: bool = False
        ) -> list[str]:
            return [
                match.id
                for match in (
                    await match_search.search(db, player=player, won=won, reported=is_reported)
                ).items
            ]

        assert await found(is_reported=True) == [adas.match]
        assert await found("Ada") == [bobs.match, adas.match]
        first = {
            place.name
            for place in (await summaries.of_match(db, adas.match)).places  # type: ignore[union-attr]
            if place.finish == 1
        }
        assert len(first) == 1
        assert await found(first.pop(), won=True) == [adas.match]
        assert await found("Ada", is_reported=True, won=True) + await found(
            "Bob", is_reported=True, won=True
        ) == [adas.match]
