"""What operators watch: numbers without names, rooms or cards."""

import collections
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector


class Metrics:
    """One registry for each application, so that two of them can live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.commands: collections.Counter[str] = collections.Counter()
        """Taken from table connections, by type; a label of the registry's own costs as much as the command."""
        self.tally("commands", "Commands taken from table connections", "type", lambda: self.commands)
        self.refusals = Counter("pecking_order_refusals", "Refusals sent to table connections", ["code"], registry=self._registry)
        self.append_seconds = Histogram(
            "pecking_order_append_seconds",
            "From a table's entry to its commit",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=self._registry,
        )
        self.byes = Counter("pecking_order_byes", "Goodbyes said to table connections", ["code"], registry=self._registry)
        self.lag = Histogram(
            "pecking_order_loop_lag_seconds",
            "How late the event loop was, looked at four times a second",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
            registry=self._registry,
        )

    def watch(self, name: str, what: str, count: Callable[[], float]) -> None:
        """Asks `count` each time the numbers are read."""
        Gauge(f"pecking_order_{name}", what, registry=self._registry).set_function(count)

    def tally(self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]) -> None:
        """Asks for `counts`, which only grow, by `label`, each time the numbers are read."""
        self._registry.register(Tally(f"pecking_order_{name}", what, label, counts))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class Tally(Collector):
    """Counts that somebody else keeps."""

    def __init__(self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]) -> None:
        self._name, self._what, self._label, self._counts = name, what, label, counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._what, labels=[self._label])
        for value, count in self._counts().items():
            family.add_metric([value], count)
        yield family
