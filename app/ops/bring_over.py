"""The one step from the tables of version 0.2 to those of 1.0.

The old tables move to a schema of their own, the first migration makes the new ones, every row is
copied, and the old tables go. All of it is one transaction.
"""

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, pool, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.ops.database import print_progress
from app.rules import chain
from app.settings import ROOT, sqlalchemy_url
from app.store.entry_months import following, month_statements
from app.store.receipts import setup_of
from app.table.model.timestamps import to_milliseconds
from app.text.lookalikes import skeleton

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS: Final = frozenset({"0005", "0006"})
"""Of version 0.2; they differ in a column that is not copied."""
FIRST_REVISION: Final = "1000"
SCHEMA: Final = "before_1_0"
LOCK_TIMEOUT: Final = "3s"
TABLES: Final = (
    "alembic_version", "accounts", "sessions", "handovers", "audit_log", "rooms", "chat_lines",
    "matches", "places", "entries", "standings", "earnings", "ratings", "rating_inputs", "reports",
)  # fmt: skip

ROWS: Final = ROOT / "migrations" / "from_revision_0006.sql"

_MATCH_UUID: Final = """
CREATE FUNCTION pg_temp.match_uuid(id text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(decode(translate(id, '-_', '+/') || '==', 'base64'), 'hex')::uuid
$$
"""
"""The UUID of a match id that was stored as text; null of null."""
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
BATCH: Final = 5000
_ACCOUNTS: Final = """
SELECT id, name, skeleton FROM before_1_0.accounts WHERE id > :last ORDER BY id LIMIT :batch
"""
_KEEP_SKELETONS_OF_OTHERS: Final = """
DELETE FROM computed_skeletons AS computed USING before_1_0.accounts AS account
WHERE account.id = computed.account_id AND account.kind = 'member' AND (
    EXISTS (
        SELECT FROM before_1_0.accounts AS holder
        WHERE holder.kind = 'member' AND holder.skeleton = computed.skeleton
        AND NOT EXISTS (SELECT FROM computed_skeletons WHERE account_id = holder.id))
    OR EXISTS (
        SELECT FROM computed_skeletons AS rival
        JOIN before_1_0.accounts AS older ON older.id = rival.account_id
        WHERE rival.skeleton = computed.skeleton AND older.kind = 'member'
        AND (older.created, older.id) < (account.created, account.id)))
RETURNING account.id, account.name, computed.skeleton
"""
"""Takes a member's new skeleton away where a holder or an older account has the same."""
_MEMBER: Final = "SELECT name FROM accounts WHERE kind = 'member' AND skeleton = :skeleton"


class NotBroughtOver(Exception):
    """A row that the new tables cannot hold; nothing was changed."""


async def bring_over(url: str, configuration: "Config") -> None:
    """Brings a database at one of REVISIONS to FIRST_REVISION.

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
    matches = execute("SELECT count(*) FROM before_1_0.matches").scalar()
    print_progress(f"Bringing {matches:,} matches over to the tables of version 1.0 ...")
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, FIRST_REVISION)
    _make_months(connection)
    _compute_missing_hashes(connection)
    look_alikes = _compute_skeletons(connection)
    execute(_MATCH_UUID)
    for statement in ROWS.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            execute(statement)
    for account_id, name, shared in look_alikes:
        holder = connection.execute(text(_MEMBER), {"skeleton": shared}).scalar_one()
        print_progress(
            f"Two members look alike: {name!r} (account {account_id}) and {holder!r}."
            f" Both keep their names; {holder!r} has the reservation."
        )
    execute("DROP FUNCTION pg_temp.match_uuid")
    execute(f"DROP SCHEMA {SCHEMA} CASCADE")


def _make_months(connection: Connection) -> None:
    first, last = connection.exec_driver_sql(
        "SELECT min(started AT TIME ZONE 'UTC')::date, max(started AT TIME ZONE 'UTC')::date"
        " FROM before_1_0.matches"
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


def _compute_skeletons(connection: Connection) -> list[tuple[str, str, str]]:
    """Computes the skeletons of all accounts, by the table of look-alike letters of today.

    Returns id, name and new skeleton of each member who keeps the old one, since another has it.
    """
    execute = connection.exec_driver_sql
    execute(
        "CREATE TEMP TABLE computed_skeletons (account_id text PRIMARY KEY, skeleton text)"
        " ON COMMIT DROP"
    )
    add = text("INSERT INTO computed_skeletons VALUES (:id, :skeleton)")
    after = {"last": "", "batch": BATCH}
    while accounts := connection.execute(text(_ACCOUNTS), after).all():
        changed = [
            {"id": account.id, "skeleton": found}
            for account in accounts
            if (found := skeleton(account.name)) != account.skeleton
        ]
        if changed:
            connection.execute(add, changed)
        after["last"] = accounts[-1].id
    execute("CREATE INDEX ON computed_skeletons (skeleton)")
    execute("ANALYZE computed_skeletons")
    kept: list[tuple[str, str, str]] = []
    while more := execute(_KEEP_SKELETONS_OF_OTHERS).all():
        kept += [tuple(row) for row in more]
    return kept


def _json(value: Any) -> Any:
    return msgspec.json.decode(value) if isinstance(value, str) else value
