"""The kept lines of running matches: more replace fewer, and they go with the need for them."""

from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import event_lines
from app.store.matches.event_lines import EventLinesRow
from tests.store.conftest import Guest, Play, gathering


async def test_lines_of_more_entries_replace_those_of_fewer(
    database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, of=2)
    for entries, lines in ((2, "two"), (3, "three ♛"), (1, "one")):
        async with database.sessions.begin() as db:
            await event_lines.keep(db, playing.match, entries, lines.encode())
    async with database.sessions.begin() as db:
        assert await event_lines.kept(db, playing.match) == (3, "three ♛".encode())


async def test_a_match_that_is_over_gets_no_lines(
    database: Database, guest: Guest, play: Play
) -> None:
    playing = await play(await guest("Ada"), bots=1, deals=[(0, 1)])
    async with database.sessions.begin() as db:
        await event_lines.keep(db, playing.match, 3, b"three")
        assert await event_lines.kept(db, playing.match) is None


async def test_lines_stay_while_a_match_runs_and_after_other_rules_stopped_it(
    database: Database, log: PostgresMoveLog, guest: Guest, play: Play
) -> None:
    ada = await guest("Ada")
    running, by_host, by_rules = [await play(ada, bots=1, of=2) for _ in range(3)]
    for playing in (running, by_host, by_rules):
        async with database.sessions.begin() as db:
            await event_lines.keep(db, playing.match, 1, b"one")
    for playing, reason in ((by_host, "host"), (by_rules, "rules-changed")):
        await log.stop(playing.match, playing.epoch, gathering(playing.room), reason)
    async with database.sessions.begin() as db:
        await event_lines.delete_ended(db)
    async with database.sessions.begin() as db:
        left = {
            playing.match: await db.get(EventLinesRow, playing.match)
            for playing in (running, by_host, by_rules)
        }
    assert [match for match, row in left.items() if row is None] == [by_host.match]
