"""Other faults to plant in any game: worlds drawn wrongly, rules that do not keep their word."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias

from msgspec.structs import replace

from app.rules.game import AnyGame, AnyState, AnyView, Prompt, Seat
from tests.games.kit.adapter import Adapter
from tests.games.kit.faulty_game import FaultyGame, sorted_hand, with_hands

Worse: TypeAlias = Callable[[FaultyGame, AnyView, AnyState], AnyState]
"""From a game, the view and a world drawn for it: a world with a fault."""


def forgetful_resample(adapter: Adapter) -> FaultyGame:
    """A world in which a card is nowhere."""
    return _resampled(adapter, _without_a_card)


def careless_resample(adapter: Adapter) -> FaultyGame:
    """A world in fifty in which a card is nowhere."""
    return _resampled(adapter, _now_and_then(50, _without_a_card))


def ignorant_resample(adapter: Adapter) -> FaultyGame:
    """A world in which two other hands have been mixed, whatever is known of them."""
    return _resampled(adapter, _with_mixed_hands)


def hasty_resample(adapter: Adapter) -> FaultyGame:
    """A world in six in which two other hands have been mixed."""
    return _resampled(adapter, _now_and_then(6, _with_mixed_hands))


def prejudiced_resample(adapter: Adapter) -> FaultyGame:
    """The middle card of the deck is never thought to be in the first of the other hands."""

    def worse(planted: FaultyGame, seen: AnyView, world: AnyState) -> AnyState:
        hands = {
            place: tuple(cards)
            for place, cards in planted.places(world).items()
            if isinstance(place, int) and place != seen.seat
        }
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
        return with_hands(
            planted,
            world,
            lambda seat, cards: sorted_hand(deck, mixed[seat]) if seat in mixed else cards,
        )

    return _resampled(adapter, worse)


def stubborn_resample(adapter: Adapter) -> FaultyGame:
    """Always the same world, and so hardly ever the true one."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def resample(self: AnyGame, seen: AnyView, chance: Any) -> AnyState:
            planted.acted += 1
            return clean.resample(seen, random.Random(1))

        return {"resample": resample}

    return FaultyGame(adapter, methods)


def _without_a_card(planted: FaultyGame, seen: AnyView, world: AnyState) -> AnyState:
    seats = [
        place
        for place, cards in planted.places(world).items()
        if isinstance(place, int) and place != seen.seat and cards
    ]
    return with_hands(
        planted, world, lambda seat, cards: cards[1:] if seats[:1] == [seat] else cards
    )


def _with_mixed_hands(planted: FaultyGame, seen: AnyView, world: AnyState) -> AnyState:
    hands = {
        place: tuple(cards)
        for place, cards in planted.places(world).items()
        if isinstance(place, int) and place != seen.seat
    }
    full = [seat for seat, cards in hands.items() if cards]
    if len(full) < 2:
        return world
    first, last = full[0], full[-1]
    mixed = {
        first: (*hands[first][1:], hands[last][0]),
        last: (*hands[last][1:], hands[first][0]),
    }
    deck = planted.deck(world)
    return with_hands(
        planted,
        world,
        lambda seat, cards: sorted_hand(deck, mixed[seat]) if seat in mixed else cards,
    )


def _now_and_then(number: int, worse: Worse) -> Worse:
    """One world of `number` made worse."""
    worlds = count(1)
    return lambda planted, seen, world: (
        world if next(worlds) % number else worse(planted, seen, world)
    )


def _resampled(adapter: Adapter, worse: Worse) -> FaultyGame:
    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def resample(self: AnyGame, seen: AnyView, chance: Any) -> AnyState:
            world = clean.resample(seen, chance)
            other = worse(planted, seen, world)
            planted.acted += other != world
            return other

        return {"resample": resample}

    return FaultyGame(adapter, methods)


def moody_rules(adapter: Adapter) -> FaultyGame:
    """The result of a move depends on the number of calls to the game."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            planted.acted += 1
            after = clean.apply(state, seat, move)
            return replace(after, events=after.events[1:]) if planted.acted % 7 == 0 else after

        return {"apply": apply}

    return FaultyGame(adapter, methods)


def twice_told_events(adapter: Adapter) -> FaultyGame:
    """The last deal is called, and the events of the move before are told again."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def last_deal(self: AnyGame, state: AnyState) -> AnyState:
            planted.acted += bool(state.events)
            after = clean.last_deal(state)
            return replace(after, events=(*state.events, *after.events))

        return {"last_deal": last_deal}

    return FaultyGame(adapter, methods)


def unlisted_move(adapter: Adapter) -> FaultyGame:
    """The list of legal moves forgets its last one."""

    def worse(planted: FaultyGame, moves: list[Any]) -> list[Any]:
        planted.acted += len(moves) > 1
        return moves[:-1] if len(moves) > 1 else moves

    return _listed(adapter, worse)


def listed_and_refused(adapter: Adapter) -> FaultyGame:
    """The list of legal moves holds one that is not."""

    def worse(planted: FaultyGame, moves: list[Any]) -> list[Any]:
        planted.acted += 1
        return [*moves, *moves[:1]]

    return _listed(adapter, worse)


def nameless_trick(adapter: Adapter) -> FaultyGame:
    """Every other trick of a match has the same name."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        names: list[str] = []

        def trick_pass(self: AnyGame, seen: AnyView) -> Any:
            found = clean.trick_pass(seen)
            if found is None:
                return None
            if found.trick not in names:
                names.append(found.trick)
            planted.acted += 1
            return replace(found, trick=str(names.index(found.trick) % 2))

        return {"trick_pass": trick_pass}

    return FaultyGame(adapter, methods)


def pass_of_a_leader(adapter: Adapter) -> FaultyGame:
    """A pass for the rest of a trick that stays where the seat has to lead the next one."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        last: dict[Any, Any] = {}

        def trick_pass(self: AnyGame, seen: AnyView) -> Any:
            found = clean.trick_pass(seen)
            if found is not None:
                last[seen.seat] = found
                return found
            planted.acted += seen.seat in last
            return last.get(seen.seat)

        return {"trick_pass": trick_pass}

    return FaultyGame(adapter, methods)


def _listed(adapter: Adapter, worse: Callable[[FaultyGame, list[Any]], list[Any]]) -> FaultyGame:
    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def legal_moves(self: AnyGame, seen: AnyView) -> Iterator[Any]:
            return iter(worse(planted, list(clean.legal_moves(seen))))

        def legal_answers(self: AnyGame, seen: AnyView, prompt: Prompt) -> Iterator[Any]:
            return iter(worse(planted, list(clean.legal_answers(seen, prompt))))

        return {"legal_moves": legal_moves, "legal_answers": legal_answers}

    return FaultyGame(adapter, methods)


def wordless_refusal(adapter: Adapter) -> FaultyGame:
    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def say_refusal(self: AnyGame, seen: AnyView, move: Any, reason: Any) -> str:
            planted.acted += 1
            return ""

        return {"say_refusal": say_refusal}

    return FaultyGame(adapter, methods)


def endless_match(adapter: Adapter) -> FaultyGame:
    """Nobody ever wins."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def expire(self: AnyGame, state: AnyState, key: str) -> AnyState:
            planted.acted += 1
            return state

        return {"expire": expire}

    return FaultyGame(adapter, methods)
