"""A table for tests: crypts in notation, moves in words, stated positions."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card, read_cards, sort_hand, write_cards
from app.games.scum_the_masquerade.hands import HandType, hand_type
from app.games.scum_the_masquerade.moves import Move, Pass, Play
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics.trading import begin
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.state import (
    Asked,
    Hand,
    Phase,
    ScumState,
    ScumView,
    Tableau,
    Trick,
    due,
)
from app.rules.errors import IllegalMove
from app.rules.game import Event, Prompt, Seat, State, view
from app.rules.play import play

A, B, C, D, E, F, G, H = map(Seat, range(8))
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
PLAIN = Options(evening="plain")


def kind(text: str, packs: int = 1) -> HandType | None:
    """The type of these cards."""
    return hand_type(read_cards(text), packs)


class Table:
    """A match in progress with short methods; every move goes through `play`."""

    def __init__(self, state: ScumState) -> None:
        self.state = state
        self.told: list[Event] = []
        """All events so far that the whole table saw."""

    @property
    def public(self) -> Tableau:
        return self.state.public

    def view(self, seat: Seat | None) -> ScumView:
        return view(self.state, seat)

    def crypt(self, seat: Seat) -> str:
        return write_cards(self.state.private[seat].cards)

    def kinds(self, seat: Seat) -> list[str]:
        """The kinds of questions and offers that are open to this seat."""
        return [prompt.kind for prompt in GAME.prompts(self.view(seat))]

    def prompt_for(self, seat: Seat, move: Move) -> Prompt | None:
        """The question or offer that this move answers legally."""
        seen = self.view(seat)
        fits = (one for one in GAME.prompts(seen) if GAME.check_answer(seen, one, move) is None)
        return next(fits, None)

    def does(self, seat: Seat, *moves: Move) -> "Table":
        for move in moves:
            prompt = self.prompt_for(seat, move)
            assert prompt is not None, f"{move} is not open to {NAMES[seat]}: {self.kinds(seat)}"
            self._to(play(GAME, self.state, seat, prompt.key, move))
        return self

    def plays(self, seat: Seat, cards: str) -> "Table":
        return self.does(seat, Play(read_cards(cards)))

    def passes(self, *seats: Seat) -> "Table":
        for seat in seats:
            self.does(seat, Pass())
        return self

    def time_is_up(self, seat: Seat) -> "Table":
        """The clock of this seat's question runs out."""
        (prompt, *_) = GAME.prompts(self.view(seat))
        self._to(GAME.expire(self.state, prompt.key))
        return self

    def chance(self, *first: Card) -> "Table":
        """Chance draws a hand: these cards come first in its order, then the others."""
        deck = self.public.deck
        order = [deck.index(card) for card in (*first, *(one for one in deck if one not in first))]
        assert GAME.pending_shuffle_size(self.state) == len(order)
        self._to(GAME.apply_shuffle(self.state, order))
        return self

    def _to(self, state: ScumState) -> None:
        self.state = state
        self.told += state.events

    def refusal(self, seat: Seat, move: Move, asked: str | None = None) -> str | None:
        """The reason why this answer to a question is refused; `not-open` where none is open."""
        found = [one for one in GAME.prompts(self.view(seat)) if asked in (None, one.kind)]
        if not found:
            return "not-open"
        try:
            play(GAME, self.state, seat, found[0].key, move)
        except IllegalMove as error:
            return error.reason
        return None

    def refuses(self, seat: Seat, cards: str) -> str | None:
        return self.refusal(seat, Play(read_cards(cards)))


def playing(*crypts: str, options: Options | None = None, number: int = 1, **public: Any) -> Table:
    """A round with these crypts, in which the first seat leads; it may have begun before.

    Crypts hold fewer cards than dealt: all others have been played by the first seat.
    """
    return Table(stated(*crypts, options=options, number=number, **public))


def stated(*crypts: str, options: Options | None, number: int, **public: Any) -> ScumState:
    hands = tuple(Hand(sort_hand(read_cards(cards))) for cards in crypts)
    seats = len(crypts)
    tableau = Tableau(
        options=options or Options(),
        phase=Phase.PLAY,
        round=number,
        order=tuple(map(Seat, range(seats))),
        scores=(0,) * seats,
        counts=tuple(len(hand.cards) for hand in hands),
        played=((),) * seats,
        turn=A,
        asked=Asked.LEAD,
        trick=Trick(2),
        turns=1,
        placed=tuple(map(Seat, range(seats))) if number else (),
        sheets=(Sheet(),) * seats,
    )
    held = [card for hand in hands for card in hand.cards]
    rest = tuple(card for card in tableau.deck if card not in held)
    tableau = replace(tableau, **{"played": (rest, *tableau.played[1:]), "pile": rest} | public)
    return State(tableau, hands, ())


def trading(*crypts: str, options: Options | None = None, **public: Any) -> Table:
    """The beginning of the trades of a round with these crypts; by default nobody conspires."""
    options = options or Options(conspiring=False)
    values: Any = {"turn": None, "asked": None, "trick": None, **public}
    return Table(begin(stated(*crypts, options=options, number=1, **values)))


def first_lead(*crypts: str, options: Options | None = None) -> Table:
    """The first lead of a round with ranks: seat A is the first rank."""
    return playing(*crypts, options=options, trick=Trick(1))


def dealt(seats: int, options: Options, order: Sequence[int] | None = None) -> Table:
    """A match whose deck was dealt in this order, by default as it is."""
    table = Table(GAME.setup(seats, options, False))
    while size := GAME.pending_shuffle_size(table.state):
        table._to(GAME.apply_shuffle(table.state, order or range(size)))
    return table


def ready_for(seats: int, options: Options, number: int) -> Tableau:
    """The public part before the deal of a round."""
    public = GAME.setup(seats, options, False).public
    public = replace(public, round=number)
    return replace(public, phase=due(public))


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text)
