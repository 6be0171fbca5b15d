"""The messages to clients about a shuffle: its promise, its decks and the cards that are opened."""

import msgspec

from app.rules.game import Seat
from app.table.model.message_base import ServerMessage
from app.table.model.room import MatchId


class DecksShown(msgspec.Struct, frozen=True):
    """The decks of a shuffle, fixed before anybody opens a part."""

    n: int
    """Cards in each deck."""
    codes: str
    """The codes of the cards by number, with a space between; empty if they are hidden."""
    plan: str
    """A word for each position, with a space between: the seat that gets it, and others."""
    roots: tuple[str, ...]
    names: str | None
    """The root of hidden codes."""


class ShuffleShown(ServerMessage, frozen=True, tag="shuffle"):
    """The coming shuffle: the promise, the chain's head, and the decks once parts are asked for."""

    match: MatchId
    number: int
    """The shuffle's number in its match, 0-based."""
    attempt: int
    version: int
    """The version of the algorithm, see docs/fair-shuffle.md."""
    seat: Seat | None
    """Yours."""
    promise: str
    """The server's commitment to all decks of the match."""
    head: str
    """The chain of shuffles before this one."""
    refused: tuple[Seat, ...]
    """The seats that did not open in an earlier attempt."""
    opening: bool
    """True once the seats that sealed are asked to open."""
    due: int | None
    """The end of the wait; None: nobody is waited for."""
    sealed: tuple[Seat, ...]
    """The seats that have sealed so far."""
    seals: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The seals by seat, once they are fixed."""
    decks: DecksShown | msgspec.UnsetType = msgspec.UNSET
    """Shown with the seals."""


class CardOpened(msgspec.Struct, frozen=True):
    """The card at one position of a shuffle."""

    position: int
    thing: int
    """Its number among the cards that awaited the order."""
    salt: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    """Set if the codes are hidden."""
    name_salt: str | msgspec.UnsetType = msgspec.UNSET
    """Set if the codes are hidden."""


class DealtShown(ServerMessage, frozen=True, tag="dealt"):
    """The latest shuffle, as far as you may check it now."""

    match: MatchId
    number: int
    attempt: int
    version: int
    seat: Seat | None
    """Yours."""
    openings: dict[str, str]
    asks: dict[str, str]
    """The questions that the seats answered, by seat, as their pages said."""
    chosen: int
    """The deck that is played."""
    keys: tuple[str, ...]
    """The secrets of the other decks, by rising number."""
    cards: tuple[CardOpened, ...]
    """The cards that you were shown so far."""
    nodes: tuple[str, ...]
    """The nodes that lead from them to the root."""
    names_nodes: tuple[str, ...]
    """The nodes that lead from hidden codes to their root."""


class CardsOpened(ServerMessage, frozen=True, tag="cards-opened"):
    """More cards of a shuffle that you were shown since."""

    match: MatchId
    number: int
    attempt: int
    version: int
    seat: Seat | None
    """Yours."""
    cards: tuple[CardOpened, ...]
    nodes: tuple[str, ...]
    names_nodes: tuple[str, ...]
