"""Metrics besides those of the game: connection pools, disk, memory and open files."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from app.store.database.disk_space import DiskSpace
from app.store.database.pools import Database
from app.store.upkeep.regular_jobs import DailyJob


class Pools(Collector):
    """The pools of one Database, asked each time the numbers are read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[GaugeMetricFamily]:
        open_now = GaugeMetricFamily(
            "pecking_order_pool_connections",
            "Open connections to the database",
            labels=["pool", "state"],
        )
        limit = GaugeMetricFamily(
            "pecking_order_pool_limit", "Connections that a pool may open", labels=["pool"]
        )
        for name, (used, idle, most) in self._database.pool_use().items():
            open_now.add_metric([name, "used"], used)
            open_now.add_metric([name, "idle"], idle)
            limit.add_metric([name], most)
        yield open_now
        yield limit


class RemovedRows(Collector):
    """The daily job: rows that it removed since the start, and its last complete run."""

    def __init__(self, job: DailyJob) -> None:
        self._job = job

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        removed = CounterMetricFamily(
            "pecking_order_removed_rows", "Rows removed because they were old", labels=["kind"]
        )
        for kind, number in self._job.removed.items():
            removed.add_metric([kind], number)
        yield removed
        last = GaugeMetricFamily(
            "pecking_order_daily_job_timestamp_seconds", "When the last daily job began"
        )
        if self._job.last_success is not None:
            last.add_metric([], self._job.last_success.timestamp())
        yield last


class DatabaseDisk(Collector):
    """The disk of the embedded database; without a size where the database runs elsewhere."""

    def __init__(self, disk: DiskSpace) -> None:
        self._disk = disk

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            "pecking_order_store_full",
            "1 while the disk is full and the tables are read-only",
            value=self._disk.full,
        )
        free = GaugeMetricFamily("pecking_order_disk_free_bytes", "Free on the database's disk")
        size = GaugeMetricFamily("pecking_order_disk_size_bytes", "Size of the database's disk")
        usage = self._disk.usage()
        if usage is not None:
            free.add_metric([], usage[0])
            size.add_metric([], usage[1])
        yield free
        yield size
