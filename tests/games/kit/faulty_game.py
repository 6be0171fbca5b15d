"""A game with a planted fault, and the common means of faults. It knows if it did anything."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import fields, replace

from app.rules.game import AnyGame, AnyState, AnyView, Event, Seat
from tests.games.kit.adapter import Adapter

STEPS: Final = ("setup", "apply_shuffle", "apply", "expire", "reseat", "last_deal", "resample")
"""The methods that make states."""


class Overheard(Event, frozen=True, tag="overheard"):
    """A secret that no game may reveal."""

    card: Any

    def say(self, names: Any) -> str:
        return f"Somebody holds {self.card}."


class FaultyGame:
    """A game with a fault in it, and how often it made a difference."""

    def __init__(
        self, adapter: Adapter, methods: Callable[["FaultyGame", AnyGame], Mapping[str, Any]]
    ) -> None:
        self.acted = 0
        self.states: dict[int, AnyState] = {}
        clean = adapter.game
        self.places, self.deck = adapter.places, adapter.deck
        members = dict(methods(self, clean))
        unknown = [name for name in members if not hasattr(clean, name)]
        assert not unknown, f"a game has no methods {unknown}"
        kind = type(f"Faulty{type(clean).__name__}", (type(clean),), members)
        self.adapter = dataclasses.replace(adapter, game=kind())

    def noted(self, state: AnyState) -> AnyState:
        """The state with a public part of its own, so that a view leads back to the whole state."""
        state = replace(state, public=replace(state.public))
        self.states[id(state.public)] = state
        return state

    def neighbour(self, seen: AnyView) -> tuple[Any, ...]:
        """The cards of a hand that the viewer may not know: what a leak leaks."""
        state = self.states.get(id(seen.public))
        if state is None:
            return ()
        hands = [
            tuple(cards)
            for place, cards in self.places(state).items()
            if isinstance(place, int) and place != seen.seat and cards
        ]
        return hands[0] if hands else ()


Fault: TypeAlias = Callable[[Adapter], FaultyGame]


def gossip(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
    """Methods that make states and remember them."""

    def noting(name: str) -> Any:
        return lambda self, *given: planted.noted(getattr(clean, name)(*given))

    return {name: noting(name) for name in STEPS}


def is_odd(cards: tuple[Any, ...]) -> bool:
    """Something about a hand that is as often true as not."""
    return sum(sum(map(ord, str(card))) for card in cards) % 2 == 1


def is_rare(cards: tuple[Any, ...]) -> bool:
    """Something about a hand that is true of one in sixteen."""
    return sum(sum(map(ord, str(card))) for card in cards) % 16 == 5


def with_hands(
    planted: FaultyGame, state: AnyState, change: Callable[[Seat, Any], Any]
) -> AnyState:
    """The state with hands changed, wherever in the private part the game keeps them."""
    places, private = planted.places(state), list(state.private)
    for seat, own in enumerate(private):
        cards = tuple(places.get(Seat(seat), ()))
        name = next(
            (field.name for field in fields(own) if getattr(own, field.name) == cards), None
        )
        if cards and name is not None:
            private[seat] = replace(own, **{name: change(Seat(seat), cards)})
    return replace(state, private=tuple(private))


def sorted_hand(deck: Sequence[Any], cards: tuple[Any, ...]) -> tuple[Any, ...]:
    place = {card: number for number, card in enumerate(deck)}
    return tuple(sorted(cards, key=place.__getitem__))
