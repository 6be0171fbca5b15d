"""What operators watch: numbers without names, rooms or cards."""

import collections
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class Metrics:
    """One registry for each application, so that two of them can live in one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.commands: collections.Counter[str] = collections.Counter()
        """Taken from table connections, by type; a label of the registry's own costs as much as the command."""
        self.add_counter(
            "commands", "Commands taken from table connections", "type", lambda: self.commands
        )
        self.refusals = Counter(
            "pecking_order_refusals",
            "Refusals sent to table connections",
            ["code"],
            registry=self._registry,
        )
        self.append_seconds = FastHistogram(
            "pecking_order_append_seconds",
            "From a table's entry to its commit",
            (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self._registry.register(self.append_seconds)
        self.byes = Counter(
            "pecking_order_byes",
            "Goodbyes said to table connections",
            ["code"],
            registry=self._registry,
        )
        self.lag = Histogram(
            "pecking_order_loop_lag_seconds",
            "How late the event loop was, looked at four times a second",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
            registry=self._registry,
        )

    def add_gauge(self, name: str, what: str, count: Callable[[], float]) -> None:
        """Asks `count` each time the numbers are read."""
        Gauge(f"pecking_order_{name}", what, registry=self._registry).set_function(count)

    def add_counter(
        self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]
    ) -> None:
        """Asks for `counts`, which only grow, by `label`, each time the numbers are read."""
        self._registry.register(ExternalCounter(f"pecking_order_{name}", what, label, counts))

    def as_text(self) -> bytes:
        return generate_latest(self._registry)


class FastHistogram(Collector):
    """A histogram that costs a tenth of the registry's own: for what happens with every move. Of one thread."""

    def __init__(self, name: str, what: str, bounds: Sequence[float]) -> None:
        self._name, self._what, self._bounds = name, what, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        names = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        yield HistogramMetricFamily(
            self._name,
            self._what,
            list(zip(names, accumulate(self._counts), strict=True)),
            self._sum,
        )


class ExternalCounter(Collector):
    """Counts that somebody else keeps."""

    def __init__(
        self, name: str, what: str, label: str, counts: Callable[[], Mapping[str, float]]
    ) -> None:
        self._name, self._what, self._label, self._counts = name, what, label, counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._what, labels=[self._label])
        for value, count in self._counts().items():
            family.add_metric([value], count)
        yield family
