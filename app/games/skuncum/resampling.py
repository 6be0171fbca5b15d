"""Resampling: a state that one seat cannot tell from the true one, with unseen cards redrawn.

All cards are played face up, so every card out of play is known. A view proves this of the others:

- The numbers of cards are public.
- Cards that were dealt before the deck was shuffled again are known as a set, with how many of
  them each seat got.
- The lead shows who holds a Suit card and who does not, see `leading.py`. So does dropping out of
  the Scrum without Politiks.

Conceding, standing and passing are free choices: evidence, never proof. Answers that are kept until
all have answered are drawn from the legal ones. All deals that fit are equally likely.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from app.games.skuncum import board, prompts
from app.games.skuncum.cards import DECK, SUIT_CARDS, Card, has_suit, sort_hand, unpacked
from app.games.skuncum.moves import BuyHats, ChooseHats
from app.games.skuncum.state import Hand, Phase, SkuncumState, SkuncumView, Tableau
from app.kits.constraints import Constraint, Holds, has_some, lacks
from app.kits.unseen_cards import UnseenCards, once_for_each_view
from app.rules.game import Chance, Seat, State, View

_Place: TypeAlias = Seat | str
_STOCK: Final = "stock"
_MOST_PICKS: Final = 60
"""Choices of hats of another seat among which one is drawn."""


def resample(view: SkuncumView, chance: Chance) -> SkuncumState:
    """A state with this view's facts and cards, in which all unseen cards are drawn anew."""
    return next(sample_worlds(view, chance))


def sample_worlds(view: SkuncumView, chance: Chance) -> Iterator[SkuncumState]:
    """Worlds of this view without end."""
    public = view.public
    if public.phase in (Phase.LOT, Phase.DEAL):
        while True:
            yield State(public, (Hand(),) * len(public.seats), ())
    cards = _unseen_cards(view)
    while True:
        lying = cards.draw(chance)
        hands = [
            view.private
            if view.private is not None and seat == view.seat
            else Hand(sort_hand(lying.get(seat, ())))
            for seat in public.seats
        ]
        stock = tuple(lying[_STOCK])
        if public.phase is Phase.RESHUFFLE:
            stock = sort_hand(stock)
        yield _with_answers(State(public, tuple(hands), stock), view.seat, chance)


@once_for_each_view
def _unseen_cards(view: SkuncumView) -> UnseenCards[_Place, Card]:
    unseen = _unseen(view)
    places = _places(view)
    places[_STOCK] = len(unseen) - sum(places.values())
    return UnseenCards(unseen, places, _constraints(view, places))


def _unseen(view: SkuncumView) -> list[Card]:
    public = view.public
    seen = {*unpacked(public.played), *board.board_cards(public)}
    for pile in public.piles:
        seen.update(pile)
    if view.private is not None:
        seen.update(view.private.cards)
    return [card for card in DECK if card not in seen]


def _places(view: SkuncumView) -> dict[_Place, int]:
    """The other seats' numbers of cards; the rest is the deck."""
    counts = enumerate(view.public.counts)
    return {Seat(seat): count for seat, count in counts if seat != view.seat and count}


def _constraints(view: SkuncumView, places: dict[_Place, int]) -> list[Constraint]:
    public = view.public
    found: list[Constraint] = []
    for seat, suited in enumerate(public.suited):
        if seat in places and suited is not None:
            held = has_some(Seat(seat), SUIT_CARDS) if suited else lacks(Seat(seat), SUIT_CARDS)
            found.append(held)
    own = view.private.cards if view.private is not None else ()
    others = [seat for seat in public.one_of if seat != view.seat]
    if public.one_of and not (view.seat in public.one_of and has_suit(own)):
        found.append(Holds(others, SUIT_CARDS, 1))
    if public.kept_cards:
        found += _kept(public, places)
    return found


def _kept(public: Tableau, places: dict[_Place, int]) -> Iterator[Constraint]:
    """Each seat's number of cards that were dealt before the deck was shuffled again."""
    for seat, number in enumerate(public.kept_counts):
        if seat in places:
            yield Holds((Seat(seat),), public.kept_cards, number, number)


def _with_answers(state: SkuncumState, viewer: Seat | None, chance: Chance) -> SkuncumState:
    """The state with answers of the other seats that have given theirs."""
    public = state.public
    if not public.answered:
        return state
    private = list(state.private)
    for seat in public.answered:
        if seat == viewer:
            continue
        asked = replace(public, answered=())
        moves = list(islice(prompts.legal(View(seat, asked, private[seat])), _MOST_PICKS))
        move = chance.choice(moves)
        if isinstance(move, ChooseHats):
            private[seat] = replace(private[seat], picks=move.picks)
        elif isinstance(move, BuyHats):
            private[seat] = replace(private[seat], bought=move.number)
    return State(public, tuple(private), state.hidden)
