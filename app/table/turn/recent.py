"""The deeds of late that nobody may do too often: lines of chat, pokes, hints, knocks."""

from collections import deque
from typing import Final

from app.table.model.errors import TooMuch
from app.table.model.room import PersonId

_MOST_REMEMBERED: Final = 5


class Recent:
    """The last times of each deed of each person, on the monotonic clock."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, PersonId], deque[float]] = {}

    def check(
        self, deed: str, person: PersonId, now: float, within: float, why: str, most: int = 1
    ) -> None:
        """Raises TooMuch, with `why`, if the person did it `most` times within these seconds."""
        assert most <= _MOST_REMEMBERED, "more is not remembered"
        times = self._times.get((deed, person), ())
        if sum(time + within > now for time in times) >= most:
            raise TooMuch(why)

    def left(self, deed: str, person: PersonId, now: float, within: float) -> float:
        """Seconds until the last time is that long ago; 0 or less if it is."""
        times = self._times.get((deed, person))
        return times[-1] + within - now if times else 0.0

    def note(self, deed: str, person: PersonId, now: float) -> None:
        self._times.setdefault((deed, person), deque(maxlen=_MOST_REMEMBERED)).append(now)

    def forget(self, person: PersonId) -> None:
        for deed in [one for one in self._times if one[1] == person]:
            del self._times[deed]
