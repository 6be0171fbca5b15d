"""Accounts: guests who become members, being shut out, and going without a trace."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.store import accounts, erasure, sessions
from app.store.accounts import DELETED_NAME, NameTaken
from app.store.database import Database
from app.store.matches import history_of, summary
from app.store.profiles import game_records
from app.store.room_store import PostgresRoomStore
from app.store.storable_text import UnstorableText
from app.table.model.chat import ChatEntry
from app.table.model.room import PersonId
from app.table.model.server_messages import ChatLine
from app.table.model.timestamps import to_milliseconds
from app.text.sanitize import names_in
from tests.store.conftest import Guest, Play

pytestmark = pytest.mark.anyio


# -- guests and members


async def test_guests_may_share_a_name(db: AsyncSession) -> None:
    one, other = await accounts.create_guest(db, "Ada"), await accounts.create_guest(db, "Ada")
    assert one.id != other.id
    assert len(one.id) == 22
    assert (one.kind, one.registered, one.admin) == ("guest", False, False)
    assert await accounts.by_id(db, one.id) == one


async def test_nobody_may_look_like_a_member(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    await accounts.register(db, ada.id, "Ada", "hash")
    other = await accounts.create_guest(db, "Eve")
    with pytest.raises(NameTaken):
        await accounts.create_guest(db, "АDА")
    with pytest.raises(NameTaken):
        await accounts.rename(db, other.id, "ada")
    with pytest.raises(NameTaken):
        await accounts.register(db, other.id, "A.d.a", "hash")
    assert (await accounts.register(db, other.id, "Eve", "hash")).name == "Eve"
    with pytest.raises(NameTaken):
        await accounts.rename(db, other.id, "Ada")


async def test_of_two_who_register_a_name_at_the_same_moment_one_gets_it(
    database: Database, guest: Guest
) -> None:
    async def register(account_id: str) -> str:
        async with database.sessions.begin() as db:
            return (await accounts.register(db, account_id, "Ada", "hash")).id

    rivals = [await guest("Ada") for _ in range(4)]
    results = await asyncio.gather(
        *(register(rival.id) for rival in rivals), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["NameTaken"] * 3 + ["str"]


async def test_a_member_may_spell_the_own_name_anew(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    await accounts.register(db, ada.id, "Ada", "hash")
    assert (await accounts.rename(db, ada.id, "ADA")).name == "ADA"


async def test_a_guest_becomes_a_member_in_the_same_row_and_keeps_everything(
    database: Database, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    playing = await play(ada, await guest("Bob"), deals=[(1, 0), (1, 0)])
    async with database.sessions.begin() as db:
        before = await game_records(db, ada.id)
        member = await accounts.register(db, ada.id, "Ada L", "hash")
    assert member.id == ada.id
    assert member.registered
    async with database.sessions() as db:
        assert await game_records(db, ada.id) == before
        assert before[0].deals == 2
        assert [match.id for match in (await history_of(db, ada.id)).items] == [playing.match]
        assert await accounts.password_hash_of(db, ada.id) == "hash"


async def test_only_a_guest_registers_and_only_a_member_has_a_password(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    assert await accounts.password_hash_of(db, ada.id) is None
    with pytest.raises(LookupError):
        await accounts.set_password(db, ada.id, "hash")
    with pytest.raises(LookupError):
        await accounts.make_admin(db, ada.id)
    await accounts.register(db, ada.id, "Ada", "hash")
    with pytest.raises(LookupError):
        await accounts.register(db, ada.id, "Ada", "other")
    await accounts.set_password(db, ada.id, "newer")
    assert await accounts.password_hash_of(db, ada.id) == "newer"
    assert (await accounts.make_admin(db, ada.id)).admin


async def test_a_member_is_found_by_any_spelling_of_the_name(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada Lovelace")
    assert await accounts.by_name(db, "Ada Lovelace") is None, "guests are not found by name"
    await accounts.register(db, ada.id, "Ada Lovelace", "hash")
    for spelled in ("Ada Lovelace", "ada lovelace", " ADA  LOVELACE"):
        found = await accounts.by_name(db, spelled)
        assert found is not None
        assert found.id == ada.id
    assert await accounts.by_name(db, "Eve") is None


async def test_odd_text_finds_nobody_and_is_no_error(db: AsyncSession) -> None:
    for odd in ("", "\0", "\ud800", "' OR 1=1 --", "x" * 10_000):
        assert await accounts.by_id(db, odd) is None
        assert await accounts.by_name(db, odd) is None
        assert await accounts.password_hash_of(db, odd) is None
        assert (await accounts.search(db, odd)).total == 0
        assert await game_records(db, odd) == ()
        assert (await history_of(db, odd)).items == ()
        assert await summary(db, odd) is None


async def test_the_admin_finds_accounts_by_part_of_the_name_page_by_page(db: AsyncSession) -> None:
    for number in range(30):
        await accounts.create_guest(db, f"Ann {number}")
    bob = await accounts.create_guest(db, "Bob_100")
    await accounts.register(db, bob.id, "Bob_100", "hash")
    first, second = await accounts.search(db, "ANN"), await accounts.search(db, "ann", page=2)
    assert (first.total, first.pages, len(first.items), len(second.items)) == (30, 2, 25, 5)
    assert not {account.id for account in first.items} & {account.id for account in second.items}
    assert (await accounts.search(db, "%")).total == 0, "a percent sign is a percent sign"
    assert [account.id for account in (await accounts.search(db, "b_1")).items] == [bob.id]
    assert [account.id for account in (await accounts.search(db, kind="member")).items] == [bob.id]
    assert [account.id for account in (await accounts.search(db, bob.id)).items] == [bob.id]
    assert (await accounts.search(db, page=-3)).items == (await accounts.search(db)).items


# -- shut out


async def test_a_suspension_ends_at_its_date_and_a_ban_does_not(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    token, now = await sessions.open_session(db, ada.id), datetime.now(UTC)
    await accounts.suspend(db, ada.id, now + timedelta(days=1), "shouting")
    assert await sessions.authenticate_orm(db, token) is None
    shut_out = await accounts.by_id(db, ada.id)
    assert shut_out is not None
    assert (shut_out.suspension_reason, shut_out.suspended_until) == (
        "shouting",
        now + timedelta(days=1),
    )
    assert await sessions.authenticate_orm(db, token, now + timedelta(days=2)) is not None
    assert not shut_out.suspended(now + timedelta(days=2))
    await accounts.suspend(db, ada.id, None, "for good")
    assert await sessions.authenticate_orm(db, token, now + timedelta(days=300)) is None
    assert [account.id for account in (await accounts.search(db, suspended=True)).items] == [ada.id]
    await accounts.lift_suspension(db, ada.id)
    assert await sessions.authenticate_orm(db, token) is not None
    with pytest.raises(UnstorableText):
        await accounts.suspend(db, ada.id, None, "\0")


async def test_a_suspension_without_a_reason_cannot_be_written(
    db: AsyncSession, guest: Guest
) -> None:
    ada = await guest("Ada")
    with pytest.raises(IntegrityError, match="suspension_has_a_reason"):
        await db.execute(
            text("UPDATE accounts SET suspended_until = now() WHERE id = :id"), {"id": ada.id}
        )


# -- going


async def test_who_deletes_the_account_leaves_no_name_anywhere_and_others_matches_stand(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    """Puts a canary wherever a name can be, then searches every column of every table."""
    eve, bob = await guest("Canary Eve"), await guest("Bob")
    playing = await play(eve, bob, deals=[(1, 0), (1, 0)])
    now = to_milliseconds(datetime.now(UTC))
    for person, name, text_, about in (
        (PersonId(eve.id), eve.name, "canary says hello", ()),
        (None, "The house", "Canary Eve sits down.", (PersonId(eve.id),)),
        (None, "The house", "Canary Eve stands up.", None),
        (PersonId(bob.id), bob.name, "hello", ()),
    ):
        line = ChatLine(person, name, text_, now)
        await rooms.add_chat_line(playing.room.id, ChatEntry(line, about))
    async with database.sessions.begin() as db:
        await accounts.register(db, eve.id, "Canary Eve", "canary-hash")
        token = await sessions.open_session(db, eve.id, "canary browser")
        before = await game_records(db, bob.id)
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, eve.id)
    async with database.sessions() as db:
        assert await sessions.authenticate_orm(db, token) is None
        gone = await accounts.by_id(db, eve.id)
        assert gone is not None
        assert (gone.kind, gone.name) == ("gone", DELETED_NAME)
        with pytest.raises(LookupError):
            await accounts.rename(db, eve.id, "Eve again")
        found = await summary(db, playing.match)
        assert found is not None
        assert [place.name for place in found.places] == [DELETED_NAME, "Bob"]
        assert [place.finish for place in found.places] == [1, 2]
        assert await game_records(db, bob.id) == before
        assert [one.line.name for one in await rooms.chat_lines(playing.room.id, 10)] == ["Bob"]
        tables = (
            await db.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        ).all()
        for table in tables:
            rows = (await db.scalars(text(f'SELECT t::text FROM "{table}" t'))).all()
            assert not [row for row in rows if "canary" in row.casefold()], table


@pytest.mark.parametrize(
    "name", ["Ann", "A.n (x)", "Zoë", "O'Brien", "50 _ 50", "山田", "Ann-Lou", "a|b*+?", "[x]^$#"]
)
async def test_what_the_house_said_of_a_name_goes_wherever_it_stands_alone(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play, name: str
) -> None:
    """The database itself finds the lines, by the tables' own rules, even among many."""
    gone, bob = await guest(name), await guest("Bob")
    playing = await play(gone, bob)
    said = [
        f"{name} sits down.",
        f"Bob lets {name} in.",
        f"({name})",
        f"{name}a sits down.",
        f"x{name}",
        "Bob sits down.",
        "ann 50 x 50 AAn",
    ]
    now = to_milliseconds(datetime.now(UTC))
    for line in said:
        entry = ChatEntry(ChatLine(None, "The house", line, now), None)
        await rooms.add_chat_line(playing.room.id, entry)
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, gone.id)
    left = [one.line.text for one in await rooms.chat_lines(playing.room.id, 100)]
    assert [line for line in left if line in said] == [
        line for line in said if not names_in(line, [name])
    ]
    assert "Bob sits down." in left


