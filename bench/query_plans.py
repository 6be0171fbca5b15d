"""Query plans: tables that a statement scans sequentially, and the rows that it touches."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from app.store.database.connections import Connection
from bench.page_visits import Statement

BIG: Final = 10_000
"""Rows from which a sequential scan counts; smaller tables are read faster without index."""


class Plan(msgspec.Struct, frozen=True):
    scanned: tuple[str, ...]
    """Tables that are read without an index."""
    rows: int
    """Rows touched in all tables and indexes; 0 where the statement was not run."""
    seconds: float
    """The time that the database took, to plan it and to carry it out."""


async def plan(connection: Connection, statement: Statement, forced: bool = False) -> Plan:
    """The plan of a statement. What only reads is carried out, to see how many rows it touches.

    `forced`: only what no index could serve counts as a scan; for small databases."""
    reads = (
        statement.text.lstrip().upper().startswith(("SELECT", "WITH"))
        and " FOR UPDATE" not in statement.text
    )
    async with connection.transaction():
        if forced:
            await connection.execute("SET LOCAL enable_seqscan = off")
        found = await connection.fetchval(
            f"EXPLAIN ({'ANALYZE, ' * reads}FORMAT JSON) {statement.text}", *statement.values
        )
        explained = msgspec.json.decode(found)[0]
        nodes = list(_nodes(explained["Plan"]))
        scans = {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"}
        sizes = await connection.fetch(
            "SELECT relname, reltuples FROM pg_class"
            " WHERE relkind = 'r' AND relname = ANY($1::text[])",
            sorted(scans),
        )
    big = tuple(row["relname"] for row in sizes if forced or row["reltuples"] >= BIG)
    took = (explained.get("Planning Time", 0.0) + explained.get("Execution Time", 0.0)) / 1000
    return Plan(big, sum(_touched(node) for node in nodes) if reads else 0, took)


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for inner in node.get("Plans", ()):
        yield from _nodes(inner)


def _touched(node: dict[str, Any]) -> int:
    if "Scan" not in node["Node Type"] or node["Node Type"] == "Subquery Scan":
        return 0
    left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return round(float(node.get("Actual Rows", 0) + left_out) * int(node.get("Actual Loops", 0)))
