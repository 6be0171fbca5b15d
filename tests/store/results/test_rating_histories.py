"""Any history of matches gives the ratings of one fold over all that counts, in order."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.replay import Setup
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.store.matches import summaries
from app.store.people import accounts
from app.store.people.rows import Account
from app.store.upkeep.erasure import erase_account
from tests.store.conftest import Playing, a_room
from tests.store.results.rating_checks import (
    Interrupted,
    SteppedDatabase,
    refold,
    reinstate,
    require_right,
    void,
)
from tests.store.toy_game import Options

WHO = 4
"""People in a drawn history."""

END = st.tuples(st.just("end"), st.permutations(range(WHO)), st.integers(2, WHO))
VOID = st.tuples(st.just("void or reinstate"), st.integers(0, 99))
ERASE = st.tuples(st.just("erase"), st.integers(0, WHO - 1))
DEED = st.one_of(END, END, VOID, VOID, ERASE)
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
                    found = await summaries.of_match(db, match)
                    voided = found is not None and found.void_reason is not None
                await (reinstate if voided else void)(self.database, match)
            case ("erase", one) if one not in self.gone:
                self.gone.add(one)
                async with self.database.sessions.begin() as db:
                    await erase_account(db, self.people[one].id)
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
async def test_any_history_gives_the_ratings_of_one_fold_over_all_that_counts(
    shared_connections: Database,
    empty_database: Callable[[], None],
    deeds: list[tuple[Any, ...]],
) -> None:
    empty_database()
    database, log = shared_connections, PostgresMoveLog(shared_connections)
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
