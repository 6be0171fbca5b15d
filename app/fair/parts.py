"""The sources of a shuffle: the promise, the seals, the ask, the draw, and the chain of heads."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from app.fair import NAME
from app.fair.decks import DECKS
from app.fair.stream import below, shuffled, words

S = TypeVar("S", bound=int)


def promise(match: str, match_secret: bytes) -> str:
    """The commitment that everybody is shown as a match begins, hexadecimal."""
    return _digest(f"{NAME}|promise|{match}|{match_secret.hex()}")


def seal(match: str, number: int, attempt: int, seat: int, entropy: bytes) -> str:
    """The commitment that a seat sends before it opens its part, hexadecimal."""
    return _digest(f"{NAME}|seal|{match}|{number}|{attempt}|{seat}|{entropy.hex()}")


class Shown(NamedTuple):
    """All that is shown as parts are asked for; hashes are hexadecimal."""

    match: str
    number: int
    attempt: int
    head: str
    """The head before this shuffle."""
    promise: str
    n: int
    names: str | None
    """The root of hidden codes."""
    roots: Sequence[str]
    codes: str
    """With a space between; empty if hidden."""
    plan: str
    """With a space between."""
    seals: Mapping[int, str]
    refused: Collection[int]

    @property
    def ask(self) -> str:
        """Stands for all of it, hexadecimal."""
        return _digest(
            f"{NAME}|ask|{self.match}|{self.number}|{self.attempt}|{self.head}"
            f"|{self.promise}|{self.n}|{self.names or '-'}|{','.join(self.roots)}"
            f"|{_digest(self.codes)}|{_digest(self.plan)}|{_by_seat(self.seals)}"
            f"|{','.join(map(str, sorted(self.refused)))}"
        )


def seed(ask: str, openings: Mapping[S, bytes]) -> bytes:
    return sha256(f"{NAME}|seed|{ask}|{_opened(openings)}".encode()).digest()


def draw(seed: bytes, n: int) -> tuple[int, tuple[int, ...]]:
    """The number of the deck that is played, and the index in it of each position."""
    stream = words(seed)
    chosen = below(DECKS, stream)
    return chosen, shuffled(n, stream)


def first_head(match: str, promise: str) -> str:
    """The head of the chain as a match begins, hexadecimal."""
    return _digest(f"{NAME}|head|{match}|{promise}")


def next_head(ask: str, openings: Mapping[S, bytes]) -> str:
    """The head of the chain after a shuffle, hexadecimal."""
    return _digest(f"{NAME}|head|{ask}|{_opened(openings)}")


def _opened(openings: Mapping[S, bytes]) -> str:
    return _by_seat({seat: entropy.hex() for seat, entropy in openings.items()})


def _by_seat(values: Mapping[S, str]) -> str:
    return ",".join(f"{seat}:{values[seat]}" for seat in sorted(values))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
