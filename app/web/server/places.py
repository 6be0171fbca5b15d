"""Places: how many connections may be open at a time, by person and by network."""

from collections import Counter
from typing import TypeAlias

from app.web.rate_limits import WIDER, Source

Keys: TypeAlias = tuple[str, ...]


class Places:
    """Counts of what is open: of each person, of each network's strangers, and of all there."""

    def __init__(self, own: float, strangers: float, network: float) -> None:
        """The most of a person, of the strangers of one network, and of all people in it."""
        self._own, self._strangers, self._network = own, strangers, network
        self._taken: Counter[str] = Counter()

    def find(self, source: Source) -> Keys | None:
        """The keys under which one more of `source` counts; None where there is no place."""
        if (keys := self.find_own(source)) is not None:
            return keys
        keys = self.of_strangers(source)
        *networks, crowd = keys
        free = self._taken[crowd] < self._network and all(
            self._taken[network] < self._strangers * WIDER**step
            for step, network in enumerate(networks)
        )
        return keys if free else None

    def find_own(self, source: Source) -> Keys | None:
        """As `find`, among the person's own places."""
        *_, crowd = self.of_strangers(source)
        person = source.person
        if person is None or self._taken[person] >= self._own:
            return None
        return (person, crowd) if self._taken[crowd] < self._network else None

    @staticmethod
    def of_strangers(source: Source) -> Keys:
        return (*source.networks, f"all of {source.networks[-1]}")

    def enter(self, keys: Keys) -> None:
        self._taken.update(keys)

    def leave(self, keys: Keys) -> None:
        self._taken.subtract(keys)
        for key in keys:
            if self._taken[key] <= 0:
                del self._taken[key]
