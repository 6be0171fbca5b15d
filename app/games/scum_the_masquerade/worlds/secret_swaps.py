"""The secret exchanges of a round, made up so that they fit what one seat knows.

Everybody knows which two exchanged how many cards, in order. The cards are drawn backwards: from
the crypts at the end, each exchange undone in turn. A crypt is meant here as if nothing had been
played, or taken up from the pile.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.politics.trade_records import Swap
from app.kits.constraints import NoArrangement, lacks
from app.kits.unseen_cards import UnseenCards
from app.rules.game import Chance, Seat

Moved: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
"""The cards that the first seat of an exchange gave, and those that the second gave."""
Crypts: TypeAlias = Mapping[Seat, tuple[Card, ...]]
ELSEWHERE: Final = -1
RETURNS: Final = 0.03
"""The rate at which a card is taken to have gone away and come back between two looks."""
LEAVES: Final = 0.7
"""The rate at which a card that has to move moves with the last exchange that can be meant."""


class Fact(NamedTuple):
    """A seat's knowledge of one crypt after `at` exchanges: all, some, or none of its cards."""

    at: int
    seat: Seat
    kind: Literal["none", "all", "some"]
    cards: frozenset[Card]


class Known(NamedTuple):
    """All that one seat knows about the crypts of a round."""

    swaps: tuple[Swap, ...]
    crypts: Crypts
    """The cards that are known, by seat, after the last exchange."""
    spots: Mapping[Seat, int]
    """The number of unknown cards, by seat, after the last exchange."""
    pool: tuple[Card, ...]
    """The unknown cards."""
    facts: tuple[Fact, ...]
    own: Mapping[int, Moved]
    """The cards of the seat's own exchanges, by their number from 1."""
    fixed: tuple[frozenset[Card], ...]
    """By exchange: the cards that had been played before, and cannot have moved."""


class History(NamedTuple):
    """The crypts after each number of exchanges, and the cards that moved."""

    crypts: tuple[Crypts, ...]
    moved: tuple[Moved, ...]


class _Spot:
    """A card of a crypt, which may not be known yet."""

    __slots__ = ("card", "lacks")

    def __init__(self, card: Card | None) -> None:
        self.card = card
        self.lacks: frozenset[Card] = frozenset()


@lru_cache(maxsize=64)
def _unseen(
    cards: tuple[Card, ...],
    places: tuple[tuple[int, int], ...],
    lacking: tuple[tuple[int, frozenset[Card]], ...],
) -> UnseenCards[Any, Card]:
    return UnseenCards(cards, dict(places), [lacks(place, held) for place, held in lacking])


def draw(known: Known, chance: Chance) -> History | None:
    """A history that fits the facts; None if this attempt came to nothing."""
    return _Attempt(known, chance).history()


