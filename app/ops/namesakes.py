"""Two processes of one database that have one name or one address: the second does not start.

A name stands in the addresses of tables, and siblings pass requests on to an address, so each has
to lead to one process. One that has just died may seem to live for as long as PostgreSQL bears its
silence, and one that drains is about to go.
"""

import asyncio
import time
from typing import Final

from app.ops.database import connect, print_progress
from app.store.database.server_lock import LIVES, SILENCE_LIMIT

PATIENCE: Final = SILENCE_LIMIT + 5.0
"""Seconds for which a process that has ended may seem to live."""
LOOK_EVERY: Final = 0.5

_NAMESAKE: Final = f"""
SELECT name, address FROM processes WHERE (name = $2 OR address = $3) AND number <> $1
AND NOT draining AND {LIVES.format(number="number")} LIMIT 1
"""  # noqa: S608  a constant of ours


class ProcessNameTaken(Exception):
    """Another process has that name or address; the message says which, and what to set."""


async def check_name(
    url: str, number: int, name: str, address: str, patience: float = PATIENCE
) -> None:
    """Returns once no other process that lives has the name or the address.

    Raises ProcessNameTaken, Unreachable.
    """
    connection = await connect(url)
    end, told = time.monotonic() + patience, False
    try:
        while (found := await connection.fetchrow(_NAMESAKE, number, name, address)) is not None:
            if time.monotonic() > end:
                raise ProcessNameTaken(_sentence(name, address, found["name"], found["address"]))
            if not told:
                print_progress(f"Waiting until the former process {found['name']} has ended.")
                told = True
            await asyncio.sleep(LOOK_EVERY)
    finally:
        await connection.close()


def _sentence(name: str, address: str, their_name: str, their_address: str) -> str:
    if address == their_address:
        return (
            f"The process {their_name} of this database is reached at {address} already, so this "
            "one would get its visitors. Set PECKING_ORDER_SIBLING_ADDRESS to the host:port at "
            "which the others reach this one."
        )
    return (
        f"A process called {name} serves this database already, at {their_address}. Set "
        "PECKING_ORDER_PROCESS_NAME to another word for this one."
    )
