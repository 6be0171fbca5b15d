"""The one step from the tables of version 0.2, revision 0006, to those of 1.0.

The old tables move to a schema of their own, the first migration makes the new ones, every row is
copied, and the old tables go. All of it is one transaction.
"""

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, pool, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.ops.database import print_progress
from app.rules import chain
from app.settings import sqlalchemy_url
from app.store.entry_months import following, month_statements
from app.store.receipts import setup_of
from app.table.model.timestamps import to_milliseconds

if TYPE_CHECKING:
    from alembic.config import Config

REVISION: Final = "0006"
FIRST_REVISION: Final = "1000"
SCHEMA: Final = "before_1_0"
LOCK_TIMEOUT: Final = "3s"
TABLES: Final = (
    "alembic_version", "accounts", "sessions", "handovers", "audit_log", "rooms", "chat_lines",
    "matches", "places", "entries", "standings", "earnings", "ratings", "rating_inputs", "reports",
)  # fmt: skip

_UUID: Final = "encode(decode(translate({}, '-_', '+/') || '==', 'base64'), 'hex')::uuid"


def _uuid(column: str) -> str:
    """The UUID of a match id that was stored as text."""
    return _UUID.format(column)


_COPIES: Final = (
    """
    INSERT INTO accounts (id, name, skeleton, kind, admin, password_hash, created_at,
        suspended_until, suspension_reason)
    SELECT id, name, skeleton, kind, admin, password_hash, created, suspended_until, suspended_why
    FROM before_1_0.accounts
    """,
    """
    INSERT INTO sessions (id, account_id, token_hash, created_at, last_seen_at, user_agent)
    SELECT id, account_id, token_hash, created, last_seen, user_agent FROM before_1_0.sessions
    """,
    """
    INSERT INTO device_transfers (session_id, token_hash, room_id, expires_at)
    SELECT session_id, token_hash, room_id, ends FROM before_1_0.handovers
    """,
    """
    INSERT INTO audit_log (number, done_at, admin_id, action, subject, reason, hash)
    OVERRIDING SYSTEM VALUE
    SELECT number, at, admin_id, action, subject, reason,
        coalesce(hash, sha256('pecking-order/audit/1'))
    FROM before_1_0.audit_log ORDER BY number
    """,
    f"""
    INSERT INTO rooms (id, code, live, secret, game, listed, stage, match_id, people, state,
        state_version, epoch, created_at, updated_at)
    SELECT id, code, live, secret, game, listed, stage, {_uuid("match_id")}, people, room, 1, epoch,
        created, updated
    FROM before_1_0.rooms
    """,
    """
    INSERT INTO chat_lines (number, room_id, account_id, name, text, said_at)
    OVERRIDING SYSTEM VALUE
    SELECT number, room_id, person, name, text, at FROM before_1_0.chat_lines
    WHERE person IS NOT NULL ORDER BY number
    """,
    f"""
    INSERT INTO matches (id, room_id, code, game, rules_version, options, seats, ranked, state,
        epoch, ply, started_at, ended_at, outcome, stop_reason, void_reason, secret)
    SELECT {_uuid("id")}, room_id, code, game, rules_version, options, seats, ranked, state, epoch,
        ply, started, ended, outcome, stop_reason, void_reason,
        coalesce(secret, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
    FROM before_1_0.matches
    """,
    f"""
    INSERT INTO places (match_id, seat, account_id, bot, name, finish, points)
    SELECT {_uuid("match_id")}, seat, account_id, bot, name, finish, points FROM before_1_0.places
    """,
    f"""
    INSERT INTO entries
        (match_id, ply, month, epoch, seat, body, command, recorded_at, hash)
    SELECT matches.id, old.ply, matches.month, old.epoch, old.seat, old.body, old.command, old.at,
        coalesce(old.hash, computed.hash)
    FROM before_1_0.entries AS old JOIN matches ON matches.id = {_uuid("old.match_id")}
    LEFT JOIN computed_hashes AS computed
        ON computed.match_id = old.match_id AND computed.ply = old.ply
    ORDER BY matches.month, matches.id, old.ply
    """,
    f"""
    INSERT INTO standings
        (match_id, deal, seat, account_id, game, rank, ranked_seats, points, ended_at)
    SELECT {_uuid("match_id")}, deal, seat, account_id, game, rank, sat, points, at
    FROM before_1_0.standings
    """,
    """
    INSERT INTO totals (account_id, game, deals, best, last, salary, matches, won)
    SELECT account_id, game, deals, best, last, salary, matches, won FROM before_1_0.earnings
    """,
    """
    INSERT INTO ratings (game, account_id, mu, sigma, matches, updated_at)
    SELECT game, account_id, mu, sigma, matches, updated FROM before_1_0.ratings
    """,
    f"""
    INSERT INTO rating_inputs (number, match_id, game, ranking, counted) OVERRIDING SYSTEM VALUE
    SELECT number, {_uuid("match_id")}, game, ranking, counted FROM before_1_0.rating_inputs
    ORDER BY number
    """,
    f"""
    INSERT INTO reports (number, filed_at, account_id, kind, moment_at, room_id, match_id, step,
        said, noted, closed_at, closed_by, answer)
    OVERRIDING SYSTEM VALUE
    SELECT old.number, old.at, old.account_id, old.kind, coalesce(entry.at, old.at), old.room_id,
        {_uuid("old.match_id")}, old.step, old.said, old.noted, old.closed, old.closed_by,
        old.answer
    FROM before_1_0.reports AS old LEFT JOIN before_1_0.entries AS entry
        ON entry.match_id = old.match_id AND entry.ply = old.step
    ORDER BY old.number
    """,
)
"""In this order. Lines of the old server's own are left out: nothing tells whom they name."""

