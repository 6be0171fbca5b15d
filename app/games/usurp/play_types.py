"""How a card can come to lie in the Discard."""

from enum import StrEnum


class PlayType(StrEnum):
    """What a card of the Discard was played as."""

    START = "start"
    """The Stock's card that starts the Discard."""
    LEAD = "lead"
    """Four players: the Leader's first card, which starts the Discard and scores nothing."""
    SCORE = "score"
    USURP = "usurp"
    SLUFF = "sluff"
    GIVEN_IN = "given-in"
    """A Downcard that nobody challenged."""
