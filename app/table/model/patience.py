"""The waiting times of a table: for people who fall silent, and for its store."""

import msgspec


class Patience(msgspec.Struct, frozen=True):
    """Seconds; not multiplied by the pace."""

    shaky: float = 5.0
    """Seconds of silence until somebody's connection counts as shaky."""
    gone: float = 30.0
    """Seconds of silence until somebody counts as gone."""
    listed: float = 50.0
    """Seconds of silence until somebody no longer keeps a table in the list."""
    host: float = 60.0
    """Seconds of silence until an absent host has a deputy."""
    answer: float = 120.0
    """Seconds for which a table waits until the others may let a bot play for somebody there."""
    again: float = 10.0
    """Seconds until the next match begins by itself, with bots for those who left."""
    doze: float = 60.0
    """Seconds with nobody connected until clocks and bots stop."""
    retire: float = 300.0
    """Seconds with nobody connected until the table closes."""
    store_retry: tuple[float, float] = (0.25, 2.0)
    """The first and the longest wait before a store that was away is asked again."""

    def scaled(self, factor: float) -> "Patience":
        """The waits for people times `factor`; those for the store stay as they are."""
        return Patience(
            self.shaky * factor,
            self.gone * factor,
            self.listed * factor,
            self.host * factor,
            self.answer * factor,
            self.again * factor,
            self.doze * factor,
            self.retire * factor,
            self.store_retry,
        )
