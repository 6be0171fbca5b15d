"""Faults to plant in a game, each general enough for any: what the kit must find. A fault says whether it did anything."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from msgspec.structs import fields, replace

from app.rules.game import AnyGame, AnyState, AnyView, Event, Seat, prompts, take, view
from tests.games.kit.adapter import Adapter

STEPS: Final = ("setup", "shuffled", "apply", "expire", "reseat", "last_deal", "resample")
"""What makes states."""


class Overheard(Event, frozen=True, tag="overheard"):
    """What no game may tell."""

    card: Any

    def say(self, names: Any) -> str:
        return f"Somebody holds {self.card}."


class Planted:
    """A game with a fault in it, and how often it made a difference."""

    def __init__(self, adapter: Adapter, methods: Callable[["Planted", AnyGame], Mapping[str, Any]]) -> None:
        self.acted = 0
        self.states: dict[int, AnyState] = {}
        clean = adapter.game
        self.places = adapter.places
        members = dict(methods(self, clean))
        kind = type(f"Faulty{type(clean).__name__}", (type(clean),), members)
        self.adapter = dataclasses.replace(adapter, game=kind())

    def noted(self, state: AnyState) -> AnyState:
        """The state under a public part of its own, so that whoever sees a view can be told all the rest."""
        state = replace(state, public=replace(state.public))
        self.states[id(state.public)] = state
        return state

    def neighbour(self, seen: AnyView) -> tuple[Any, ...]:
        """The cards of a hand that the viewer may not know: what a leak leaks."""
        state = self.states.get(id(seen.public))
        if state is None:
            return ()
        hands = [tuple(cards) for place, cards in self.places(state).items() if isinstance(place, int) and place != seen.seat and cards]
        return hands[0] if hands else ()


Fault: TypeAlias = Callable[[Adapter], Planted]


def _gossip(planted: Planted, clean: AnyGame) -> dict[str, Any]:
    """Methods that make states and remember them."""

    def noting(name: str) -> Any:
        return lambda self, *given: planted.noted(getattr(clean, name)(*given))

    return {name: noting(name) for name in STEPS}


def _odd(cards: tuple[Any, ...]) -> bool:
    """Something about a hand that is as often true as not."""
    return sum(sum(map(ord, str(card))) for card in cards) % 2 == 1


# -- leaks -------------------------------------------------------------------------------------------------------------------


def card_in_the_log(adapter: Adapter) -> Planted:
    """A card copied to public: after each move the first card of the first hand is told."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            hands = [cards for place, cards in planted.places(after).items() if isinstance(place, int) and cards]
            if not hands:
                return after
            planted.acted += 1
            return replace(after, events=(*after.events, Overheard(str(hands[0][0]))))

        def say_event(self: AnyGame, public: Any, event: Event, names: Any) -> str:
            return event.say(names) if isinstance(event, Overheard) else clean.say_event(public, event, names)

        return {"apply": apply, "say_event": say_event}

    return Planted(adapter, methods)


def list_from_another_hand(adapter: Adapter) -> Planted:
    """Legal moves in an order that another hand decides."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def legal_moves(self: AnyGame, seen: AnyView) -> Iterator[Any]:
            moves = list(clean.legal_moves(seen))
            if len(moves) > 1 and _odd(planted.neighbour(seen)):
                planted.acted += 1
                moves.reverse()
            return iter(moves)

        return {**_gossip(planted, clean), "legal_moves": legal_moves}

    return Planted(adapter, methods)


def refusal_that_knows(adapter: Adapter) -> Planted:
    """A refusal whose words depend on another hand."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def say_refusal(self: AnyGame, seen: AnyView, move: Any, reason: Any) -> str:
            words = clean.say_refusal(seen, move, reason)
            if not _odd(planted.neighbour(seen)):
                return words
            planted.acted += 1
            return f"{words} Somebody holds it."

        return {**_gossip(planted, clean), "say_refusal": say_refusal}

    return Planted(adapter, methods)


