"""The database: SQLAlchemy rows next to their queries, and the log that tables write to.

Imports app/table for its ports and app/text; knows no game and no HTTP. Importing this package
registers every table in `base.Base.metadata`, with which migrations are compared.
"""

from app.store import (
    accounts,
    audit,
    device_transfers,
    lifted_waits,
    matches,
    password_resets,
    ratings,
    reports,
    retention,
    rooms,
    sessions,
    standings,
)

__all__ = [
    "accounts",
    "audit",
    "device_transfers",
    "lifted_waits",
    "matches",
    "password_resets",
    "ratings",
    "reports",
    "retention",
    "rooms",
    "sessions",
    "standings",
]
