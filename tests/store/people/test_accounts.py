"""Accounts: guests who become members, being shut out, and going without a trace."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.pools import Database
from app.store.database.storable_text import UnstorableText
from app.store.matches import summaries
from app.store.people import accounts, sessions
from app.store.people.names import DELETED_NAME, NameTaken
from app.store.people.rows import Role
from app.store.results.profiles import game_records
from app.store.rooms.room_store import PostgresRoomStore
from app.store.upkeep import erasure
from app.table.model.chat import ChatEntry, LineCode, ServerLine, Spoken, server_line
from app.table.model.room import PersonId
from tests.store.conftest import Guest, Play, person

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
        await accounts.create_guest(db, "ÂDÁ")
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
        assert [match.id for match in (await summaries.history_of(db, ada.id)).items] == [
            playing.match
        ]
        assert await accounts.password_hash_of(db, ada.id) == "hash"


async def test_only_a_guest_registers_and_only_a_member_has_a_password(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    assert await accounts.password_hash_of(db, ada.id) is None
    with pytest.raises(LookupError):
        await accounts.set_password(db, ada.id, "hash")
    with pytest.raises(LookupError):
        await accounts.set_role(db, ada.id, Role.ADMINISTRATOR)
    await accounts.register(db, ada.id, "Ada", "hash")
    with pytest.raises(LookupError):
        await accounts.register(db, ada.id, "Ada", "other")
    await accounts.set_password(db, ada.id, "newer")
    assert await accounts.password_hash_of(db, ada.id) == "newer"
    assert (await accounts.set_role(db, ada.id, Role.ADMINISTRATOR)).admin


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
        assert (await summaries.history_of(db, odd)).items == ()
        assert await summaries.of_match(db, odd) is None


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
    said: tuple[Spoken | ServerLine, ...] = (
        Spoken(PersonId(eve.id), eve.name, "canary says hello"),
        server_line(LineCode.SITS_DOWN, person(eve)),
        server_line(LineCode.POKES, person(bob), person(eve)),
        ServerLine(LineCode.STOPPED_BY_ADMIN, value="canary", concerns=(PersonId(eve.id),)),
        Spoken(PersonId(bob.id), bob.name, "hello"),
    )
    for number, one in enumerate(said):
        await rooms.add_chat_lines(playing.room.id, (ChatEntry(number, one),))
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
        found = await summaries.of_match(db, playing.match)
        assert found is not None
        assert [place.name for place in found.places] == [DELETED_NAME, "Bob"]
        assert [place.finish for place in found.places] == [1, 2]
        assert await game_records(db, bob.id) == before
        assert [one.said for one in await rooms.chat_lines(playing.room.id, 10)] == [said[-1]]
        tables = (
            await db.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        ).all()
        for table in tables:
            rows = (await db.scalars(text(f'SELECT t::text FROM "{table}" t'))).all()
            assert not [row for row in rows if "canary" in row.casefold()], table


async def test_a_name_is_free_again_when_its_member_has_gone(db: AsyncSession) -> None:
    ada = await accounts.create_guest(db, "Ada")
    await accounts.register(db, ada.id, "Ada", "hash")
    await erasure.erase_account(db, ada.id)
    assert (await accounts.create_guest(db, "Ada")).name == "Ada"
    assert await accounts.by_name(db, DELETED_NAME) is None
