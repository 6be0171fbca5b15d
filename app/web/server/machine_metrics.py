"""Metrics besides those of the game: connection pools, disk, memory and open files."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from app.store.database import Database
from app.store.disk_space import DiskSpace


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
