"""Queries of matches: history, the admin's search, the record, and who looked at it."""

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules.replay import replay
from app.store.admin import audit, audit_chain, match_search
from app.store.admin.audit import Action
from app.store.database import base
from app.store.database.pools import Database
from app.store.database.storable_text import UnstorableText
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import records, summaries
from app.store.people import accounts
from app.store.people.rows import Account, Role
from tests.store.conftest import Guest, Play
from tests.store.toy_game import TOY


async def test_a_history_lists_the_matches_in_which_somebody_held_a_seat_newest_first(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, deals=[(1, 0)])
    second = await play(ada, bots=1, hour=1)
    await play(bob, bots=1, hour=2)
    async with database.sessions() as db:
        history = await summaries.history_of(db, ada.id)
        assert [match.id for match in history.items] == [second.match, first.match]
        assert history.total == 2
        of_game = await summaries.latest_of_game(db, ada.id, history.items[0].game)
        assert of_game == history.items
        assert await summaries.latest_of_game(db, ada.id, "another") == ()
        assert await summaries.latest_of_game(db, "no id", history.items[0].game) == ()


@pytest.mark.parametrize("many", [1, summaries.MANY_MATCHES])
async def test_a_long_history_comes_in_pages(
    database: Database, guest: Guest, play: Play, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(summaries, "MANY_MATCHES", many)
    ada, bob = await guest("Ada"), await guest("Bob")
    played = []
    for _ in range(28):
        played.append((await play(ada, bots=1)).match)
        await play(bob, bots=1)
    async with database.sessions() as db:
        first, second, third = [await summaries.history_of(db, ada.id, page) for page in (1, 2, 3)]
        assert [len(page.items) for page in (first, second, third)] == [25, 3, 0]
        assert (first.total, first.pages) == (28, 2)
        assert [match.id for match in (*first.items, *second.items)] == played[::-1]
        assert (await summaries.history_of(db, ada.id, -5)).items == first.items
        assert (await summaries.history_of(db, ada.id, 10**30)).items == ()


@pytest.mark.parametrize("won", [False, True])
async def test_a_search_for_a_player_comes_in_pages_newest_first(
    database: Database, guest: Guest, play: Play, won: bool
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    played = []
    for number in range(28):
        played.append((await play(ada, bob, deals=[(1, 0)])).match)
        if number % 7 == 0:
            bobs = (await play(ada, bob, deals=[(0, 1)])).match
            played += [] if won else [bobs]
    wanted = played[::-1]
    async with database.sessions.begin() as db:
        await accounts.rename(db, ada.id, "Adelheid")
        for name in ("ada", "adelheid", ada.id):
            first, second, third = [
                await match_search.search(db, name, won=won, page=page) for page in (1, 2, 3)
            ]
            assert [match.id for match in first.items] == wanted[:25]
            assert [match.id for match in second.items] == wanted[25:]
            assert third.items == ()
            assert first.total == second.total == third.total == len(wanted)


async def test_the_admin_finds_matches_by_player_code_game_date_and_state(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada, bob, cid = await guest("Ada"), await guest("Bob 50%"), await guest("Cid")
    one = await play(ada, bob, deals=[(1, 0)], code="AAAAA")
    two = await play(bob, cid, code="BBBBB")
    three = await play(cid, bots=1, code="CCCCC")
    await log.stop(three.match, three.epoch, three.room, "enough")
    now, day = datetime.now(UTC), timedelta(days=1)
    async with database.sessions.begin() as db:
        await accounts.rename(db, cid.id, "Cleo")

        async def found(**wanted: object) -> set[str]:
            page = await match_search.search(db, **wanted)  # type: ignore[arg-type]  # keyword arguments
            assert page.total == len(page.items)
            return {match.id for match in page.items}

        every = {one.match, two.match, three.match}
        assert await found() == every
        assert await found(player="ADA") == {one.match}
        assert await found(player=" bob ") == {one.match, two.match}
        assert await found(player="50%") == {one.match, two.match}
        assert await found(player="_") == set()
        assert await found(player=cid.id) == {two.match, three.match}
        assert await found(player="Cleo") == {two.match, three.match}, "also by the name of today"
        assert await found(player="Cid") == {two.match, three.match}, "and by that of the match"
        assert await found(code="bbbbb") == {two.match}
        assert await found(game="toy") == every
        assert await found(game="another") == set()
        assert await found(state="running") == {two.match}
        assert await found(state="stopped") == {three.match}
        assert await found(state="no-such-state") == set()
        assert await found(since=now - day, until=now + day) == every
        assert await found(since=now + day) == set()
        assert await found(until=now - day) == set()
        assert await found(player="bob", state="finished", code="AAAAA") == {one.match}
        assert await found(player="", code=" ", game="", state="") == every
        for odd in ("\0", "\ud800"):
            assert (
                await found(player=odd) == await found(code=odd) == await found(state=odd) == set()
            )


async def test_the_record_of_a_match_replays_to_where_it_stands_and_claims_nothing(
    database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, of=2)
    await playing.deal((1, 0))
    async with database.sessions() as db:
        record = await records.read(db, playing.match, {TOY.slug: TOY})
        assert await records.read(db, "none", {}) is None
    assert record is not None
    *_, state = replay(TOY, record.setup, (written.entry for written in record.entries))
    assert state == playing.state
    assert record.places == playing.places
    await playing.deal((0, 1))


async def test_a_record_is_stored_text_of_which_only_what_came_since_is_read(
    database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, of=3)
    await playing.deal((1, 0))
    async with database.sessions() as db:
        first = await records.stored(db, playing.match)
        assert await records.stored(db, "none") is None
    assert first is not None
    assert first.entries == len(first.lines.splitlines()) > 0
    await playing.deal((0, 1))
    async with database.sessions() as db:
        grown = await records.stored(db, playing.match, first)
        assert grown == await records.stored(db, playing.match)
        assert grown == await records.stored(db, playing.match, grown), "nothing came since"
        logged = await records.read_logged(db, playing.match)
        others = msgspec.structs.replace(first, lines=b"kept")
        kept = await records.stored(db, playing.match, others)
    assert grown is not None
    assert logged is not None
    assert kept is not None
    assert kept.lines.startswith(b"kept"), "what is known is not read again"
    assert [msgspec.json.decode(line) for line in grown.lines.splitlines()] == [
        {"ply": link.ply, "at": link.at, "entry": link.entry, "hash": link.hash.hex()}
        for link in logged.links
    ]


# -- the audit log


async def administrator(db: AsyncSession) -> Account:
    ruth = await accounts.create_guest(db, "Ruth")
    await accounts.register(db, ruth.id, "Ruth", "hash")
    return await accounts.set_role(db, ruth.id, Role.ADMINISTRATOR)


async def test_a_look_at_a_match_is_seen_by_its_players_for_ever(db: AsyncSession) -> None:
    ruth = await administrator(db)
    await audit.record_look(db, ruth.id, "m1", "somebody complained")
    await audit.record_look(db, ruth.id, "m2")
    await audit.record(db, ruth.id, Action.VOID, audit.match_subject("m1"), "cheating")
    (look,) = await audit.looks_at(db, "m1")
    assert (look.admin, look.reason, look.subject) == ("Ruth", "somebody complained", "match:m1")
    assert await audit.looks_at(db, "\0") == ()


async def test_the_audit_log_is_read_newest_first_by_subject_or_by_administrator(
    db: AsyncSession,
) -> None:
    ruth = await administrator(db)
    for number in range(27):
        await audit.record(
            db,
            ruth.id,
            Action.SUSPEND,
            audit.account_subject("a" if number % 2 else "b"),
            f"number {number}",
        )
    log = await audit.entries(db)
    assert (log.total, len(log.items), log.items[0].reason) == (27, 25, "number 26")
    assert [entry.reason for entry in (await audit.entries(db, page=2)).items] == [
        "number 1",
        "number 0",
    ]
    assert (await audit.entries(db, subject="account:a")).total == 13
    assert (await audit.entries(db, admin_id=ruth.id)).total == 27
    assert (await audit.entries(db, admin_id="another")).total == 0
    assert (await audit.entries(db, subject="\0")).total == 0
    with pytest.raises(UnstorableText):
        await audit.record(db, ruth.id, Action.VOID, "y", "\0")


async def test_lines_of_the_audit_log_form_a_chain_also_when_written_at_the_same_time(
    database: Database,
) -> None:
    async with database.sessions.begin() as db:
        ruth = await accounts.create_guest(db, "Ruth")
        assert await audit_chain.verify(db) == audit_chain.AuditChain(0, None, None)

    async def write(number: int) -> None:
        async with database.sessions.begin() as db:
            await audit.record(db, ruth.id, Action.LOOK, f"match:{number}", "weil ☂")
            await asyncio.sleep(0)

    await asyncio.gather(*(write(number) for number in range(8)))
    async with database.sessions() as db:
        found = await audit_chain.verify(db)
        assert found == await audit_chain.head(db)
    assert found.lines == 8
    assert found.head is not None
    assert len(found.head.hash) == 64


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE audit_log SET reason = 'because' WHERE number = $1",
        "UPDATE audit_log SET done_at = done_at + interval '1 microsecond' WHERE number = $1",
        "UPDATE audit_log SET subject = 'match:other' WHERE number = $1",
        "UPDATE audit_log SET hash = sha256('pecking-order/audit/1') WHERE number = $1",
        "DELETE FROM audit_log WHERE number = $1 - 1",
    ],
)
async def test_whatever_is_changed_in_the_audit_log_the_verifier_names_the_line(
    database: Database, change: str
) -> None:
    async with database.sessions.begin() as db:
        ruth = await accounts.create_guest(db, "Ruth")
        for number in range(3):
            await audit.record(db, ruth.id, Action.LOOK, f"match:{number}", "asked")
    async with database.transaction() as connection:
        await connection.execute("ALTER TABLE audit_log DISABLE TRIGGER only_added_to")
        second = await connection.fetchval(
            "SELECT number FROM audit_log ORDER BY number OFFSET 1 LIMIT 1"
        )
        await connection.execute(change, second)
        await connection.execute("ALTER TABLE audit_log ENABLE TRIGGER only_added_to")
    async with database.sessions() as db:
        found = await audit_chain.verify(db)
    assert found.fault is not None
    assert found.fault.startswith(f"line {second} of the audit log")


async def test_a_log_that_is_made_to_look_as_if_its_chain_began_later_is_found(
    database: Database,
) -> None:
    async with database.sessions.begin() as db:
        ruth = await accounts.create_guest(db, "Ruth")
        await audit.record(db, ruth.id, Action.LOOK, "match:1", "asked")
    async with database.transaction() as connection:
        await connection.execute("ALTER TABLE audit_log DISABLE TRIGGER only_added_to")
        await connection.execute("UPDATE audit_log SET hash = $1", audit.FIRST_HASH)
        await connection.execute("ALTER TABLE audit_log ENABLE TRIGGER only_added_to")
    async with database.sessions() as db:
        found = await audit_chain.verify(db)
    assert found.fault is not None


async def test_a_search_counts_to_its_bound_and_says_so(
    database: Database, guest: Guest, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await guest("Ada")
    for hour in range(3):
        await play(ada, bots=1, hour=hour)
    async with database.sessions() as db:
        exact = await match_search.search(db, player="Ada")
        assert (exact.total, exact.or_more) == (3, False)
        monkeypatch.setattr(base, "MAX_COUNTED", 2)
        bounded = await match_search.search(db, player="Ada")
        assert (bounded.total, bounded.or_more) == (2, True)


async def test_one_or_two_letters_find_names_that_begin_with_them(
    database: Database, guest: Guest, play: Play
) -> None:
    played = await play(await guest("Ada"), bots=1)
    async with database.sessions() as db:
        for part, found in (("ad", 1), ("da", 0), ("ada", 1)):
            assert (
                (await match_search.search(db, player=part)).total
                == (await accounts.search(db, part)).total
                == found
            )
        assert [match.id for match in (await match_search.search(db, player="A")).items] == [
            played.match
        ]
