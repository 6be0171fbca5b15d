"""The metrics that the parts of a server count themselves; /metrics asks for them."""

import asyncio

from app.store.log.group_commit import WriteCounts
from app.store.log.move_log import PostgresMoveLog
from app.web.context.services import Services
from app.web.server.connection_limits import ConnectionLimiter


def add_metrics(services: Services, limiter: ConnectionLimiter, move_log: PostgresMoveLog) -> None:
    metrics, lobby, quota = services.metrics, services.lobby, services.socket_quota
    metrics.add_gauge("sockets", "Open table connections", lambda: quota.open)
    metrics.add_gauge("tables", "Tables awake", lambda: lobby.table_count)
    metrics.add_gauge(
        "tables_set_aside",
        "Tables paused because they crashed repeatedly",
        lambda: len(lobby.quarantine.rooms),
    )
    metrics.add_gauge("leads", "1 while this process does what one does for all", services.leads)
    metrics.add_gauge("tasks", "Tasks of the event loop", lambda: len(asyncio.all_tasks()))
    metrics.add_gauge(
        "connections", "Open connections, pages and tables together", lambda: limiter.open
    )
    refolder = services.rating_refolder
    metrics.add_gauge(
        "ratings_behind_seconds",
        "Seconds since the ratings wait for a refold; 0 if they do not",
        lambda: refolder.seconds_behind,
    )
    metrics.add_counter("cuts", "Connections that were cut", "reason", lambda: limiter.cuts)
    metrics.add_counter(
        "entries",
        "Entries for the log",
        "fate",
        lambda: _by_fate(move_log.counts),
    )
    if services.push is not None:
        fates = services.push.fates
        metrics.add_counter("notifications", "Attempts to notify", "fate", lambda: fates)
    metrics.add_counter(
        "commits", "Commits of entries", "kind", lambda: {"shared": move_log.counts.commits}
    )


def _by_fate(counts: WriteCounts) -> dict[str, float]:
    return {"written": counts.lines, "fenced": counts.fenced, "unknown": counts.unknown}