def question_that_knows(adapter: Adapter) -> Planted:
    """A question whose window is shorter where another hand allows it."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def prompt(self: AnyGame, seen: AnyView) -> Any:
            prompt = clean.prompt(seen)
            if prompt is None or not _odd(planted.neighbour(seen)):
                return prompt
            planted.acted += 1
            return replace(prompt, window=5)

        return {**_gossip(planted, clean), "prompt": prompt}

    return Planted(adapter, methods)


def silent_skip(adapter: Adapter) -> Planted:
    """Whoever has one legal move only is not asked: it is made at once, and everybody sees that there was no choice."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            for _ in range(20):
                asked = prompts(clean, after) if clean.outcome(after.public) is None else {}
                if len(asked) != 1:
                    break
                other = next(iter(asked))
                moves, _ = take(clean.legal_moves(view(after, other)), 2)
                if len(moves) != 1:
                    break
                planted.acted += 1
                events = after.events
                after = clean.apply(after, other, moves[0])
                after = replace(after, events=(*events, *after.events))
            return after

        return {"apply": apply}

    return Planted(adapter, methods)


def early_closed_window(adapter: Adapter) -> Planted:
    """A question to several is closed as soon as nobody who is still asked it has a card that is good for anything."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def closed(state: AnyState) -> AnyState:
            asked = prompts(clean, state) if clean.outcome(state.public) is None else {}
            keys = {prompt.key for prompt in asked.values()}
            if len(asked) < 2 or len(keys) != 1:
                return state
            hands = [cards for place, cards in planted.places(state).items() if place in asked]
            if not hands or not all(_odd(tuple(cards)) for cards in hands):
                return state
            planted.acted += 1
            after = clean.expire(state, keys.pop())
            return replace(after, events=(*state.events, *after.events))

        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            return closed(clean.apply(state, seat, move))

        return {"apply": apply}

    return Planted(adapter, methods)


def unsorted_hands(adapter: Adapter) -> Planted:
    """Hands lie in the order in which they were dealt."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def shuffled(self: AnyGame, state: AnyState, order: Any) -> AnyState:
            after = clean.shuffled(state, order)
            deck = adapter.deck(after)
            if not deck:
                return after
            planted.acted += 1
            rank = {card: place for place, card in enumerate(deck[index] for index in order)}
            return _with_hands(planted, after, lambda seat, cards: tuple(sorted(cards, key=rank.__getitem__)))

        return {"shuffled": shuffled}

    return Planted(adapter, methods)


# -- worlds ------------------------------------------------------------------------------------------------------------------


def forgetful_resample(adapter: Adapter) -> Planted:
    """A world in which a card is nowhere."""

    def worse(planted: Planted, seen: AnyView, world: AnyState) -> AnyState:
        seats = [place for place, cards in planted.places(world).items() if isinstance(place, int) and place != seen.seat and cards]
        return _with_hands(planted, world, lambda seat, cards: cards[1:] if seats[:1] == [seat] else cards)

    return _resampled(adapter, worse)


def ignorant_resample(adapter: Adapter) -> Planted:
    """A world in which two other hands have been mixed, whatever is known of them."""

    def worse(planted: Planted, seen: AnyView, world: AnyState) -> AnyState:
        hands = {place: tuple(cards) for place, cards in planted.places(world).items() if isinstance(place, int) and place != seen.seat}
        full = [seat for seat, cards in hands.items() if cards]
        if len(full) < 2:
            return world
        first, last = full[0], full[-1]
        mixed = {first: (*hands[first][1:], hands[last][0]), last: (*hands[last][1:], hands[first][0])}
        return _with_hands(planted, world, lambda seat, cards: _sorted(adapter, world, mixed.get(seat, cards)))

    return _resampled(adapter, worse)


