"""The size on disk of a seeded database, by table and index."""

import asyncio
from typing import Final

from bench.report import Sheet
from bench.seeding import Size
from tests.database import connected

MEBIBYTE: Final = 2**20

_SIZES: Final = """
SELECT coalesce(parent.relname, part.relname) AS name,
    sum(pg_table_size(part.oid)) AS heap, sum(pg_indexes_size(part.oid)) AS indexes,
    sum(greatest(part.reltuples, 0)) AS rows
FROM pg_class AS part LEFT JOIN pg_inherits ON inhrelid = part.oid
LEFT JOIN pg_class AS parent ON parent.oid = inhparent
WHERE part.relkind = 'r' AND part.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY sum(pg_total_relation_size(part.oid)) DESC
"""
_LARGEST_INDEXES: Final = """
SELECT coalesce(parent.relname, part.relname) AS name, sum(pg_relation_size(part.oid)) AS bytes
FROM pg_class AS part LEFT JOIN pg_inherits ON inhrelid = part.oid
LEFT JOIN pg_class AS parent ON parent.oid = inhparent
WHERE part.relkind = 'i' AND part.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY 2 DESC LIMIT 12
"""


def size_sheet(url: str, size: Size, seeded: float) -> Sheet:
    return asyncio.run(_size_sheet(url, size, seeded))


async def _size_sheet(url: str, size: Size, seeded: float) -> Sheet:
    async with connected(url) as connection:
        tables = await connection.fetch(_SIZES)
        indexes = await connection.fetch(_LARGEST_INDEXES)
    rows = [
        (
            row["name"],
            int(row["rows"]),
            row["heap"] / MEBIBYTE,
            row["indexes"] / MEBIBYTE,
            float(row["heap"]) / max(1.0, row["rows"]),
            float(row["indexes"]) / max(1.0, row["rows"]),
        )
        for row in tables
        if row["rows"]
    ]
    of_matches = sum(
        row["heap"] + row["indexes"]
        for row in tables
        if row["name"] in ("matches", "places", "standings", "rating_inputs")
    )
    whole = sum(row["heap"] + row["indexes"] for row in tables)
    largest = ", ".join(f"{row['name']} {row['bytes'] / MEBIBYTE:,.0f}" for row in indexes)
    return Sheet(
        "Size on disk",
        ("table", "rows", "MiB", "MiB of indexes", "bytes a row", "bytes of indexes"),
        rows,
        (
            f"{whole / MEBIBYTE:,.0f} MiB in all",
            f"a match without entries and chat: {float(of_matches) / size.matches:,.0f} bytes",
            f"largest indexes, MiB: {largest}",
            f"seeded in {seeded:.0f} s by this run",
        ),
    )
