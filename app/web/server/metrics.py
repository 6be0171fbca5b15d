"""Metrics for operators: numbers without names, rooms or cards."""

import collections
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from app.store.database.disk_space import DiskSpace
from app.store.database.pools import Database
from app.store.log.buckets import Buckets
from app.store.upkeep.regular_jobs import DailyJob


class Metrics:
    """The metrics of one application, with a registry of its own."""

    def __init__(self, append_seconds: Buckets) -> None:
        """`append_seconds`: kept by the log, which times itself."""
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self.commands: collections.Counter[str] = collections.Counter()
        """By type. A labelled counter of the registry would cost as much as the command itself."""
        self.add_counter(
            "commands", "Commands taken from table connections", "type", lambda: self.commands
        )
        self.refusals = Counter(
            "pecking_order_refusals",
            "Refusals sent to table connections",
            ["code"],
            registry=self._registry,
        )
        self.append_seconds = append_seconds
        self.add(
            BucketsCollector(
                "pecking_order_append_seconds",
                "From a table's entry to its commit",
                append_seconds,
            )
        )
        self.byes = Counter(
            "pecking_order_byes",
            "Goodbyes said to table connections",
            ["code"],
            registry=self._registry,
        )
        self.logins = Counter(
            "pecking_order_logins", "Tries to log in", ["result"], registry=self._registry
        )
        for result in ("ok", "failed"):
            self.logins.labels(result)
        self.lag = Histogram(
            "pecking_order_loop_lag_seconds",
            "How late the event loop was, looked at four times a second",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
            registry=self._registry,
        )

    def add_gauge(self, name: str, what: str, count: Callable[[], float]) -> None:
        """Calls `count` whenever the metrics are read."""
        Gauge(f"pecking_order_{name}", what, registry=self._registry).set_function(count)

    def add_counter(
        self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]
    ) -> None:
        """Calls `counts` whenever the metrics are read; its values, by `label`, only grow."""
        self._registry.register(ExternalCounter(f"pecking_order_{name}", what, label, counts))

    def add(self, collector: Collector) -> None:
        """Asks the collector each time the numbers are read."""
        self._registry.register(collector)

    def as_text(self) -> bytes:
        return generate_latest(self._registry)


class BucketsCollector(Collector):
    """A histogram without labels, whose values another object keeps."""

    def __init__(self, name: str, what: str, buckets: Buckets) -> None:
        self._name, self._what, self._buckets = name, what, buckets

    def collect(self) -> Iterator[HistogramMetricFamily]:
        buckets = self._buckets
        yield HistogramMetricFamily(self._name, self._what, buckets.cumulative(), buckets.total)


class ExternalCounter(Collector):
    """A counter whose values another object keeps."""

    def __init__(
        self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]
    ) -> None:
        self._name, self._what, self._label, self._counts = name, what, label, counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._what, labels=[self._label])
        for value, count in self._counts().items():
            family.add_metric([value], count)
        yield family


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


class DailyJobMetrics(Collector):
    """The daily job: its last complete run, and the newest backup that it knows."""

    def __init__(self, job: DailyJob) -> None:
        self._job = job

    def collect(self) -> Iterator[GaugeMetricFamily]:
        last = GaugeMetricFamily(
            "pecking_order_daily_job_timestamp_seconds", "When the last daily job began"
        )
        backup = GaugeMetricFamily(
            "pecking_order_backup_timestamp_seconds", "When the newest good backup was taken"
        )
        for family, at in (
            (last, self._job.last_success),
            (backup, self._job.backups.taken_at),
        ):
            if at is not None:
                family.add_metric([], at.timestamp())
            yield family


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
