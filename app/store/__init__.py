"""The database: SQLAlchemy rows next to their queries, and the log that tables write to.

upkeep     retention, archives, erasure, and the jobs that run by themselves
log        the log that tables write to
admin      reports, notes and deeds, the audit log, the search for matches, voiding
results    totals, ratings, profiles, the leaderboard, the news of a home page
matches    matches: rows, summaries, records
people     accounts, names, logins, links
rooms      rooms and their chat
database   pools, connections, the locks of servers, processes, what all rows share

A room imports those below it, and app/table for its ports and app/text. It knows no game and
no HTTP. Importing this package registers every table in `Base.metadata`, with which migrations
are compared.
"""

from app.store.admin import audit, cases, hourly_counts, notes, reports, switches
from app.store.database import news, processes
from app.store.matches import event_lines, pictures
from app.store.matches import rows as match_rows
from app.store.people import (
    accounts,
    device_transfers,
    invitations,
    lifted_waits,
    mutes,
    password_resets,
    push_subscriptions,
    recovery_codes,
    screens,
    sessions,
    table_notes,
    wrong_passwords,
)
from app.store.results import ratings, totals
from app.store.rooms import clubs, slow_rooms
from app.store.rooms import rows as room_rows
from app.store.upkeep import backups, retention

__all__ = [
    "accounts",
    "audit",
    "backups",
    "cases",
    "clubs",
    "device_transfers",
    "event_lines",
    "hourly_counts",
    "invitations",
    "lifted_waits",
    "match_rows",
    "mutes",
    "news",
    "notes",
    "password_resets",
    "pictures",
    "processes",
    "push_subscriptions",
    "ratings",
    "recovery_codes",
    "reports",
    "retention",
    "room_rows",
    "screens",
    "sessions",
    "slow_rooms",
    "switches",
    "table_notes",
    "totals",
    "wrong_passwords",
]