_NUMBERED: Final = ("audit_log", "chat_lines", "rating_inputs", "reports")
_CONTINUE: Final = """
SELECT setval(pg_get_serial_sequence('{0}', 'number'), max(number)) FROM {0} HAVING max(number) > 0
"""
_ODD_IDS: Final = """
SELECT id FROM before_1_0.matches WHERE id !~ '^[A-Za-z0-9_-]{21}[AQgw]$' LIMIT 1
"""
_UNCHAINED: Final = """
SELECT id, game, rules_version, seats, options, ranked FROM before_1_0.matches
WHERE EXISTS (SELECT FROM before_1_0.entries WHERE match_id = id AND hash IS NULL)
"""
_ENTRIES: Final = (
    "SELECT ply, at, body FROM before_1_0.entries WHERE match_id = :match ORDER BY ply"
)


class NotBroughtOver(Exception):
    """A row that the new tables cannot hold; nothing was changed."""


async def bring_over(url: str, configuration: "Config") -> None:
    """Brings a database at REVISION to FIRST_REVISION.

    Raises NotBroughtOver, and DBAPIError where others use the tables.
    """
    engine = create_async_engine(sqlalchemy_url(url), poolclass=pool.NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            await connection.run_sync(_bring_over, configuration)
    finally:
        await engine.dispose()


def _bring_over(connection: Connection, configuration: "Config") -> None:
    from alembic import command

    execute = connection.exec_driver_sql
    execute(f"CREATE SCHEMA {SCHEMA}")
    for table in TABLES:
        execute(f"ALTER TABLE public.{table} SET SCHEMA {SCHEMA}")
    execute("DROP FUNCTION public.refuse_change CASCADE")
    odd = execute(_ODD_IDS).scalar()
    if odd is not None:
        raise NotBroughtOver(f"Match {odd!r} has an id of a form that this program never made.")
    matches = execute(f"SELECT count(*) FROM {SCHEMA}.matches").scalar()
    print_progress(f"Bringing {matches:,} matches over to the tables of version 1.0 ...")
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, FIRST_REVISION)
    _make_months(connection)
    _compute_missing_hashes(connection)
    for copy in _COPIES:
        execute(copy)
    for table in _NUMBERED:
        execute(_CONTINUE.format(table))
    execute(f"DROP SCHEMA {SCHEMA} CASCADE")


def _make_months(connection: Connection) -> None:
    first, last = connection.exec_driver_sql(
        "SELECT min(started AT TIME ZONE 'UTC')::date, max(started AT TIME ZONE 'UTC')::date"
        f" FROM {SCHEMA}.matches"
    ).one()
    while first is not None and first.replace(day=1) <= last:
        for statement in month_statements(first):
            connection.exec_driver_sql(statement)
        first = following(first)


def _compute_missing_hashes(connection: Connection) -> None:
    """Chains the entries from before there were hashes, as every reader computed them so far."""
    connection.exec_driver_sql(
        "CREATE TEMP TABLE computed_hashes (match_id text, ply int, hash bytea) ON COMMIT DROP"
    )
    add = text("INSERT INTO computed_hashes VALUES (:match, :ply, :hash)")
    for match in connection.exec_driver_sql(_UNCHAINED).all():
        setup = setup_of(match.seats, _json(match.options), match.ranked)
        last = chain.initial_hash(match.id, match.game, match.rules_version, setup)
        for entry in connection.execute(text(_ENTRIES), {"match": match.id}).all():
            at = to_milliseconds(entry.at)
            last = chain.entry_hash(last, match.id, entry.ply, at, _json(entry.body))
            connection.execute(add, {"match": match.id, "ply": entry.ply, "hash": last})


def _json(value: Any) -> Any:
    return msgspec.json.decode(value) if isinstance(value, str) else value
