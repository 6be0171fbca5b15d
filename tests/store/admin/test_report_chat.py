"""Named reports: the people who may be named, the chat around the moment, and each look."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.admin import audit, cases, report_context, reports
from app.store.admin.audit import Action
from app.store.admin.report_context import (
    CHAT_AFTER,
    CHAT_BEFORE,
    MAX_LINES_AFTER,
    MAX_LINES_BEFORE,
    NoChat,
    people_to_name,
)
from app.store.admin.report_rows import Kind
from app.store.database.pools import Database
from app.store.matches import summaries
from app.store.people import accounts
from app.store.people.rows import Account
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.chat import ChatEntry, LineCode, Spoken, server_line
from app.table.model.notation import to_milliseconds
from app.table.model.room import PersonId
from tests.store.conftest import Guest, Play, Playing, person

MOMENT = datetime(2026, 11, 21, 20, tzinfo=UTC)
SECOND, MILLISECOND = timedelta(seconds=1), timedelta(milliseconds=1)

Say = Callable[[Playing, Account | None, str, timedelta], Awaitable[None]]


@pytest.fixture
def say(rooms: PostgresRoomStore) -> Say:
    """Writes a line this long after the moment; without an account the server says who came."""

    async def write(
        playing: Playing, speaker: Account | None, words: str, after: timedelta
    ) -> None:
        said = (
            server_line(LineCode.COMES_IN, playing.room.people[1])
            if speaker is None
            else Spoken(PersonId(speaker.id), speaker.name, words)
        )
        entry = ChatEntry(to_milliseconds(MOMENT + after), said)
        await rooms.add_chat_lines(playing.room.id, (entry,), 1)

    return write


async def accuse(
    db: AsyncSession,
    reporter: Account,
    accused: Account | None,
    playing: Playing,
    kind: Kind = Kind.PEOPLE,
) -> int:
    return await reports.file(
        db, reporter.id, kind, playing.room.id, playing.match, None, "That was rude.", "",
        accused_id=None if accused is None else accused.id, moment_at=MOMENT,
    )  # fmt: skip


async def words(db: AsyncSession, number: int, admin: Account) -> tuple[list[str], list[str]]:
    """The texts that a look shows: before the moment and after it."""
    chat = await report_context.read_chat(db, number, admin.id)
    return [line.text for line in chat.before], [line.text for line in chat.after]


async def test_a_look_shows_the_lines_of_the_table_in_the_window_around_the_moment(
    database: Database, guest: Guest, play: Play, say: Say
) -> None:
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing, other = await play(ada, bob), await play(ada, bob)
    await say(playing, bob, "long before", -CHAT_BEFORE - MILLISECOND)
    await say(playing, bob, "an hour before", -CHAT_BEFORE)
    await say(other, bob, "elsewhere", -SECOND)
    await say(playing, None, "", -SECOND)
    await say(playing, ada, "at the moment", timedelta())
    await say(playing, bob, "just after", MILLISECOND)
    await say(playing, ada, "a quarter after", CHAT_AFTER)
    await say(playing, bob, "long after", CHAT_AFTER + MILLISECOND)
    async with database.sessions.begin() as db:
        number = await accuse(db, ada, bob, playing)
        assert await words(db, number, keeper) == (
            ["an hour before", "Bob comes in.", "at the moment"],
            ["just after", "a quarter after"],
        )
        chat = await report_context.read_chat(db, number, keeper.id)
    assert [line.account_id for line in chat.before] == [bob.id, None, ada.id]
    assert [line.name for line in chat.before] == ["Bob", "The house", "Ada"]


async def test_of_a_lively_chat_a_look_shows_the_lines_nearest_to_the_moment(
    database: Database, guest: Guest, play: Play, say: Say
) -> None:
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob)
    for number in range(-MAX_LINES_BEFORE - 2, MAX_LINES_AFTER + 3):
        await say(playing, bob, str(number), number * SECOND)
    async with database.sessions.begin() as db:
        before, after = await words(db, await accuse(db, ada, bob, playing), keeper)
    assert before == [str(number) for number in range(-MAX_LINES_BEFORE + 1, 1)]
    assert after == [str(number) for number in range(1, MAX_LINES_AFTER + 1)]


async def test_each_look_is_a_line_in_the_audit_log_and_without_the_line_nothing_is_shown(
    database: Database, guest: Guest, play: Play, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob)
    await say(playing, bob, "rude", -SECOND)
    async with database.sessions.begin() as db:
        number = await accuse(db, ada, bob, playing)
        for _ in range(2):
            assert await words(db, number, keeper) == (["rude"], [])
        looks = (await audit.entries(db, f"report:{number}")).items
    assert [(look.action, look.admin_id) for look in looks] == [(Action.READ_CHAT, keeper.id)] * 2
    read: list[object] = []

    async def fail(*_: object) -> None:
        raise ConnectionError

    async def lines(*_: object, **__: object) -> tuple[()]:
        read.append(1)
        return ()

    monkeypatch.setattr(audit, "record", fail)
    monkeypatch.setattr(report_context, "_lines", lines)
    with pytest.raises(ConnectionError):
        async with database.sessions.begin() as db:
            await words(db, number, keeper)
    assert read == []


async def test_a_fault_and_an_administrators_own_report_open_no_chat(
    database: Database, guest: Guest, play: Play
) -> None:
    """Otherwise an administrator could read any table's chat by reporting it."""
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob)
    async with database.sessions.begin() as db:
        for number in (
            await accuse(db, ada, None, playing, Kind.FAULT),
            await accuse(db, keeper, bob, playing),
        ):
            with pytest.raises(NoChat):
                await report_context.read_chat(db, number, keeper.id)
            assert (await audit.entries(db, audit.report_subject(number))).items == ()
        assert await words(db, await accuse(db, ada, None, playing), keeper) == ([], [])


