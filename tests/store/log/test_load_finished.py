"""Reading a finished match back to lie on its table; nothing is claimed by it."""

import msgspec

from app.rules.replay import Shuffled
from app.store.admin import voiding
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.model.notation import new_match_id
from tests.store.conftest import Guest, Play, gathering
from tests.store.toy_game import TOY, Toy


async def test_a_finished_match_is_read_whole_and_stays_whose_it_is(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    record = await log.load_finished(playing.match, TOY)
    assert record is not None
    assert (record.epoch, len(record.entries), record.places) == (
        playing.epoch,
        playing.ply,
        playing.places,
    )
    assert record.last_hash == playing.last_hash
    assert record == await log.load_finished(playing.match, TOY)


async def test_a_match_that_goes_on_was_broken_off_or_struck_out_is_not(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    running, stopped, voided = [await play(ada, bots=1, of=2) for _ in range(2)] + [
        await play(ada, bots=1, deals=[(0, 1)])
    ]
    await running.append(Shuffled((0, 1)))
    await log.stop(stopped.match, stopped.epoch, gathering(stopped.room), "host")
    async with database.sessions.begin() as db:
        await voiding.void(db, voided.match, "two seats")
    for playing in (running, stopped, voided):
        assert await log.load_finished(playing.match, TOY) is None
    assert await log.load_finished(new_match_id(), TOY) is None


async def test_a_match_that_is_not_what_was_written_is_not(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    async with database.transaction() as connection:
        await connection.execute("ALTER TABLE entries DISABLE TRIGGER only_added_to")
        await connection.execute(
            "UPDATE entries SET body = jsonb_set(body, '{order}', '[1, 0]')"
            " WHERE match_id = $1 AND ply = 0",
            playing.match,
        )
        await connection.execute("ALTER TABLE entries ENABLE TRIGGER only_added_to")
    assert await log.load_finished(playing.match, TOY) is None


class Hum(msgspec.Struct, frozen=True, tag_field="type", tag="hum"):
    """The only move of another version of the game."""


class OtherToy(Toy):
    rules_version = 2
    moves = Hum  # type: ignore[assignment]


async def test_a_running_match_by_other_rules_is_claimed_without_its_entries(
    log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    """They may have no meaning by today's rules; its table must open all the same, to stop it."""
    playing = await play(await guest("Ada"), bots=1, of=2)
    await playing.deal((0, 1))
    record = await log.claim(playing.match, OtherToy())
    assert (record.rules_version, record.entries) == (1, ())
    assert record.epoch == playing.epoch + 1


async def test_a_match_by_other_rules_is_not(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    async with database.transaction() as connection:
        await connection.execute(
            "UPDATE matches SET rules_version = rules_version + 1 WHERE id = $1", playing.match
        )
    assert await log.load_finished(playing.match, TOY) is None