def prejudiced_resample(adapter: Adapter) -> Planted:
    """The middle card of the deck is never thought to be in the first of the other hands."""

    def worse(planted: Planted, seen: AnyView, world: AnyState) -> AnyState:
        hands = {place: tuple(cards) for place, cards in planted.places(world).items() if isinstance(place, int) and place != seen.seat}
        full = [seat for seat, cards in hands.items() if cards]
        deck = adapter.deck(world)
        if len(full) < 2 or deck[len(deck) // 2] not in hands[full[0]]:
            return world
        first, last, middle = full[0], full[-1], deck[len(deck) // 2]
        rest = [card for card in hands[first] if card != middle]
        others = [card for card in hands[last] if card != middle][: len(hands[first]) - len(rest)]
        kept = list(hands[last])
        for card in others:
            kept.remove(card)
        mixed = {first: (*rest, *others), last: (*kept, *([middle] * len(others)))}
        return _with_hands(planted, world, lambda seat, cards: _sorted(adapter, world, mixed.get(seat, cards)))

    return _resampled(adapter, worse)


def stubborn_resample(adapter: Adapter) -> Planted:
    """Always the same world, and so hardly ever the true one."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def resample(self: AnyGame, seen: AnyView, chance: Any) -> AnyState:
            import random

            planted.acted += 1
            return clean.resample(seen, random.Random(1))

        return {"resample": resample}

    return Planted(adapter, methods)


def _resampled(adapter: Adapter, worse: Callable[[Planted, AnyView, AnyState], AnyState]) -> Planted:
    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def resample(self: AnyGame, seen: AnyView, chance: Any) -> AnyState:
            world = clean.resample(seen, chance)
            other = worse(planted, seen, world)
            planted.acted += other != world
            return other

        return {"resample": resample}

    return Planted(adapter, methods)


def _with_hands(planted: Planted, state: AnyState, change: Callable[[Seat, Any], Any]) -> AnyState:
    """The state with hands changed, wherever in the private part the game keeps them."""
    places, private = planted.places(state), list(state.private)
    for seat, own in enumerate(private):
        cards = tuple(places.get(Seat(seat), ()))
        name = next((field.name for field in fields(own) if getattr(own, field.name) == cards), None)
        if cards and name is not None:
            private[seat] = replace(own, **{name: change(Seat(seat), cards)})
    return replace(state, private=tuple(private))


def _sorted(adapter: Adapter, state: AnyState, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    place = {card: number for number, card in enumerate(adapter.deck(state))}
    return tuple(sorted(cards, key=place.__getitem__))


# -- records and rules -------------------------------------------------------------------------------------------------------


def moody_rules(adapter: Adapter) -> Planted:
    """What follows from a move depends on how often the game was asked."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            planted.acted += 1
            after = clean.apply(state, seat, move)
            return replace(after, events=after.events[1:]) if planted.acted % 7 == 0 else after

        return {"apply": apply}

    return Planted(adapter, methods)


def unlisted_move(adapter: Adapter) -> Planted:
    """The list of legal moves forgets its last one."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def legal_moves(self: AnyGame, seen: AnyView) -> Iterator[Any]:
            moves = list(clean.legal_moves(seen))
            planted.acted += len(moves) > 1
            return iter(moves[:-1] if len(moves) > 1 else moves)

        return {"legal_moves": legal_moves}

    return Planted(adapter, methods)


def listed_and_refused(adapter: Adapter) -> Planted:
    """The list of legal moves holds one that is not."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def legal_moves(self: AnyGame, seen: AnyView) -> Iterator[Any]:
            moves = list(clean.legal_moves(seen))
            planted.acted += 1
            return iter([*moves, *moves[:1]])

        return {"legal_moves": legal_moves}

    return Planted(adapter, methods)


def wordless_refusal(adapter: Adapter) -> Planted:
    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def say_refusal(self: AnyGame, seen: AnyView, move: Any, reason: Any) -> str:
            planted.acted += 1
            return ""

        return {"say_refusal": say_refusal}

    return Planted(adapter, methods)


def endless_match(adapter: Adapter) -> Planted:
    """Nobody ever wins."""

    def methods(planted: Planted, clean: AnyGame) -> dict[str, Any]:
        def expire(self: AnyGame, state: AnyState, key: str) -> AnyState:
            planted.acted += 1
            return state

        return {"expire": expire}

    return Planted(adapter, methods)
