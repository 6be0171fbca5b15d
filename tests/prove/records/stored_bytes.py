"""The bytes of PostgreSQL's files, deleted rows included."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.database import execute

WAL_FOLDER: Final = "pg_wal"


def files_with(folder: Path, canaries: Sequence[str]) -> list[Path]:
    """Files with a canary, deleted rows included."""
    wanted = [canary.encode() for canary in canaries]
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and any(one in _bytes(file) for one in wanted)
    ]


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it was there a moment ago
        return b""


async def table_files_with(url: str, folder: Path, canaries: Sequence[str]) -> list[Path]:
    """Files of tables and indexes with a canary, after a checkpoint."""
    await execute(url, "CHECKPOINT")
    return [
        file
        for file in await asyncio.to_thread(files_with, folder, canaries)
        if WAL_FOLDER not in file.parts
    ]
