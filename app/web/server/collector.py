"""The garbage collector: how often it runs, over what, and its pauses as a metric.

Each pass stops everybody. Nothing of ours needs one: what ended is freed by reference counts alone
(`run.py prove memory`). Libraries leave small cycles: of one call, or of one page. So the old are
looked at between two turns of the loop, while no page is being made: what is alive then lasts. It
is frozen, since a pass over all tables of a busy server would take too long.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Any, Final

from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from app.store.log.buckets import Buckets

BOUNDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
"""Seconds."""
THRESHOLDS: Final = (500, 10, 2**30)
"""By generation; OldObjects alone looks at the old, for it chooses the moment."""
MIDDLE_PASSES: Final = 3
"""Passes over the middle between two over the old, which then are some 17,000 objects."""
INTERVAL: Final = 0.05
"""Seconds between two looks for a moment."""
PATIENCE: Final = 2.0
"""Seconds after which pages that are being made are not waited for."""
EVERYTHING_EVERY: Final = 3600.0
"""Seconds between two passes over everything, while nobody is connected."""


def start() -> None:
    """Begins to collect, but for what exists now."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


class OldObjects:
    """The passes over the old of one server, which freeze what lasts.

    `pages` are being made, `people` are connected. A cycle that was frozen all the same, because
    pages were made all the time, is freed once nobody is connected.
    """

    def __init__(
        self, pages: Callable[[], int], people: Callable[[], int], pauses: "CollectorPauses"
    ) -> None:
        self._pages, self._people, self._pauses = pages, people, pauses
        self._waited = 0.0
        """Seconds that a pass has been put off."""
        self._everything_at = monotonic() + EVERYTHING_EVERY

    async def look(self) -> None:
        """Takes the moment for a pass if it is one; called every INTERVAL."""
        if gc.get_threshold() != THRESHOLDS:
            return  # not begun
        if gc.get_count()[2] >= MIDDLE_PASSES:
            self._waited += INTERVAL
            if not self._pages() or self._waited >= PATIENCE:
                self._waited = 0.0
                gc.collect()
                gc.freeze()
        elif monotonic() >= self._everything_at and not self._pages() and not self._people():
            self._everything_at = monotonic() + EVERYTHING_EVERY
            gc.unfreeze()
            with self._pauses.that_stop_nobody():
                gc.collect()
            gc.freeze()


class CollectorPauses(Collector):
    """The passes of this process by generation, 0 being the youngest; it counts within `with`.

    In seconds of the processor: where others keep a machine busy, the loop's lag says so.
    """

    def __init__(self) -> None:
        self._pauses = tuple(Buckets(BOUNDS) for _ in gc.get_threshold())
        self._began = 0.0
        self._counted = True

    def __enter__(self) -> "CollectorPauses":
        gc.callbacks.append(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._note)

    @contextmanager
    def that_stop_nobody(self) -> Iterator[None]:
        """Passes within are not counted."""
        self._counted = False
        try:
            yield
        finally:
            self._counted = True

    def _note(self, phase: str, about: dict[str, Any]) -> None:
        if phase == "start":
            self._began = thread_time()
        elif self._counted:
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