class _Attempt:
    def __init__(self, known: Known, chance: Chance) -> None:
        self.known, self.chance = known, chance
        self.crypts = {
            seat: [*map(_Spot, cards), *(_Spot(None) for _ in range(known.spots[seat]))]
            for seat, cards in known.crypts.items()
        }
        self.where = {
            spot.card: spot
            for spots in self.crypts.values()
            for spot in spots
            if spot.card is not None
        }

    def history(self) -> History | None:
        last = len(self.known.swaps)
        crypts: list[dict[Seat, list[_Spot]]] = []
        moved: list[tuple[list[_Spot], list[_Spot]]] = []
        for at in range(last, -1, -1):
            if not all(self._settled(fact) for fact in self.known.facts if fact.at == at):
                return None
            crypts.append({seat: list(spots) for seat, spots in self.crypts.items()})
            if at:
                undone = self._undone(at)
                if undone is None:
                    return None
                moved.append(undone)
        if not self._filled():
            return None
        return History(
            tuple(
                {seat: sort_hand(map(_card, spots)) for seat, spots in one.items()}
                for one in reversed(crypts)
            ),
            tuple((tuple(map(_card, a)), tuple(map(_card, b))) for a, b in reversed(moved)),
        )

    # -- facts

    def _settled(self, fact: Fact) -> bool:
        """False if the fact cannot be any more; what it says is known from now on."""
        spots = self.crypts[fact.seat]
        if fact.kind == "none":
            for spot in spots:
                if spot.card is None:
                    spot.lacks |= fact.cards
            return not any(spot.card in fact.cards for spot in spots)
        if fact.kind == "all" and not all(
            spot.card is None or spot.card in fact.cards for spot in spots
        ):
            return False
        return all(self._holds(spots, card) for card in self._mixed(fact.cards))

    def _mixed(self, cards: frozenset[Card]) -> list[Card]:
        found = sorted(cards)
        self.chance.shuffle(found)
        return found

    def _holds(self, spots: list[_Spot], card: Card) -> bool:
        spot = self.where.get(card)
        if spot is not None:
            return spot in spots
        free = [one for one in spots if one.card is None and card not in one.lacks]
        if not free:
            return False
        found = self.chance.choice(free)
        found.card = card
        self.where[card] = found
        return True

    def _home(self, card: Card, seat: Seat, before: int) -> tuple[int, int] | None:
        """The seat that held this card before, and the moment; `seat` holds it later."""
        for fact in reversed(self.known.facts):
            if fact.at < before:
                if card in fact.cards and fact.kind != "none":
                    return fact.seat, fact.at
                if fact.seat == seat and (fact.kind == "all" or card in fact.cards):
                    return ELSEWHERE, fact.at
        return None

    def _came(self, spot: _Spot, seat: Seat, other: Seat, at: int) -> bool | None:
        """True if the card came from `other` with this exchange, False if not; None: perhaps."""
        home = None if spot.card is None else self._home(spot.card, seat, at)
        if home is None:
            return None
        start, since = home
        own = self._reached(seat, since, at)
        stays = len(own) > 1 if start == ELSEWHERE else start in own
        leaves = start == ELSEWHERE or start in self._reached(other, since, at)
        likely = RETURNS if start == seat else LEAVES
        return leaves and (not stays or self.chance.random() < likely)

    def _reached(self, seat: Seat, since: int, at: int) -> set[int]:
        """The seats from which a card can have come to `seat` in the exchanges between."""
        found: set[int] = {seat}
        for number in range(at - 1, since, -1):
            pair = self.known.swaps[number - 1].seats
            if not found.isdisjoint(pair):
                found |= {*pair}
        return found

    # -- exchanges

    def _undone(self, at: int) -> tuple[list[_Spot], list[_Spot]] | None:
        """The spots that the two gave each other with this exchange, which is taken back."""
        swap = self.known.swaps[at - 1]
        first, second = swap.seats
        if at in self.known.own:
            return self._own(swap, self.known.own[at])
        same = self._same(swap, at)
        if same is not None:
            return [same], [same]
        back, forth = (
            self._leaving(seat, other, swap.number, at)
            for seat, other in ((first, second), (second, first))
        )
        if back is None or forth is None:
            return None
        self._move(back, first, second)
        self._move(forth, second, first)
        return forth, back

    def _own(self, swap: Swap, moved: Moved) -> tuple[list[_Spot], list[_Spot]] | None:
        first, second = swap.seats
        forth, back = moved
        returned = set(forth) & set(back)
        for cards, holder in ((forth, second), (back, first)):
            spots = self.crypts[holder]
            if not all(self._holds(spots, card) for card in cards if card not in returned):
                return None
        if not all(self._holds(self.crypts[second], card) for card in returned):
            return None
        there = [self.where[card] for card in forth]
        here = [self.where[card] for card in back]
        self._move([spot for spot in there if spot not in here], second, first)
        self._move([spot for spot in here if spot not in there], first, second)
        return there, here

    def _same(self, swap: Swap, at: int) -> _Spot | None:
        """The card that was given back at once, which a forced exchange allows (H24)."""
        if swap.kind not in ("forced", "tempted"):
            return None
        spots = self._movable(swap.seats[1], at)
        return self.chance.choice(spots) if self.chance.random() * (len(spots) + 1) < 1 else None

    def _movable(self, seat: Seat, at: int) -> list[_Spot]:
        """The spots of a crypt that had not been played before this exchange."""
        fixed = self.known.fixed[at - 1]
        return [spot for spot in self.crypts[seat] if spot.card is None or spot.card not in fixed]

    def _leaving(self, seat: Seat, other: Seat, number: int, at: int) -> list[_Spot] | None:
        """The spots of `seat` that came from `other`: first those that it cannot have had."""
        must: list[_Spot] = []
        free: list[_Spot] = []
        for spot in self._movable(seat, at):
            came = self._came(spot, seat, other, at)
            if came is None:
                free.append(spot)
            elif came:
                must.append(spot)
        if len(must) > number:
            return self.chance.sample(must, number)
        if number - len(must) > len(free):
            return None
        return must + self.chance.sample(free, number - len(must))

    def _move(self, spots: list[_Spot], start: Seat, end: Seat) -> None:
        for spot in spots:
            self.crypts[start].remove(spot)
            self.crypts[end].append(spot)

    # -- the rest

    def _filled(self) -> bool:
        """Draws the unknown cards; False if they cannot lie anywhere."""
        pool = tuple(card for card in self.known.pool if card not in self.where)
        places: dict[frozenset[Card], list[_Spot]] = {}
        for spot in self._empty():
            places.setdefault(spot.lacks.intersection(pool), []).append(spot)
        sizes = tuple((place, len(spots)) for place, spots in enumerate(places.values()))
        lacking = tuple((place, held) for place, held in enumerate(places) if held)
        try:
            drawn = _unseen(pool, sizes, lacking).draw(self.chance)
        except NoArrangement:
            return False
        for place, spots in enumerate(places.values()):
            for spot, card in zip(spots, drawn[place], strict=True):
                spot.card = card
        return True

    def _empty(self) -> Iterator[_Spot]:
        for spots in self.crypts.values():
            yield from (spot for spot in spots if spot.card is None)


def _card(spot: _Spot) -> Card:
    assert spot.card is not None
    return spot.card
