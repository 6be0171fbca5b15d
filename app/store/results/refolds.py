"""The refold of ratings: from the first match that is not counted on, in the background.

Decision 201 says why this is right whatever happens meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Final, TypeVar

import asyncpg
import msgspec
import structlog

from app.store.database.connections import Connection
from app.store.database.pools import Database
from app.store.results.plackett_luce import RatingFold, RatingInput, RatingUnknown
from app.store.results.ratings import encode_ratings, wait_for_lock, write_ratings

INTERVAL: Final = 60.0
"""Seconds after which it looks for work by itself."""
BATCH: Final = 500
"""Inputs, or ratings, that are read or written at once: some 20 ms."""
SLICE: Final = 25
"""Inputs that are folded at once: some 2 ms, before Python would take the turn away."""
REST: Final = 0.002
"""Seconds between two slices, for tables and pages."""

_GAMES: Final = "SELECT DISTINCT game FROM rating_inputs WHERE NOT counted ORDER BY game"

_BOUNDS: Final = """
SELECT
    (SELECT min(number) FROM rating_inputs WHERE game = $1 AND NOT counted) AS first,
    (SELECT max(number) FROM rating_inputs WHERE game = $1 AND counted) AS last_counted
"""

_READ: Final = """
SELECT number, ranking, counted, state = 'finished' AS counts, coalesce(before,
    CASE WHEN number > $3 THEN (
        SELECT jsonb_object_agg(accounts.id,
            CASE WHEN mu IS NOT NULL THEN jsonb_build_array(mu, sigma, ratings.matches) END)
        FROM accounts LEFT JOIN ratings
            ON ratings.game = rating_inputs.game AND account_id = accounts.id
        WHERE kind <> 'gone' AND accounts.id IN (
            SELECT jsonb_path_query(ranking, 'strict $.** ? (@.type() == "string")') #>> '{}')
    ) END) AS before
FROM rating_inputs JOIN matches ON matches.id = match_id
WHERE rating_inputs.game = $1 AND number > $2 ORDER BY number LIMIT $4
"""
"""People are rated before a match as they are rated now, where nothing counted comes later."""

_WRITE_BEFORE: Final = """
UPDATE rating_inputs SET before = changed.before::jsonb
FROM unnest($1::bigint[], $2::text[]) AS changed (number, before)
WHERE rating_inputs.number = changed.number
"""

_LOCK_UNCOUNTED: Final = """
SELECT FROM rating_inputs WHERE game = $1 AND NOT counted AND number <= $2 FOR NO KEY UPDATE
"""

_UNCOUNTED: Final = """
SELECT number, state = 'finished' AS counts FROM rating_inputs JOIN matches ON matches.id = match_id
WHERE rating_inputs.game = $1 AND NOT counted AND number <= $2
"""

_MARK_COUNTED: Final = "UPDATE rating_inputs SET counted = true WHERE number = ANY($1::bigint[])"

_DELETE_RATINGS: Final = """
DELETE FROM ratings WHERE game = $1 AND account_id = ANY($2::text[])
"""

T = TypeVar("T")
log = structlog.get_logger(__name__)


class Overtaken(Exception):
    """A match that the refold has passed was voided, or counts again."""


class RatingRefolder:
    """Counts what waits to be counted, game by game. One for each database."""

    def __init__(self, database: Database, batch: int = BATCH) -> None:
        self._database, self._batch = database, batch
        self._woken = asyncio.Event()
        self._woken.set()  # there may be work from before the start
        self._since: float | None = None

    @property
    def seconds_behind(self) -> float:
        """Seconds since work was first known that is not done; 0 if there is none."""
        return 0.0 if self._since is None else monotonic() - self._since

    def wake(self) -> None:
        """Tells that there is work. Call it after the commit."""
        if self._since is None:
            self._since = monotonic()
        self._woken.set()

    async def work(self) -> None:
        """Waits until there may be work, INTERVAL at most, and does it. Raises DATABASE_ERRORS."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), INTERVAL)
        try:
            await self.refold()
        except BaseException:
            self._woken.set()  # what was to be done is not done
            raise

    async def refold(self) -> None:
        """Counts until nothing waits. Raises DATABASE_ERRORS."""
        while games := await self._games():
            if self._since is None:
                self._since = monotonic()
            for game in games:
                await self._refold_game(game)
        if not self._woken.is_set():
            self._since = None

    async def _refold_game(self, game: str) -> None:
        from_first = False
        while True:
            try:
                return await GameRefold(self._database, game, self._batch, from_first).run()
            except RatingUnknown:
                from_first = True
            except Overtaken:
                log.info("recounting ratings again", game=game)

    async def _games(self) -> list[str]:
        self._woken.clear()
        async with self._database.request_connection() as connection:
            return [row["game"] for row in await connection.fetch(_GAMES)]


class GameRefold:
    """One pass over the inputs of a game. Its transactions are short, and tables wait for none."""

    def __init__(self, database: Database, game: str, batch: int, from_first: bool) -> None:
        self._database, self._game, self._batch = database, game, batch
        self._from_first = from_first
        self._fold = RatingFold(from_first)
        self._done = self._last_counted = 0
        """The numbers of the last input folded, and of the last one counted at the start."""
        self._uncounted: dict[int, bool] = {}
        """The uncounted inputs folded so far, and whether they count."""
        self._unwritten: set[str] = set()
        """The people whose new ratings are not in the database yet."""

    async def run(self) -> None:
        """Raises Overtaken, RatingUnknown."""
        if not await self._begin():
            return
        while True:
            while await self._fold_batch():
                pass
            for accounts in _batches(sorted(self._unwritten), self._batch):
                async with self._locked() as connection:
                    await self._require_unchanged(connection)
                    await self._write_ratings(connection, accounts)
            if await self._finish():
                return

    async def _begin(self) -> bool:
        """Finds the first input to fold; False if all are counted.

        From here on until the end no table counts a match, since one waits. The lock makes sure
        that tables which count one now are done.
        """
        async with self._locked() as connection:
            bounds = await connection.fetchrow(_BOUNDS, self._game)
            assert bounds is not None, "a row without FROM"
            if bounds["first"] is None:
                return False
            self._last_counted = bounds["last_counted"] or 0
            self._done = 0 if self._from_first else bounds["first"] - 1
        return True

    async def _fold_batch(self) -> bool:
        """Folds the next inputs and rewrites what was kept with them; False if those were all."""
        async with self._transaction() as connection:
            await self._require_unchanged(connection)
            rows = await self._read(connection)
        changed = await self._add_all(rows)
        if changed:
            async with self._transaction() as connection:
                await _write_before(connection, changed)
        return len(rows) == self._batch

    async def _finish(self) -> bool:
        """Folds what came last and marks all as counted; False if that is more than one batch."""
        async with self._locked() as connection:
            rows = await self._read(connection)
            if len(rows) == self._batch:
                return False
            changed = await self._add_all(rows)
            await _write_before(connection, changed)
            await self._write_ratings(connection, sorted(self._unwritten))
            # waits for whoever is voiding one of them, so that the states read next are the last
            await connection.execute(_LOCK_UNCOUNTED, self._game, self._done)
            await self._require_unchanged(connection)
            await connection.execute(_MARK_COUNTED, list(self._uncounted))
        return True

    async def _read(self, connection: Connection) -> "Sequence[asyncpg.Record]":
        return await connection.fetch(
            _READ, self._game, self._done, self._last_counted, self._batch
        )

    async def _add_all(self, rows: "Sequence[asyncpg.Record]") -> list[tuple[int, str]]:
        """Returns the numbers of the inputs before which ratings differ, with those ratings."""
        changed = []
        for part in _batches(rows, SLICE):
            changed += await asyncio.to_thread(self._add, part)
            await asyncio.sleep(REST)
        return changed

    def _add(self, rows: "Sequence[asyncpg.Record]") -> list[tuple[int, str]]:
        """Runs in a thread. Nothing else touches this object meanwhile."""
        changed = []
        for row in rows:
            given = RatingInput(
                row["number"],
                msgspec.json.decode(row["ranking"]),
                msgspec.json.decode(row["before"] or "{}"),
                row["counted"],
                row["counts"],
            )
            before = self._fold.add(given)
            if not given.counted:
                self._uncounted[given.number] = given.counts
            if before is not None:
                self._unwritten.update(before)
                changed.append((given.number, encode_ratings(before)))
            self._done = given.number
        return changed

    async def _require_unchanged(self, connection: Connection) -> None:
        """Raises Overtaken if other inputs wait than were folded as waiting, or in another state.

        Voiding and reinstating make an input wait, and so does a match whose number is seen late.
        """
        rows = await connection.fetch(_UNCOUNTED, self._game, self._done)
        if {row["number"]: row["counts"] for row in rows} != self._uncounted:
            raise Overtaken

    async def _write_ratings(self, connection: Connection, accounts: Sequence[str]) -> None:
        """Under the lock. People without a match that counts have no rating."""
        ratings = {account: self._fold.ratings[account] for account in accounts}
        rated = {account: rating for account, rating in ratings.items() if rating.matches}
        await write_ratings(connection, self._game, rated)
        await connection.execute(
            _DELETE_RATINGS, self._game, [account for account in accounts if account not in rated]
        )
        self._unwritten.difference_update(accounts)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        async with self._database.request_connection() as connection, connection.transaction():
            yield connection

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[Connection]:
        async with self._transaction() as connection:
            await wait_for_lock(connection)
            yield connection


async def _write_before(connection: Connection, changed: Sequence[tuple[int, str]]) -> None:
    await connection.execute(
        _WRITE_BEFORE, [number for number, _ in changed], [before for _, before in changed]
    )


def _batches(values: Sequence[T], size: int) -> Iterable[Sequence[T]]:
    return (values[first : first + size] for first in range(0, len(values), size))
