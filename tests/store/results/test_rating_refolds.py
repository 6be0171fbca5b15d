"""The refold of ratings after a void, whatever happens meanwhile."""

import asyncio
import json
from contextlib import suppress

import pytest

from app.store.admin import voiding
from app.store.database.pools import Database
from app.store.results import ratings
from app.store.results.plackett_luce import rate_match
from app.store.results.refolds import RatingRefolder
from app.store.upkeep.erasure import erase_account
from tests.store.conftest import Guest, Play, ratings_of
from tests.store.results.rating_checks import (
    Interrupted,
    SteppedDatabase,
    execute,
    refold,
    reinstate,
    require_right,
    rows,
    void,
)


async def test_a_void_works_out_no_rating_in_its_transaction(
    database: Database, guest: Guest, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, deals=[(1, 0)])
    await play(ada, bob, deals=[(1, 0)], hour=1)
    with monkeypatch.context() as patch:
        patch.setattr(ratings, "rate_match", None)
        await void(database, first.match)
    async with database.sessions() as db:
        assert (await ratings_of(db, ada.id))["toy"].matches == 2
    await refold(database)
    await require_right(database)
    async with database.sessions() as db:
        assert (await ratings_of(db, ada.id))["toy"].matches == 1


async def test_whoever_has_no_match_left_that_counts_has_no_rating(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    only = await play(ada, bob, deals=[(1, 0)])
    await void(database, only.match)
    await refold(database)
    assert await rows(database, "SELECT 1 FROM ratings") == []
    await reinstate(database, only.match)
    await refold(database)
    await require_right(database)
    assert len(await rows(database, "SELECT 1 FROM ratings")) == 2


async def test_teams_are_refolded_as_one_side(database: Database, guest: Guest, play: Play) -> None:
    ada, bob, cid = [await guest(name) for name in ("Ada", "Bob", "Cid")]
    await play(ada, bob, deals=[(1, 0)])
    waiting = await play(bob, cid, of=1, hour=1)
    async with database.sessions.begin() as db:
        await ratings.keep_from_counting(db)
        await waiting.deal((1, 0))
    await execute(
        database,
        "UPDATE rating_inputs SET ranking = cast(:teams AS jsonb) WHERE NOT counted",
        teams=json.dumps([[[ada.id, cid.id]], [bob.id]]),
    )
    await refold(database)
    await require_right(database)
    async with database.sessions() as db:
        assert (await ratings_of(db, ada.id))["toy"].matches == 2
        assert (await ratings_of(db, cid.id))["toy"].matches == 1


async def test_an_erased_rating_does_not_return_with_the_next_void(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob, cid = [await guest(name) for name in ("Ada", "Bob", "Cid")]
    first = await play(ada, bob, deals=[(1, 0)])
    await play(ada, cid, deals=[(1, 0)], hour=1)
    async with database.sessions.begin() as db:
        await erase_account(db, ada.id)
    await void(database, first.match)
    await refold(database)
    await require_right(database)
    async with database.sessions() as db:
        assert await ratings_of(db, ada.id) == {}
        cids = rate_match({}, [[ada.id], [cid.id]])[cid.id]
        assert (await ratings_of(db, cid.id))["toy"] == cids, "ada is the opponent she was"


async def test_the_end_of_a_match_writes_no_rating_of_somebody_who_is_gone(
    database: Database, guest: Guest, play: Play
) -> None:
    """Their opponent's rating comes with the next refold, from the opponent that they were."""
    ada, bob = await guest("Ada"), await guest("Bob")
    await play(ada, bob, deals=[(1, 0)])
    running = await play(ada, bob, of=1, hour=1)
    async with database.sessions.begin() as db:
        await erase_account(db, ada.id)
    await running.deal((1, 0))
    async with database.sessions() as db:
        assert await ratings_of(db, ada.id) == {}
    await refold(database)
    await require_right(database)


async def test_a_match_that_ends_during_an_erasure_waits_and_nobody_waits_for_it(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    running = await play(ada, bob, of=1)
    async with database.sessions.begin() as db:
        await ratings.keep_from_counting(db)
        await running.deal((1, 0))  # would wait for the lock, until its limit raises
    assert await rows(database, "SELECT 1 FROM ratings") == []
    await refold(database)
    await require_right(database)


async def test_a_void_that_is_not_committed_yet_when_the_refold_ends_is_not_lost(
    database: Database, guest: Guest, play: Play
) -> None:
    """Of a match whose people the refold does not follow, or it would wait for that row."""
    ada, bob, cid, dot = [await guest(name) for name in ("Ada", "Bob", "Cid", "Dot")]
    first = await play(ada, bob, deals=[(1, 0)])
    second = await play(cid, dot, deals=[(1, 0)], hour=1)
    await void(database, first.match)
    async with database.sessions.begin() as db:
        await voiding.void(db, second.match, "for a reason")
        await refold(database)
    assert len(await rows(database, "SELECT 1 FROM rating_inputs WHERE NOT counted")) == 1
    await refold(database)
    await require_right(database)


async def test_the_refold_waits_for_who_is_reinstating_what_it_has_folded_as_void(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    only = await play(ada, bob, deals=[(1, 0)])
    await void(database, only.match)
    stepped = SteppedDatabase(database.dsn)
    begun = False
    async with database.sessions.begin() as db:

        async def reinstate_before_the_last_step(_: int) -> None:
            nonlocal begun
            if not begun and not await rows(database, "SELECT 1 FROM ratings"):
                begun = True
                await voiding.reinstate(db, only.match)

        stepped.before_step = reinstate_before_the_last_step
        folding = asyncio.create_task(refold(stepped))
        while not await rows(database, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            assert not folding.done()
            await asyncio.sleep(0)
    await folding
    await stepped.close()
    assert begun
    await require_right(database)


async def test_a_number_that_is_committed_late_is_folded_in_its_place(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    late, early = await play(ada, bots=1, deals=[(1, 0)]), await play(bob, bots=1, deals=[(1, 0)])
    first, second = await database.connect(), await database.connect()
    async with first.transaction():
        async with second.transaction():
            await ratings.wait_for_lock(second)
            await ratings.record_ranking(first, late.match, "toy", [[ada.id], [bob.id]])
        await ratings.record_ranking(second, early.match, "toy", [[bob.id], [ada.id]])
    for connection in (first, second):
        await connection.close()
    marked = "SELECT counted FROM rating_inputs ORDER BY number"
    assert [row.counted for row in await rows(database, marked)] == [False, True]
    await refold(database)
    await require_right(database)


async def test_tables_count_their_own_matches_again_once_the_refold_is_done(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, deals=[(1, 0)])
    await void(database, first.match)
    await play(ada, bob, deals=[(1, 0)], hour=1)
    assert len(await rows(database, "SELECT 1 FROM rating_inputs WHERE NOT counted")) == 2
    await refold(database)
    await play(bob, ada, deals=[(1, 0)], hour=2)
    await require_right(database)


async def test_matches_that_end_before_any_step_of_the_refold_are_counted_once(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, deals=[(1, 0)])
    await void(database, first.match)
    stepped = SteppedDatabase(database.dsn)

    async def end_one(step: int) -> None:
        if step <= 9:
            await play(ada, bob, deals=[(step % 2, 1 - step % 2)], hour=step)

    stepped.before_step = end_one
    try:
        await refold(stepped, batch=4)
    finally:
        await stepped.close()
    await require_right(database)
    kept = await rows(database, "SELECT before IS NOT NULL FROM rating_inputs")
    assert kept == [(True,)] * 10


async def test_a_refolder_says_how_far_behind_it_is(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    played = [await play(ada, bob, deals=[(1, 0)], hour=hour) for hour in range(4)]
    await void(database, played[0].match)
    stepped = SteppedDatabase(database.dsn)
    refolder = RatingRefolder(stepped, 2)

    async def nothing(_: int) -> None:
        pass

    async def void_another(_: int) -> None:
        refolder.wake()

    stepped.before_step = nothing
    assert refolder.seconds_behind == 0
    refolder.wake()
    assert refolder.seconds_behind > 0
    try:
        await refolder.refold()
        assert refolder.seconds_behind == 0
        stepped.before_step = void_another
        await refolder.refold()
    finally:
        await stepped.close()
    assert refolder.seconds_behind > 0, "it was woken after its last look"


async def test_a_woken_refolder_works_and_survives_a_failure(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    first = await play(ada, bob, deals=[(1, 0)])
    stepped = SteppedDatabase(database.dsn)
    failed = asyncio.Event()

    async def fail_first(step: int) -> None:
        if step == 1:
            failed.set()
            raise Interrupted

    async def work_on(refolder: RatingRefolder) -> None:
        while True:
            with suppress(Interrupted):
                await refolder.work()

    stepped.before_step = fail_first
    refolder = RatingRefolder(stepped)
    working = asyncio.create_task(work_on(refolder))
    await failed.wait()
    await void(database, first.match)
    refolder.wake()
    while refolder.seconds_behind:
        assert not working.done()
        await asyncio.sleep(0)
    working.cancel()
    await stepped.close()
    await require_right(database)
