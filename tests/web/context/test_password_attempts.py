"""Wrong passwords are counted in the database: by all processes together, and beyond a restart."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.database.pools import Database
from app.store.people import accounts, lifted_waits, wrong_passwords
from app.web.context.password_attempts import PasswordAttempt
from app.web.rate_limits import (
    FIRST_WAIT,
    LONGEST_WAIT,
    OWN_RATES,
    RATES,
    WRONG_PASSWORDS_BEFORE_WAIT,
    Budget,
    Limits,
    RateLimited,
    Source,
    own_budgets,
    shared_budgets,
)


@pytest.fixture
async def database(clean_database: str) -> AsyncIterator[Database]:
    opened = Database(clean_database)
    yield opened
    await opened.close()


class Desk:
    """A process at which passwords are given."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.services: Any = SimpleNamespace(db=database, limits=Limits())

    async def wait(
        self, trying: str, *budgets: Budget, account: str | None = None
    ) -> tuple[PasswordAttempt, float]:
        """An attempt, and the seconds to wait before it may be made."""
        attempt = PasswordAttempt(self.services, trying, budgets)
        async with self.database.sessions.begin() as db:
            try:
                await attempt.check(db, account)
            except RateLimited as often:
                return attempt, often.seconds
        return attempt, 0.0

    async def wrong(self, trying: str, *budgets: Budget, account: str | None = None) -> float:
        """Gives a wrong password; the seconds to wait after it."""
        attempt, _ = await self.wait(trying, *budgets, account=account)
        await attempt.was_wrong()
        return (await self.wait(trying, *budgets, account=account))[1]

    async def count(self) -> int:
        async with self.database.request_connection() as connection:
            rows: int = await connection.fetchval("SELECT count(*) FROM wrong_passwords")
        return rows


async def registered(db: AsyncSession, name: str) -> str:
    guest = await accounts.create_guest(db, name)
    return (await accounts.register(db, guest.id, name, "hash")).id


async def pass_time(database: Database, seconds: float) -> None:
    async with database.request_connection() as connection:
        await connection.execute(
            "UPDATE wrong_passwords SET last_at = last_at - $1 * interval '1 second',"
            " full_at = full_at - $1 * interval '1 second'",
            seconds,
        )


async def test_after_some_wrong_passwords_each_further_one_doubles_the_wait(
    database: Database,
) -> None:
    one, two = Desk(database), Desk(database)
    waits = []
    for number in range(WRONG_PASSWORDS_BEFORE_WAIT + 8):
        desk = (one, two)[number % 2]
        assert (await desk.wait("a"))[1] == 0
        waits.append(await desk.wrong("a"))
        await pass_time(database, waits[-1])
    assert waits[: WRONG_PASSWORDS_BEFORE_WAIT - 1] == [0.0] * (WRONG_PASSWORDS_BEFORE_WAIT - 1)
    assert waits[WRONG_PASSWORDS_BEFORE_WAIT - 1 :][:3] == pytest.approx(
        [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT], abs=5
    )
    assert waits[-1] == pytest.approx(LONGEST_WAIT, abs=5)
    assert (await one.wait("b"))[1] == 0
    attempt, _ = await one.wait("a")
    await attempt.was_right()
    assert await two.wrong("a") == 0, "it counts from the start, at every process"


async def test_the_right_password_of_one_ends_the_wait_of_nobody_else_and_refills_no_budget(
    database: Database,
) -> None:
    desk = Desk(database)
    network = shared_budgets("wrong-login", Source(("192.0.2.1",)))
    for key in ("a", "b"):
        for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
            await desk.wrong(key, *network)
    attempt = PasswordAttempt(desk.services, "a", network)
    async with database.sessions.begin() as db:
        with pytest.raises(RateLimited):
            await attempt.check(db, None)
    await attempt.was_right()
    assert (await desk.wait("a"))[1] == 0
    assert (await desk.wait("b"))[1] > 0
    owed = 2 * WRONG_PASSWORDS_BEFORE_WAIT
    left = RATES["wrong-login"].burst - owed
    for _ in range(int(left)):
        assert (await desk.wait("c", *network))[1] == 0
        await desk.wrong("c" + str(_), *network)
    assert (await desk.wait("c", *network))[1] > 0, "the network is as far as before"


async def test_waits_that_were_lifted_are_over_and_count_from_the_start(database: Database) -> None:
    desk = Desk(database)
    async with database.sessions.begin() as db:
        ida, ben = [(await registered(db, name)) for name in ("Ida", "Ben")]
    for _ in range(WRONG_PASSWORDS_BEFORE_WAIT):
        await desk.wrong("a", account=ida)
        await desk.wrong("b", account=ben)
    async with database.sessions.begin() as db:
        await lifted_waits.lift(db, ida, datetime(2026, 11, 22, 12, tzinfo=UTC))
    assert (await desk.wait("a", account=ida))[1] == 0
    assert (await desk.wait("b", account=ben))[1] > 0
    for _ in range(WRONG_PASSWORDS_BEFORE_WAIT - 1):
        assert await desk.wrong("a", account=ida) == 0
    assert await desk.wrong("a", account=ida) > 0


async def test_guesses_at_a_name_are_counted_at_every_process_together(database: Database) -> None:
    """Each from another network, so that nobody waits for being wrong in a row."""
    desks = [Desk(database), Desk(database)]
    budget = own_budgets("login-name", Source((), "anna"))
    rate, made = OWN_RATES["login-name"], 0
    while (await desks[made % 2].wait(f"anna from {made}", *budget))[1] == 0:
        await desks[made % 2].wrong(f"anna from {made}", *budget)
        made += 1
    assert made == rate.burst
    await pass_time(database, rate.seconds)
    assert (await desks[0].wait("anna from afar", *budget))[1] == 0
    for _ in range(10):
        await desks[0].wrong("anna from afar", *budget)
    seconds = (await desks[1].wait("anna from home", *budget))[1]
    assert seconds == pytest.approx(10 * rate.seconds, abs=5), "on credit, and paid back"


async def test_who_was_never_wrong_leaves_no_row(database: Database) -> None:
    desk = Desk(database)
    attempt, _ = await desk.wait("a", *own_budgets("login-name", Source((), "a")))
    await attempt.was_right()
    assert await desk.count() == 0


async def test_old_counts_go_and_of_too_many_the_oldest(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(database)
    await desk.wrong("old")
    await pass_time(database, wrong_passwords.KEPT.total_seconds())
    assert (await desk.wait("old"))[0]._known == {}, "it counts no more before it is removed"
    for number in range(5):
        await desk.wrong(str(number))
    async with database.sessions.begin() as db:
        await wrong_passwords.remove_old(db)
    assert await desk.count() == 5
    async with database.sessions.begin() as db:
        await wrong_passwords.remove_old(db, most=3)
    assert await desk.count() == 3
    assert (await desk.wait("4"))[0]._known
    assert not (await desk.wait("1"))[0]._known
