"""A toy game whose pack runs out in the middle of a deal, and whose players look at a card later.

Three seats get three cards each, the last of them face down: they look at it afterwards. Then
seat 0 has all cards shown. Its first card stays on the table over the next deal. A stock that runs
out is made anew from the cards that were shown, and the deal goes on.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from app.rules.game import OpenedPosition, Options, Outcome, Prompt, Seat, State
from tests.table.high_card import HighCard

PACK: Final = tuple(f"{rank}S" for rank in "23456789TJQKA")
SEATS: Final = 3
DEALT: Final = 3 * SEATS
COVERED: Final = 2 * SEATS
"""The first card of a deal that is dealt face down."""


class ShortPackOptions(Options, frozen=True, forbid_unknown_fields=True):
    deals: Annotated[int, msgspec.Meta(ge=1, le=9)] = 4


class GoOn(msgspec.Struct, frozen=True, tag_field="type", tag="go-on"):
    """Lays an open card down and looks at the covered one, or shows all cards."""

    card: str | None


class Given(msgspec.Struct, frozen=True):
    """One card of the present deal: where it lay, and whose it is. Everybody knows that."""

    shuffle: int
    position: int
    seat: Seat
    covered: bool


class Public(msgspec.Struct, frozen=True):
    options: ShortPackOptions
    phase: str = "deal"
    """deal and refill: cards await an order."""
    deal: int = 1
    shuffles: int = 0
    at: int = 0
    """The next position of the latest shuffle."""
    given: tuple[Given, ...] = ()
    looked: tuple[Seat, ...] = ()
    table: tuple[str, ...] = ()
    """The card that stays on the table."""
    shown: tuple[str, ...] = ()
    """The cards that were shown and lie aside."""


class Own(msgspec.Struct, frozen=True):
    cards: tuple[str, ...] = ()


class Unseen(msgspec.Struct, frozen=True):
    stock: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    """By seat."""


class ShortPack(HighCard):
    slug: ClassVar[str] = "short-pack"
    title: ClassVar[str] = "Short Pack"
    seats: ClassVar[range] = range(SEATS, SEATS + 1)
    reseats: ClassVar[bool] = False
    options: ClassVar[type[Options]] = ShortPackOptions
    moves: ClassVar[Any] = GoOn
    public_origin: ClassVar[tuple[str, ...]] = ("go-on",)
    hides_pile: ClassVar[bool] = False
    """True: as if nobody knew what is shuffled again."""

    def config_problem(self, seats: int, options: Any) -> str | None:
        return None if seats == SEATS else "Three play."

    def setup(self, seats: int, options: Any, ranked: bool) -> Any:
        return State(Public(options), (Own(),) * seats, Unseen())

    def pending_shuffle_size(self, state: Any) -> int:
        return len(self._pile(state.public))

    def _pile(self, public: Any) -> tuple[str, ...]:
        refill: tuple[str, ...] = public.shown if public.phase == "refill" else ()
        return PACK if public.phase == "deal" else refill

    def deck_codes(self, public: Any) -> tuple[str, ...]:
        hidden = self.hides_pile and public.phase == "refill"
        return () if hidden else self._pile(public)

    def hidden_codes(self, state: Any) -> tuple[str, ...]:
        return self._pile(state.public)

    def deal_plan(self, public: Any) -> tuple[str, ...]:
        missing = range(len(public.given), DEALT)
        words = [f"{at % SEATS}{'?' if at >= COVERED else ''}" for at in missing]
        return (*words, *["-"] * (len(self._pile(public)) - len(words)))

    def opened_cards(self, view: Any) -> tuple[OpenedPosition, ...]:
        return tuple(
            OpenedPosition(one.position, one.shuffle)
            for one in view.public.given
            if one.seat == view.seat and (not one.covered or view.seat in view.public.looked)
        )

    def apply_shuffle(self, state: Any, order: Sequence[int]) -> Any:
        public, pile = state.public, self._pile(state.public)
        aside = () if public.phase == "refill" else public.shown
        public = replace(public, shuffles=public.shuffles + 1, at=0, shown=aside)
        unseen = replace(state.hidden, stock=tuple(pile[index] for index in order))
        return self._dealt(State(public, state.private, unseen))

    def _dealt(self, state: Any) -> Any:
        """Deals on, until everybody has three cards or the stock is empty."""
        public, stock = state.public, state.hidden.stock
        own = [list(one.cards) for one in state.private]
        covered, given, at = list(state.hidden.covered), list(public.given), public.at
        while len(given) < DEALT and stock:
            seat, is_covered = Seat(len(given) % SEATS), len(given) >= COVERED
            (covered if is_covered else own[seat]).append(stock[0])
            given.append(Given(public.shuffles - 1, at, seat, is_covered))
            stock, at = stock[1:], at + 1
        phase = "look" if len(given) == DEALT else "refill"
        return State(
            replace(public, phase=phase, given=tuple(given), at=at),
            tuple(Own(tuple(cards)) for cards in own),
            Unseen(stock, tuple(covered)),
        )

    def prompt(self, view: Any) -> Prompt | None:
        public, seat = view.public, view.seat
        asked = seat is not None and seat in self.awaited_seats(public)
        return Prompt(f"{public.phase}.{public.deal}.{seat}", public.phase) if asked else None

    def legal_moves(self, view: Any) -> Iterator[Any]:
        yield from map(GoOn, view.private.cards if view.public.phase == "look" else (None,))

    def check(self, view: Any, move: Any) -> None:
        return None

    def apply(self, state: Any, seat: Seat, move: Any) -> Any:
        if state.public.phase == "show":
            return self._ended(state)
        own = list(state.private)
        own[seat] = Own((*own[seat].cards, state.hidden.covered[seat]))
        looked = (*state.public.looked, seat)
        phase = "show" if len(looked) == SEATS else "look"
        public = replace(state.public, looked=looked, phase=phase)
        return State(public, tuple(own), state.hidden)

    def expire(self, state: Any, key: str) -> Any:
        return self.apply(state, Seat(int(key.rpartition(".")[2])), GoOn(None))

    def _ended(self, state: Any) -> Any:
        """All cards are shown, and the next deal begins from what is left of the stock."""
        public, (first, *others) = state.public, state.private
        shown = (*first.cards[1:], *(card for one in others for card in one.cards))
        public = replace(
            public,
            deal=public.deal + 1,
            given=(),
            looked=(),
            table=first.cards[:1],
            shown=(*public.shown, *public.table, *shown),
        )
        unseen = Unseen(state.hidden.stock)
        if public.deal > public.options.deals:
            return State(replace(public, phase="over"), (Own(),) * SEATS, unseen)
        return self._dealt(State(public, (Own(),) * SEATS, unseen))

    def outcome(self, public: Any) -> Outcome | None:
        if public.phase != "over":
            return None
        everybody = tuple((Seat(seat),) for seat in range(SEATS))
        return Outcome(everybody, (0,) * SEATS, "last-deal")

    def awaited_seats(self, public: Any) -> tuple[Seat, ...]:
        if public.phase == "show":
            return (Seat(0),)
        waiting = public.phase == "look"
        return tuple(Seat(at) for at in range(SEATS) if waiting and at not in public.looked)

    def active_seats(self, public: Any) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(SEATS)))


class HiddenPack(ShortPack):
    hides_pile: ClassVar[bool] = True


class SealedPack(HiddenPack):
    reveals_after_match: ClassVar[bool] = False
