"""The garbage collector: how often it runs, over what, and its pauses as a metric.

Each pass stops everybody. Nothing of ours needs one: what ended is freed by reference counts alone
(`run.py prove memory`). Libraries leave a few small cycles, which die young.
"""

import gc
from collections.abc import Iterator
from time import thread_time
from typing import Any, Final

from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from app.web.server.metrics import Buckets

BOUNDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
"""Seconds."""
THRESHOLDS: Final = (500, 10, 2)
"""By generation. One pass looks at some 17,000 objects, whatever the server holds."""


def start() -> None:
    """Begins to collect, but for what exists now; what outlives a whole pass is left alone too."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.callbacks.append(freeze_survivors)
    gc.enable()


def freeze_survivors(phase: str, about: dict[str, Any]) -> None:
    """After a pass over the old: a pass over all tables of a busy server would take too long."""
    if phase == "stop" and about["generation"] == len(THRESHOLDS) - 1:
        gc.freeze()


class CollectorPauses(Collector):
    """The passes of this process by generation, 0 being the youngest; it counts within `with`.

    In seconds of the processor: where others keep a machine busy, the loop's lag says so.
    """

    def __init__(self) -> None:
        self._pauses = tuple(Buckets(BOUNDS) for _ in gc.get_threshold())
        self._began = 0.0

    def __enter__(self) -> "CollectorPauses":
        gc.callbacks.append(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, about: dict[str, Any]) -> None:
        if phase == "start":
            self._began = thread_time()
        else:
            self._pauses[about["generation"]].observe(thread_time() - self._began)

    def collect(self) -> Iterator[HistogramMetricFamily]:
        family = HistogramMetricFamily(
            "pecking_order_collector_pause_seconds",
            "How long the garbage collector stopped everybody",
            labels=["generation"],
        )
        for generation, pauses in enumerate(self._pauses):
            family.add_metric([str(generation)], pauses.cumulative(), pauses.total)
        yield family
