"""The database: SQLAlchemy rows next to their queries, and the log that tables write to. Knows no game and no HTTP.

Importing this package makes every table known to `base.Base.metadata`, which migrations are compared with.
"""

from app.store import (
    accounts,
    audit,
    device_transfers,
    matches,
    ratings,
    reports,
    rooms,
    sessions,
    standings,
)

__all__ = [
    "accounts",
    "audit",
    "device_transfers",
    "matches",
    "ratings",
    "reports",
    "rooms",
    "sessions",
    "standings",
]