async def test_who_is_called_by_a_common_word_takes_along_only_lines_about_that_person(
    database: Database, rooms: PostgresRoomStore, guest: Guest, play: Play
) -> None:
    gone, bob = await guest("the"), await guest("Bob")
    playing = await play(gone, bob)
    old = datetime.now(UTC) - timedelta(days=30)
    for at, text_, about in (
        (old, "Bob pauses the table.", None),
        (datetime.now(UTC), "Bob pauses the table.", (PersonId(bob.id),)),
        (datetime.now(UTC), "the sits down.", (PersonId(gone.id),)),
        (datetime.now(UTC), "Bob pokes the.", (PersonId(bob.id), PersonId(gone.id))),
    ):
        line = ChatLine(None, "The house", text_, to_milliseconds(at))
        await rooms.add_chat_line(playing.room.id, ChatEntry(line, about))
    before = [one.line.text for one in await rooms.chat_lines(playing.room.id, 100)]
    async with database.sessions.begin() as db:
        await erasure.erase_account(db, gone.id)
    left = [one.line.text for one in await rooms.chat_lines(playing.room.id, 100)]
    assert left == [text_ for text_ in before if text_ not in ("the sits down.", "Bob pokes the.")]
    assert left.count("Bob pauses the table.") == 2


async def test_a_name_is_free_again_when_its_member_has_gone(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    await accounts.register(db, ada.id, "Ada", "hash")
    await erasure.erase_account(db, ada.id)
    assert (await accounts.create_guest(db, "Ada")).name == "Ada"
    assert await accounts.by_name(db, DELETED_NAME) is None
