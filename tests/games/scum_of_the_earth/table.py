"""A table for tests: hands in notation, moves in words, stated positions."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import read_cards, sort_hand, write_cards
from app.games.scum_of_the_earth.moves import Decline, Give, Move, Pass, Play, Reason, Target
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import (
    Asked,
    Hand,
    Phase,
    ScumState,
    Tableau,
    Trick,
)
from app.rules.game import Seat, State
from tests.games.kit.game_table import GameTable

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")

EVERYTHING = Options(
    wild_3_9=True, special_5=True, special_7=True, special_8=True, special_9=True, special_10=True
)
"""All experimental cards."""


class Table(GameTable[Tableau, Hand, None, Move]):
    """A match in progress, with hands in notation and moves in words."""

    game, names = GAME, NAMES

    def refuses(self, seat: int, move: Move) -> Reason:
        """The reason for the refusal."""
        return Reason(self.refused(seat, move).reason)

    def hand(self, seat: int) -> str:
        return write_cards(self.state.private[seat].cards)

    def sets(self, seat: int) -> set[str]:
        """The cards of every legal set, in notation, with the face of wild ones."""
        return {shown(move) for move in self.legal(seat) if isinstance(move, Play)}

    def play(self, seat: int, cards: str, face: int | None = None, double: bool = False) -> "Table":
        return self.move(seat, a_play(cards, face, double))

    def pass_(self, *seats: int) -> "Table":
        for seat in seats:
            self.move(seat, Pass())
        return self

    def target(self, seat: int, other: int) -> "Table":
        return self.move(seat, Target(Seat(other)))

    def decline(self, seat: int) -> "Table":
        return self.move(seat, Decline())

    def give(self, seat: int, cards: str) -> "Table":
        return self.move(seat, Give(read_cards(cards)))

    def refuses_set(
        self, seat: int, cards: str, face: int | None = None, double: bool = False
    ) -> Reason:
        return self.refuses(seat, a_play(cards, face, double))

    def allows(self, seat: int, cards: str, face: int | None = None, double: bool = False) -> bool:
        """True if the set could be played now; asks without playing."""
        return GAME.check(self.view(seat), a_play(cards, face, double)) is None

    def turn(self) -> tuple[int | None, Asked | None]:
        return self.public.turn, self.public.asked


def a_play(cards: str, face: int | None = None, double: bool = False) -> Play:
    return Play(read_cards(cards), face, double)


def shown(move: Play) -> str:
    wild = any(card in ("WILD", "3-9") for card in move.cards)
    return (
        write_cards(move.cards)
        + (f" as {move.face}" if wild else "")
        + (" doubled" if move.double else "")
    )


def playing(
    *hands: str, options: Options | None = None, highest: int = 13, gone: str = "", **public: Any
) -> Table:
    """Seat 0 leads the first trick; seat i holds `hands[i]` at rank i. Seat 0 has played `gone`.

    The rest of the deck counts as unseen.
    """
    state = before_play(*hands, options=options, highest=highest)
    played = (read_cards(gone),) + ((),) * (len(hands) - 1)
    facts = {
        "phase": Phase.PLAY,
        "turn": Seat(0),
        "asked": Asked.LEAD,
        "trick": Trick(1),
        "turns": 1,
        "played": played,
    } | public
    return Table(replace(state, public=replace(state.public, **facts)))


def window(*hands: str, options: Options | None = None, highest: int = 13) -> Table:
    """The takeover window after a deal in which seat i, at rank i, was dealt `hands[i]`."""
    return Table(before_play(*hands, options=options, highest=highest))


def before_play(*hands: str, options: Options | None = None, highest: int = 13) -> ScumState:
    options = options or Options()
    public = GAME.setup(len(hands), options, True).public
    private = tuple(Hand(sort_hand(read_cards(cards))) for cards in hands)
    counts = tuple(len(hand.cards) for hand in private)
    return State(
        replace(public, phase=Phase.TAKEOVER, highest=highest, counts=counts), private, None
    )


def fresh(seats: int, options: Options | None = None, ranked: bool = True) -> Table:
    """A match at its very beginning."""
    return Table(GAME.setup(seats, options or Options(), ranked))


def order_of(state: ScumState, cards: Sequence[str]) -> list[int]:
    """The order that puts these cards on top of the deck, the rest after them as it lies."""
    left = list(range(len(state.public.deck)))
    top = []
    for card in cards:
        index = next(index for index in left if state.public.deck[index] == card)
        left.remove(index)
        top.append(index)
    return top + left
