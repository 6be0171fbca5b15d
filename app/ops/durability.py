"""The check that PostgreSQL writes through to its disk. See decision 061."""

from app.store.database.pools import Database


class UnsafeDatabase(Exception):
    """The database may lose what it says it has written; the message names the settings."""


async def check_durability(url: str) -> None:
    """Raises UnsafeDatabase where the server may lose what it calls committed."""
    database = Database(url)
    try:
        safety = await database.durability()
    finally:
        await database.close()
    if not safety.durable:
        raise UnsafeDatabase(
            "This PostgreSQL may lose what it says it has written: "
            f"fsync is {'on' if safety.fsync else 'off'},"
            f" full_page_writes is {'on' if safety.full_page_writes else 'off'},"
            f" synchronous_commit is {safety.synchronous_commit}."
            " Moves that players have seen would be lost in a power cut. Switch them on,"
            " or set PECKING_ORDER_UNSAFE_STORE=1 if nothing that is played here matters."
        )
