"""Labels: present names beside ids, in one statement for each kind."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from app.store.admin import audit, labels
from app.store.admin.audit import Action
from app.store.database.pools import Database
from app.store.people import accounts
from tests.store.conftest import Guest, Play

NOBODY = "A" * 22


@contextmanager
def statements(database: Database) -> Iterator[list[str]]:
    """The SELECT statements that the database is sent meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT"):
            sent.append(statement)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


async def test_accounts_are_labelled_with_their_present_names(
    database: Database, guest: Guest
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    async with database.sessions.begin() as db:
        await accounts.rename(db, ada.id, "Adele")
        await accounts.anonymize(db, bob.id)
        found = await labels.of_accounts(db, [ada.id, bob.id, NOBODY, "no id", "\0"])
    assert set(found) == {ada.id, bob.id}
    assert (found[ada.id].name, found[ada.id].erased) == ("Adele", False)
    assert found[bob.id].erased
    assert "Bob" not in found[bob.id].name


async def test_matches_and_rooms_are_labelled_with_their_codes(
    database: Database, guest: Guest, play: Play
) -> None:
    played = await play(await guest("Ada"), bots=1, code="ABCDE")
    async with database.sessions.begin() as db:
        match = (await labels.of_matches(db, [played.match, NOBODY, "no id", "\0"]))[played.match]
        rooms = await labels.of_rooms(db, [played.room.id, NOBODY, "no id", "\0"])
        assert await labels.of_matches(db, ["no id"]) == {}
    assert (match.game, match.code) == ("toy", "ABCDE")
    assert rooms == {played.room.id: "ABCDE"}


async def test_the_newest_matches_of_a_person_are_labelled_in_one_statement(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, code="ABCDE")
    second = await play(ada, bots=1, hour=1)
    await play(bob, bots=1, hour=2)
    async with database.sessions.begin() as db:
        with statements(database) as sent:
            newest, oldest = await labels.latest_of_person(db, ada.id, 3)
        assert len(sent) == 1
        assert (newest.id, oldest.id) == (second.match, first.match)
        assert (oldest.game, oldest.code, oldest.state) == ("toy", "ABCDE", "running")
        assert await labels.latest_of_person(db, ada.id, 1) == [newest]
        assert await labels.latest_of_person(db, NOBODY, 3) == []


async def test_a_page_of_the_audit_log_takes_one_statement_for_each_kind(
    database: Database, guest: Guest, play: Play
) -> None:
    """Issue 13: names beside ids, and never one statement for each line."""
    ruth = await guest("Ruth")
    people = [await guest(f"Guest {number}") for number in range(5)]
    played = [await play(person, bots=1) for person in people]
    async with database.sessions.begin() as db:
        for person, match in zip(people, played, strict=True):
            for subject in (
                audit.account_subject(person.id),
                audit.match_subject(match.match),
                audit.room_subject(match.room.id),
            ):
                await audit.record(db, ruth.id, Action.LOOK, subject, "asked")
        found = await audit.entries(db, admin_id=ruth.id)
        with statements(database) as sent:
            shown = await labels.of_entries(db, found.items)
    assert len(sent) == 3
    assert {person.id for person in people} | {ruth.id} == set(shown.accounts)
    assert {match.match for match in played} == set(shown.matches)
    assert {match.room.id for match in played} == set(shown.rooms)
