"""The refold: whatever happens meanwhile, ratings follow from the matches that count, in order."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from app.rules.replay import Setup
from app.store import accounts, matches, ratings
from app.store.accounts import Account
from app.store.base import new_id
from app.store.database import Database
from app.store.erasure import erase_account
from app.store.move_log import PostgresMoveLog
from app.store.rating_fold import RatingFold, RatingInput, RatingUnknown
from app.store.rating_refolds import RatingRefolder
from app.store.ratings import Rating, rate_match
from tests.conftest import empty, run
from tests.store.conftest import Guest, Play, Playing, a_room, ratings_of
from tests.store.toy_game import Options

pytestmark = pytest.mark.anyio
WHO = 4
"""People in a drawn history."""


async def void(database: Database, match: str) -> None:
    async with database.sessions.begin() as db:
        await matches.void(db, match, "for a reason")


async def reinstate(database: Database, match: str) -> None:
    async with database.sessions.begin() as db:
        await matches.reinstate(db, match)


async def refold(database: Database, batch: int = 2) -> None:
    await RatingRefolder(database, batch).refold()


async def execute(database: Database, statement: str) -> None:
    async with database.sessions.begin() as db:
        await db.execute(text(statement))


async def rows(database: Database, statement: str) -> list[Any]:
    async with database.sessions() as db:
        return list(await db.execute(text(statement)))


async def require_right(database: Database) -> None:
    """Folds all that counts from the first match on, and compares what is stored with it."""
    after: dict[str, Rating] = {}
    for ranking, before, counted, counts in await rows(
        database,
        "SELECT ranking, before, counted, state = 'finished' FROM rating_inputs"
        " JOIN matches ON matches.id = match_id ORDER BY number",
    ):
        people = [account for group in ranking for account in group]
        expected = {account: after.get(account, Rating()) for account in people}
        assert counted
        if before is not None:
            assert {account: Rating(*kept) for account, kept in before.items()} == expected
        if counts:
            after |= rate_match(after, ranking)
    gone = {row.id for row in await rows(database, "SELECT id FROM accounts WHERE kind = 'gone'")}
    assert {
        account: Rating(mu, sigma, played)
        for account, mu, sigma, played in await rows(
            database, "SELECT account_id, mu, sigma, matches FROM ratings"
        )
    } == {account: rating for account, rating in after.items() if account not in gone}


class SteppedDatabase(Database):
    """Calls `before_step` before each transaction of a refold, with the number of the step."""

    before_step: Callable[[int], Awaitable[None]]
    step = 0

    @asynccontextmanager
    async def request_connection(self) -> AsyncIterator[Any]:
        self.step += 1
        await self.before_step(self.step)
        async with super().request_connection() as connection:
            yield connection


class Interrupted(Exception):
    """A crash of the server."""


# -- one thing at a time


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


async def test_the_last_of_the_matches_from_before_ratings_were_kept_is_voided_rightly(
    database: Database, guest: Guest, play: Play
) -> None:
    ada, bob = await guest("Ada"), await guest("Bob")
    for hour in range(3):
        last = await play(ada, bob, deals=[(1, 0)], hour=hour)
    await execute(database, "UPDATE rating_inputs SET before = NULL")
    await void(database, last.match)
    await refold(database)
    await require_right(database)
    assert await rows(database, "SELECT 1 FROM rating_inputs WHERE before IS NULL") == []


async def test_a_void_that_is_not_committed_yet_when_the_refold_ends_is_not_lost(
    database: Database, guest: Guest, play: Play
) -> None:
    """Of a match whose people the refold does not follow, or it would wait for that row."""
    ada, bob, cid, dot = [await guest(name) for name in ("Ada", "Bob", "Cid", "Dot")]
    first = await play(ada, bob, deals=[(1, 0)])
    second = await play(cid, dot, deals=[(1, 0)], hour=1)
    await void(database, first.match)
    async with database.sessions.begin() as db:
        await matches.void(db, second.match, "for a reason")
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
                await matches.reinstate(db, only.match)

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
    left: list[int] = []

    async def look(_: int) -> None:
        left.append(refolder.inputs_left)

    stepped.before_step = look
    assert refolder.seconds_behind == 0
    refolder.wake()
    assert refolder.seconds_behind > 0
    try:
        await refolder.refold()
    finally:
        await stepped.close()
    assert [number for number in dict.fromkeys(left) if number] == [4, 2]
    assert (refolder.inputs_left, refolder.seconds_behind) == (0, 0)


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

    stepped.before_step = fail_first
    refolder = RatingRefolder(stepped)
    working = asyncio.create_task(refolder.run())
    await failed.wait()
    await void(database, first.match)
    refolder.wake()
    while refolder.seconds_behind:
        assert not working.done()
        await asyncio.sleep(0)
    working.cancel()
    await stepped.close()
    await require_right(database)


# -- any history

END = st.tuples(st.just("end"), st.permutations(range(WHO)), st.integers(2, WHO))
VOID = st.tuples(st.just("void or reinstate"), st.integers(0, 99))
ERASE = st.tuples(st.just("erase"), st.integers(0, WHO - 1))
FORGET = st.tuples(st.just("forget what was kept"))
DEED = st.one_of(END, END, VOID, VOID, ERASE, FORGET)
REFOLD = st.tuples(
    st.just("refold"),
    st.dictionaries(st.integers(1, 12), st.one_of(END, VOID), max_size=3),
    st.none() | st.integers(1, 14),
)
"""With deeds before some of its steps, and perhaps a step at which it crashes."""


class History:
    """Matches between the same few people, with all that may happen to them."""

    def __init__(self, database: Database, log: PostgresMoveLog, people: list[Account]) -> None:
        self.database, self.log, self.people = database, log, people
        self.gone: set[int] = set()
        self.ended: list[str] = []

    async def do(self, deed: tuple[Any, ...]) -> None:
        match deed:
            case ("end", order, count):
                here = [self.people[one] for one in order if one not in self.gone][:count]
                if len(here) > 1:
                    await self._play(here)
            case ("void or reinstate", number) if self.ended:
                match = self.ended[number % len(self.ended)]
                async with self.database.sessions.begin() as db:
                    found = await matches.summary(db, match)
                    voided = found is not None and found.void_reason is not None
                await (reinstate if voided else void)(self.database, match)
            case ("erase", one) if one not in self.gone:
                self.gone.add(one)
                async with self.database.sessions.begin() as db:
                    await erase_account(db, self.people[one].id)
            case ("forget what was kept",):
                await execute(self.database, "UPDATE rating_inputs SET before = NULL WHERE counted")
            case ("refold", meanwhile, crash):
                await self._refold(meanwhile, crash)

    async def _refold(self, meanwhile: dict[int, tuple[Any, ...]], crash: int | None) -> None:
        stepped = SteppedDatabase(self.database.dsn)

        async def before_step(step: int) -> None:
            if step in meanwhile:
                await self.do(meanwhile[step])
            if step == crash:
                raise Interrupted

        stepped.before_step = before_step
        try:
            await refold(stepped)
        except Interrupted:
            pass
        finally:
            await stepped.close()

    async def _play(self, people: list[Account]) -> None:
        playing = Playing(self.log, a_room(*people, match=new_id()), Setup(len(people), Options(1)))
        await playing.begin()
        await playing.deal(tuple(reversed(range(len(people)))))
        self.ended.append(playing.match)


@settings(max_examples=40)
@given(deeds=st.lists(st.one_of(DEED, DEED, REFOLD), min_size=4, max_size=14))
def test_any_history_gives_the_ratings_of_one_fold_over_all_that_counts(
    database_url: str, deeds: list[tuple[Any, ...]]
) -> None:
    async def check() -> None:
        await empty(database_url)
        database = Database(database_url)
        log = PostgresMoveLog(database)
        people = []
        for number in range(WHO):
            async with database.sessions.begin() as db:
                people.append(await accounts.create_guest(db, f"Player {number}"))
        history = History(database, log, people)
        for deed in deeds:
            await history.do(deed)
        await refold(database)
        await require_right(database)
        await log.close()
        await database.close()

    run(check())


# -- the fold alone


def an_input(number: int, *ranking: str, counts: bool = True, **more: Any) -> RatingInput:
    given = {"before": {}, "counted": True} | more
    return RatingInput(number, [[one] for one in ranking], counts=counts, **given)


def test_a_fold_leaves_alone_whom_the_change_does_not_reach() -> None:
    fold = RatingFold(from_first=False)
    new = {"a": None, "b": None}
    assert fold.add(an_input(1, "a", "b", counted=False, counts=False, before=new)) is not None
    assert fold.add(an_input(2, "c", "d")) is None
    met = fold.add(an_input(3, "b", "c", before={"b": [1, 1, 1], "c": [30, 5, 1]}))
    assert met == {"b": Rating(), "c": Rating(30, 5, 1)}
    assert fold.add(an_input(4, "c", "d", before={"c": [1, 1, 1], "d": [20, 5, 1]})) is not None
    assert set(fold.ratings) == {"a", "b", "c", "d"}


def test_a_fold_does_not_guess_a_rating_that_nobody_kept() -> None:
    with pytest.raises(RatingUnknown):
        RatingFold(from_first=False).add(an_input(1, "a", "b", counted=False))
    assert RatingFold(from_first=True).add(an_input(1, "a", "b")) is not None