async def test_an_administrator_who_is_accused_finds_no_such_report(
    database: Database, guest: Guest, play: Play
) -> None:
    """The person reported never learns that there is a report."""
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob)
    async with database.sessions.begin() as db:
        number = await accuse(db, ada, bob, playing)
        for closed in (False, True):
            if closed:
                await reports.close(db, number, keeper.id, "Seen.")
            assert (await cases.list_page(db, bob.id)).items == ()
            assert len((await cases.list_page(db, keeper.id)).items) == 1
            assert await cases.count_open(db, bob.id) == 0
            for hidden in (
                reports.by_number(db, number, bob.id),
                reports.close(db, number, bob.id, "I was not."),
                report_context.read_chat(db, number, bob.id),
            ):
                with pytest.raises(LookupError, match="there is no"):
                    await hidden
        assert (await reports.by_number(db, number, keeper.id)).answer == "Seen."


async def test_a_report_counts_the_reports_and_reporters_that_name_the_same_person(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob, cleo, keeper = [await guest(name) for name in ("Ada", "Bob", "Cleo", "Keeper")]
    playing = await play(ada, bob, cleo)
    async with database.sessions.begin() as db:
        await accuse(db, ada, bob, playing)
        await accuse(db, ada, bob, playing)
        await accuse(db, ada, cleo, playing)
        await accuse(db, ada, None, playing)
        await reports.close(db, await accuse(db, cleo, bob, playing), keeper.id, "Seen.")
        shown = [report.accused for report in await reports.list_of_account(db, ada.id)]
    assert [None if one is None else (one.name, one.reports, one.reporters) for one in shown] == [
        None,
        ("Cleo", 1, 1),
        ("Bob", 3, 2),
        ("Bob", 3, 2),
    ]


async def test_an_erased_persons_lines_are_gone_from_reports_and_the_accused_has_no_name(
    database: Database, guest: Guest, play: Play, say: Say
) -> None:
    ada, bob, keeper = await guest("Ada"), await guest("Bob"), await guest("Keeper")
    playing = await play(ada, bob)
    await say(playing, bob, "rude", -SECOND)
    await say(playing, ada, "stop that", timedelta())
    async with database.sessions.begin() as db:
        number = await accuse(db, ada, bob, playing)
        await erasure.erase_account(db, bob.id)
        assert await words(db, number, keeper) == (["stop that"], [])
        accused = (await reports.by_number(db, number, keeper.id)).accused
    assert accused is not None
    assert (accused.gone, "Bob" in accused.name) == (True, False)


async def test_the_moment_is_that_of_the_entry_or_of_the_end_and_none_while_the_match_runs(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    over, running = await play(ada, bob, deals=[(1, 0)]), await play(ada, bob)
    async with database.sessions.begin() as db:
        summary = await summaries.of_match(db, over.match)
        assert summary is not None
        assert await report_context.moment_of(db, over.match, None) == summary.ended
        last = over.start + (summary.entries - 1) * SECOND
        for step, at in ((0, over.start), (1, over.start + SECOND), (10_000, last)):
            assert await report_context.moment_of(db, over.match, step) == at
        assert await report_context.moment_of(db, running.match, None) is None


async def test_people_of_the_match_can_be_named_but_not_oneself_a_bot_or_a_deleted_account(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob, cleo, dora = [await guest(name) for name in ("Ada", "Bob", "Cleo", "Dora")]
    playing = await play(ada, cleo, bob, dora, bots=2)
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, dora.id)
        people = await people_to_name(db, ada.id, playing.match, None, MOMENT)
    assert [(one.account_id, one.name) for one in people] == [(cleo.id, "Cleo"), (bob.id, "Bob")]


async def test_at_a_table_members_and_recent_speakers_can_be_named_with_their_names_there(
    database: Database, guest: Guest, play: Play, say: Say
) -> None:
    """Somebody who was rude and has left, or was banned, can still be named."""
    ada, bob, cleo, dora, emil = [
        await guest(name) for name in ("Ada", "Bob", "Cleo", "Dora", "Emil")
    ]
    playing = await play(ada, bob)
    room = msgspec.structs.replace(playing.room, people=(*playing.room.people, person(cleo)))
    await say(playing, emil, "long ago", -CHAT_BEFORE - SECOND)
    await say(playing, dora, "rude", -SECOND)
    await say(playing, bob, "hush", timedelta())
    async with database.sessions.begin() as db:
        await accounts.rename(db, bob.id, "Robert")
        at_table = await people_to_name(db, ada.id, playing.match, room, MOMENT)
        nobody_played = await people_to_name(db, ada.id, None, room, MOMENT)
        a_stranger = await people_to_name(db, emil.id, playing.match, None, MOMENT)
    assert [one.name for one in at_table] == ["Bob", "Cleo", "Dora"]
    assert [one.name for one in nobody_played] == ["Bob", "Cleo", "Dora"]
    assert [one.name for one in a_stranger] == ["Ada", "Bob"]


@pytest.mark.parametrize(("kind", "oneself"), [(Kind.FAULT, False), (Kind.PEOPLE, True)])
async def test_the_database_refuses_a_fault_that_names_somebody_and_who_accuses_themselves(
    database: Database, guest: Guest, play: Play, kind: Kind, oneself: bool
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    playing = await play(ada, bob)
    with pytest.raises(IntegrityError, match="accused_is_another"):
        async with database.sessions.begin() as db:
            await accuse(db, ada, ada if oneself else bob, playing, kind)
