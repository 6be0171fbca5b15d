"""The ways in which a card can come to lie in the Discard."""

from enum import StrEnum


class PlayType(StrEnum):
    """The play that brought a card into the Discard."""

    START = "start"
    """The Stock's card that starts the Discard."""
    LEAD = "lead"
    """Four players: the Leader's first card, which starts the Discard and scores nothing."""
    SCORE = "score"
    USURP = "usurp"
    SLUFF = "sluff"
    GIVEN_IN = "given-in"
    """A Downcard that nobody challenged."""
