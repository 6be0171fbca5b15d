"""The value of a position by seat: the share of the score box that is marked."""

from collections.abc import Sequence

from app.games.skuncum.hats import marks, size_of
from app.games.skuncum.state import SkuncumState


def evaluate(world: SkuncumState) -> Sequence[float]:
    """The marks of each seat as a share of its box."""
    size = size_of(world.public)
    whole = sum(size.hats) + size.votes
    return [marks(box) / whole for box in world.public.boxes]
