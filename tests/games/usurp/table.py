"""A table for tests: hands in notation, moves in words, stated positions."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, Order, PlayType, read_cards, sort_hand, write_cards
from app.games.usurp.moves import (
    CallReneg,
    Challenge,
    Confirm,
    GiveIn,
    Move,
    NameOrder,
    Play,
    Reason,
    Uprise,
)
from app.games.usurp.options import Options
from app.games.usurp.scoring import value
from app.games.usurp.state import Asked, Hand, Laid, Phase, Tableau
from app.rules.game import Seat, State
from app.rules.play import prompts
from tests.games.kit.game_table import GameTable

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Table(GameTable[Tableau, Hand, tuple[Card, ...], Move]):
    """A match in progress, with hands in notation and moves in words."""

    game, names = GAME, NAMES

    def refuses(self, seat: int, move: Move) -> Reason:
        """The reason for the refusal."""
        return Reason(self.refused(seat, move).reason)

    @property
    def points(self) -> tuple[int, ...]:
        """Hand points by side."""
        return self.public.hand_points

    @property
    def asked(self) -> tuple[int | None, str | None]:
        """The open questions, by seat."""
        return self.public.turn, self.public.asked

    def hand(self, seat: int) -> str:
        return write_cards(self.state.private[seat].cards)

    def open_cards(self, seat: int) -> str:
        """The cards that may be played openly."""
        return write_cards(move.card for move in self.legal(seat) if isinstance(move, Play))

    def play(self, seat: int, card: str) -> "Table":
        return self.move(seat, Play(Card(card)))

    def uprise(self, seat: int, card: str) -> "Table":
        return self.move(seat, Uprise(Card(card)))

    def give_in(self, *seats: int) -> "Table":
        for seat in seats:
            self.move(seat, GiveIn())
        return self

    def challenge(self, seat: int) -> "Table":
        return self.move(seat, Challenge())

    def name(self, seat: int, order: str) -> "Table":
        return self.move(seat, NameOrder(Order(order)))

    def call(self, seat: int) -> "Table":
        return self.move(seat, CallReneg())

    def confirm(self, *seats: int) -> "Table":
        for seat in seats:
            self.move(seat, Confirm())
        return self

    def shuffle(self, order: Sequence[int]) -> "Table":
        self.state = GAME.apply_shuffle(self.state, order)
        return self

    def sentence(self, seat: int, move: Move) -> str:
        """The sentence for a refused move."""
        return self.refused(seat, move).sentence

    def prompt(self, seat: int) -> str:
        return GAME.say_prompt(self.view(seat), prompts(GAME, self.state)[Seat(seat)], NAMES)

    def wait(self) -> str:
        return GAME.say_wait(self.public, NAMES)


def playing(
    *hands: str,
    upcard: str,
    order: str = "regal",
    stock: str = "",
    options: Options | None = None,
    **public: Any,
) -> Table:
    """Seat 0 is to play on `upcard`; seat i holds `hands[i]`.

    With two players the Upcard is the Stock's, with four seat 3 led it.
    """
    options = options or Options()
    four = len(hands) == 4
    owner = Seat(3) if four else None
    before = GAME.setup(len(hands), options, False).public
    lies = Card(upcard)
    facts = {
        "phase": Phase.PLAY,
        "hand": 1,
        "dealer": Seat(2) if four else Seat(1),
        "leader": owner if four else Seat(0),
        "order": Order(order),
        "turn": Seat(0),
        "asked": Asked.PLAY,
        "counts": tuple(len(read_cards(cards)) for cards in hands),
        "discard": (Laid(owner, PlayType.LEAD if four else PlayType.START, lies),),
        "upcard": lies,
        "owner": owner,
        "worth": value(before, lies),
        "stock": len(read_cards(stock)),
        "questions": 7,
    } | public
    private = tuple(Hand(sort_hand(read_cards(cards))) for cards in hands)
    return Table(State(replace(before, **facts), private, read_cards(stock)))


def fresh(seats: int = 2, options: Options | None = None, dealer: int = 1) -> Table:
    """A match after the lot has fallen on `dealer`, before the deal."""
    table = Table(GAME.setup(seats, options or Options(), False))
    return table.shuffle([dealer, *(seat for seat in range(seats) if seat != dealer)])


def order_of(cards: str) -> list[int]:
    """A shuffle with these cards on top of the pack, the rest after them as it lies."""
    top = [PACK.index(card) for card in read_cards(cards)]
    return top + [index for index in range(len(PACK)) if index not in top]
