"""The cost of each page with many stored matches: time, queries, and index use."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
import msgspec

from app.games import GAMES
from app.store.database.pools import Database
from app.store.people import sessions
from app.table.model.room import Person, PersonId
from bench.page_visits import Answered, Visitor, visiting
from bench.query_plans import Plan, plan
from bench.report import Ask, Bench, Progress, Sheet
from bench.seeded_ids import id_of, match_of, name_of
from bench.seeding import WHOLE, seed
from bench.temp_database import temp_postgres

MATCHES: Final = 100_000
ACCOUNTS: Final = 5_000
LISTED: Final = 100
"""Tables that are awake and listed while pages are asked for."""
KEEN, ADMIN = 0, 2
"""Accounts: who plays most, an administrator. Even numbers are members."""
TARGET: Final = 0.05
"""Seconds."""


class Page(msgspec.Struct, frozen=True):
    name: str
    path: str
    who: int | None
    """The number of the account that asks."""


class Measured(msgspec.Struct, frozen=True):
    """One page, asked for some times."""

    page: Page
    answers: tuple[Answered, ...]
    plans: tuple[Plan, ...]
    """The plans of the statements of one answer."""

    @property
    def name(self) -> str:
        """The page's, with what it answered if that is no page."""
        status = self.answers[-1].status
        return self.page.name if status == 200 else f"{self.page.name}: {status}"

    @property
    def queries(self) -> int:
        return len(self.answers[0].statements)

    def at(self, share: float) -> float:
        """The time within which this share of the answers came, in seconds."""
        times = sorted(answer.seconds for answer in self.answers)
        return times[min(len(times) - 1, int(len(times) * share))]

    @property
    def busy(self) -> float:
        """Seconds of this process's CPU for one answer, the middle one of all."""
        return sorted(answer.busy for answer in self.answers)[len(self.answers) // 2]

    @property
    def work(self) -> float:
        """Seconds of CPU of one answer: ours and the database's."""
        return self.busy + sum(one.seconds for one in self.plans)

    @property
    def without_index(self) -> tuple[str, ...]:
        return tuple(sorted({table for each in self.plans for table in each.scanned}))


def one_of(accounts: int) -> int:
    """Somebody of the many."""
    return accounts // 5 * 2


def pages(matches: int, accounts: int) -> tuple[Page, ...]:
    """Every page whose cost could grow with what is stored."""
    one = one_of(accounts)
    keen, other = id_of("account", KEEN), id_of("account", one)
    whole = match_of((matches - 2) // WHOLE * WHOLE + 1)
    room, game = id_of("room", KEEN), GAMES[0].slug
    return (
        Page("home, stranger", "/", None),
        Page("home, member", "/", KEEN),
        Page("room", f"/table/{room}", KEEN),
        Page("room results", f"/table/{room}/results", KEEN),
        Page("history", "/history", one),
        Page("history, keen player", "/history", KEEN),
        Page("history, keen player, page 9", "/history?page=9", KEEN),
        Page("people played with", "/people", KEEN),
        Page("previous options", f"/api/previous-options/{game}", KEEN),
        Page("report", f"/table/{room}/report", KEEN),
        Page("account", "/account", KEEN),
        Page("profile", f"/people/{other}", None),
        Page("profile, keen player", f"/people/{keen}", None),
        *(
            Page(f"leaderboard, {by}", f"/leaderboard/{game}?by={by}", None)
            for by in ("salary", "rating", "won", "best", "deals")
        ),
        Page("match", f"/match/{whole}", ADMIN),
        Page("replay", f"/api/matches/{whole}/steps?seat=all", ADMIN),
        Page("admin: matches", "/admin/matches", ADMIN),
        Page("admin: matches, page 9", "/admin/matches?page=9", ADMIN),
        Page("admin: matches of a name", f"/admin/matches?player={name_of(one)[2:]}", ADMIN),
        Page("admin: matches, stopped", f"/admin/matches?state=stopped&game={game}", ADMIN),
        Page("admin: matches of a day", "/admin/matches?since=2026-01-01&until=2026-01-01", ADMIN),
        Page("admin: matches of a code", "/admin/matches?code=NOONE", ADMIN),
        Page(
            "admin: matches somebody won",
            f"/admin/matches?player={name_of(one)[2:]}&won=true",
            ADMIN,
        ),
        Page("admin: matches reported", "/admin/matches?reported=true", ADMIN),
        Page("admin: one match", f"/admin/matches/{whole}", ADMIN),
        Page("admin: people", "/admin/people", ADMIN),
        Page("admin: people of a name", f"/admin/people?q={name_of(12)[3:]}", ADMIN),
        Page("admin: people, suspended", "/admin/people?suspended=true", ADMIN),
        Page("admin: one person", f"/admin/people/{keen}", ADMIN),
        Page("admin: queue", "/admin/queue", ADMIN),
        Page("admin: queue, page 9", "/admin/queue?page=9", ADMIN),
        Page("admin: one case", "/admin/queue/1", ADMIN),
        Page("admin: queue, answered", "/admin/queue?closed=true", ADMIN),
        Page("admin: switches", "/admin/switches", ADMIN),
        Page("admin: overview", "/admin/overview", ADMIN),
        Page("admin: tables", "/admin/tables", ADMIN),
        Page("admin: audit", "/admin/audit", ADMIN),
    )


async def measure(
    url: str,
    chosen: Sequence[Page],
    seconds: float,
    progress: Progress | None = None,
    forced: bool = False,
) -> list[Measured]:
    """Asks for each page for this many seconds, twice at least; `forced` as in query_plans.plan."""
    database = Database(url)
    connection = await database.connect()
    try:
        async with server(url, {page.who for page in chosen if page.who is not None}) as (
            visitor,
            tokens,
        ):
            return [
                await _measure(visitor, tokens, connection, page, seconds, progress, forced)
                for page in chosen
            ]
    finally:
        await connection.close()
        await database.close()


@asynccontextmanager
async def server(
    url: str, askers: Collection[int]
) -> AsyncIterator[tuple[Visitor, dict[int, str]]]:
    """A server with some tables awake, and the sessions of those who ask."""
    async with visiting(url) as visitor:
        tokens = {}
        async with visitor.services.db.sessions.begin() as db:
            for who in askers:
                tokens[who] = await sessions.open_session(db, id_of("account", who), "bench")
        async with visitor.services.db.transaction() as plain:
            await plain.execute(
                "UPDATE accounts SET role = 'administrator' WHERE id = $1", id_of("account", ADMIN)
            )
        for number in range(LISTED):
            host = Person(PersonId(id_of("account", number)), name_of(number), True)
            room = await visitor.services.lobby.create(host, GAMES[0].slug, None, listed=True)
            await visitor.services.lobby.connect(room, host, None)
        with visitor.listening():
            yield visitor, tokens


async def _measure(
    visitor: Visitor,
    tokens: dict[int, str],
    connection: "asyncpg.Connection[asyncpg.Record]",
    page: Page,
    seconds: float,
    progress: Progress | None,
    forced: bool,
) -> Measured:
    token = None if page.who is None else tokens[page.who]
    answers: list[Answered] = []
    while len(answers) < 2 or sum(answer.seconds for answer in answers) < seconds:
        answers.append(await visitor.ask(page.path, token))
        if progress is not None:
            progress.tell(f"{page.name}: {len(answers)} times")
    plans = [await plan(connection, statement, forced) for statement in answers[-1].statements]
    return Measured(page, tuple(answers), tuple(plans))


def run(ask: Ask) -> list[Sheet]:
    progress = Progress(ask)
    with temp_postgres(fsync=False) as postgres:
        asyncio.run(seed(postgres.url, MATCHES, ACCOUNTS, progress.tell))
        measured = asyncio.run(
            measure(postgres.url, pages(MATCHES, ACCOUNTS), ask.each(1.0), progress)
        )
    return [sheet(measured)]


def sheet(measured: Sequence[Measured]) -> Sheet:
    missed = [each.page.name for each in measured if each.work > TARGET]
    return Sheet(
        f"pages with {MATCHES:,} stored matches of {ACCOUNTS:,} accounts, {LISTED} tables awake",
        (
            "page",
            "p50 ms",
            "p99 ms",
            "first ms",
            "our CPU ms",
            "database ms",
            "queries",
            "rows touched",
            "KiB",
            "read without an index",
        ),
        [
            (
                each.name,
                1000 * each.at(0.5),
                1000 * each.at(0.99),
                1000 * each.answers[0].seconds,
                1000 * each.busy,
                1000 * sum(one.seconds for one in each.plans),
                each.queries,
                sum(one.rows for one in each.plans),
                len(each.answers[0].body) / 1024,
                ", ".join(each.without_index) or "nothing",
            )
            for each in measured
        ],
        (
            (
                "time in this process from the request to the whole answer, PostgreSQL's included;"
                " no"
                " network"
            ),
            (
                f"target: below {1000 * TARGET:.0f} ms of our CPU and the database together;"
                " missed by"
                f" {', '.join(missed) or 'none'}"
            ),
        ),
    )


BENCH: Final = Bench(
    "pages", "server time and queries of every page with 100,000 stored matches", run
)
