"""A table for tests: hands in notation, moves in words, stated positions."""

from collections.abc import Sequence
from typing import Any

import pytest
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
from app.games.usurp.state import Asked, Hand, Laid, Phase, Tableau, UsurpState, UsurpView
from app.rules.errors import IllegalMove, NotYourTurn
from app.rules.game import Event, Seat, State, view
from app.rules.play import play, prompts

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Table:
    """A match in progress with short methods; every move goes through `play`."""

    def __init__(self, state: UsurpState) -> None:
        self.state = state

    @property
    def public(self) -> Tableau:
        return self.state.public

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last step."""
        return self.state.events

    @property
    def points(self) -> tuple[int, ...]:
        """Hand points by side."""
        return self.public.hand_points

    @property
    def asked(self) -> tuple[int | None, str | None]:
        """The open questions, by seat."""
        return self.public.turn, self.public.asked

    def view(self, seat: int) -> UsurpView:
        return view(self.state, Seat(seat))

    def hand(self, seat: int) -> str:
        return write_cards(self.state.private[seat].cards)

    def legal(self, seat: int) -> list[Move]:
        return list(GAME.legal_moves(self.view(seat)))

    def open_cards(self, seat: int) -> str:
        """The cards that may be played openly."""
        return write_cards(move.card for move in self.legal(seat) if isinstance(move, Play))

    def move(self, seat: int, move: Move) -> "Table":
        prompt = prompts(GAME, self.state).get(Seat(seat))
        if prompt is None:
            raise NotYourTurn(f"{NAMES[seat]} is not asked")
        self.state = play(GAME, self.state, Seat(seat), prompt.key, move)
        return self

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

    def expire(self) -> "Table":
        """Time runs out for the open question."""
        prompt = next(iter(prompts(GAME, self.state).values()))
        self.state = GAME.expire(self.state, prompt.key)
        return self

    def shuffle(self, order: Sequence[int]) -> "Table":
        self.state = GAME.apply_shuffle(self.state, order)
        return self

    def refuses(self, seat: int, move: Move) -> Reason:
        """The reason for the refusal, which changes nothing."""
        return Reason(self._refused(seat, move).reason)

    def sentence(self, seat: int, move: Move) -> str:
        """The sentence for a refused move."""
        return self._refused(seat, move).sentence

    def _refused(self, seat: int, move: Move) -> IllegalMove:
        before = self.state
        with pytest.raises(IllegalMove) as refused:
            self.move(seat, move)
        assert self.state is before
        assert refused.value.sentence.endswith((".", "?"))
        return refused.value

    def said(self) -> list[str]:
        """The log's sentences about the last step."""
        return [GAME.say_event(self.public, event, NAMES) for event in self.events]

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
